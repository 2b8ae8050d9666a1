import type { MessageView } from "local-telegram/protocol.ts";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { labelsOf } from "../support/chat.ts";
import { openBotOf, type ServiceSetup } from "../support/service-setups.ts";
import { createSmallService } from "../support/small-service.ts";
import { anything, like, texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 90_000 });

type Fields = Record<string, unknown>;

const t = texts("en");
const w = (key: string, vars = {}) => words(t, key, vars);
let service: Awaited<ReturnType<typeof createSmallService>>;
let setup: ServiceSetup;

beforeAll(async () => {
	service = await createSmallService();
	setup = await openBotOf(service);
});
afterAll(async () => {
	await setup[Symbol.asyncDispose]();
	await service[Symbol.asyncDispose]();
});

const customer = () => setup.customer({ onTestFinished });

/** Makes the service send `odd` in each object of its answers that is about this domain, or in the answer about it. */
function sendOdd(domain: string, odd: Fields): void {
	const about = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(about);
		if (value === domain) return { name: domain, ...odd };
		if (typeof value !== "object" || value === null) return value;
		const fields = value as Fields;
		const isIt = [fields["domain"], fields["name"], fields["query"]].includes(domain);
		return {
			...Object.fromEntries(Object.entries(fields).map(([key, each]) => [key, key === "query" ? each : about(each)])),
			...(isIt && odd),
		};
	};
	service.answers.change = (result, { path }) => (path.startsWith("/domains") ? about(result) : result);
}

const odd = "x".repeat(10_000);

it.each([
	["ms", { expiry_date: 1_827_273_600_000, registered_at: 253_402_300_800 }],
	["year0", { expiry_date: "0000-01-01T00:00:00Z", registered_at: -62_167_219_200 }],
	["high", { renew_price_usd: 30_000_000 }],
	["negative", { renew_price_usd: -500 }],
	["long", { client_ref: odd, external_ref: odd, state: odd, edge_profile_key: odd, mode: odd }],
	["objects", { state: {}, expiry_date: [], client_ref: {}, external_ref: [[]], edge_profile_key: [1] }],
])("draws the list, the card, the DNS and what expires, with %s", async (name, fields) => {
	const anna = await customer();
	const [strange, usual] = [`${name}-one.com`, `${name}-two.com`];
	await anna.owns(strange);
	await anna.owns(usual);
	sendOdd(strange, fields);
	await anna.says("/domains");
	const labels = labelsOf(await anna.until(w("domains-title", { count: 2 }))).join();
	expect(labels).toContain(strange);
	expect(labels).toContain(usual);
	await anna.says("/expiring");
	await anna.until(like(w("expiring-title", { count: anything, days: 60 })));
	await anna.says(strange);
	const isCard = (message: MessageView) => labelsOf(message).includes(t("domain-dns"));
	await anna.untilView(({ messages }) => messages.some(isCard), "the card has no DNS button");
	await anna.says(`/dns ${strange}`);
	await anna.until(w("dns-title", { name: strange, count: 0 }));
});

it.each([
	["below zero", -500],
	["above any column", 21_474_836.48],
	["of a trillion", 1e12],
	["that is no number", { usd: 12 }],
])("offers a name with a price %s without a price, and sells it for none", async (what, price) => {
	const anna = await customer();
	const name = `${what.replaceAll(" ", "-")}.com`;
	sendOdd(name, { register_price_usd: price, price_usd: price });
	await anna.says(name);
	const { text = "" } = await anna.until(w("offer-free", { name }));
	expect(text).toContain(w("price-unknown"));
	expect(text).not.toContain(t.money(1_150));
	await anna.taps(t("offer-register"));
	await anna.until(w("register-no-price", { name }));
	expect(await anna.balance()).toBe(50_000);
});

it.each([-500, 1e12])("renews a name with a price of %d for no price of the list", async (price) => {
	const anna = await customer();
	const name = `renew-${price < 0 ? "low" : "high"}.com`;
	await anna.owns(name);
	sendOdd(name, { renew_price_usd: price });
	await anna.says(`/domains ${name}`);
	await anna.taps(t("domain-renewal-open"));
	await anna.taps(t("domain-renew"));
	await anna.taps(t("register-years-button", { count: 1 }));
	await anna.until(w("register-no-price", { name }));
	expect(await anna.balance()).toBe(50_000);
});

it("shows no price of the list for a premium name without its own", async () => {
	const anna = await customer();
	sendOdd("premium.com", { register_price_usd: null, premium: true });
	await anna.says("premium.com");
	const { text = "" } = await anna.until(w("offer-free", { name: "premium.com" }));
	expect(text).toContain(w("price-unknown"));
	expect(text).not.toContain(t.money(1_150));
});

it("finishes an order whose answer has a date in milliseconds and a negative charge", async () => {
	const anna = await customer();
	sendOdd("paid.com", { expires_at: 1_827_273_600_000, expiry_date: 1_827_273_600_000, charged_usd: -5 });
	await anna.says("paid.com");
	await anna.taps(t("offer-register"));
	await anna.taps(t("operation-confirm", { money: t.money(1_150) }));
	await anna.until(w("operation-succeeded", { kind: "register", what: "paid.com", count: 1 }));
	expect(await anna.balance()).toBe(48_850);
	expect(service.sent(/register/).filter(({ body }) => body["domain"] === "paid.com")).toHaveLength(1);
});
