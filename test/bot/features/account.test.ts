import { describe, expect, it } from "vitest";
import type { AccountResult, AccountSummary, Connection } from "../../../src/actions/index.ts";
import { accountView as accountContent } from "../../../src/bot/features/account.ts";
import { texts } from "../../support/texts.ts";
import { labels, onScreen, refusals, visible } from "../../support/views.ts";

const accountView = onScreen(accountContent);

const t = texts("en");
type Account = Extract<AccountResult, { kind: "account" }>;
const read = (over: Partial<AccountSummary> = {}, sandbox = false): Account => ({
	kind: "account",
	account: {
		userId: 77,
		balanceCents: 50_000,
		apiEnabled: true,
		webhookEnabled: false,
		whitelist: ["203.0.113.5"],
		defaults: [{ name: "default_ttl", value: "3600" }],
		others: [{ name: "plan", value: "gold" }],
		...over,
	},
	connection: {
		id: 5,
		state: "live",
		active: true,
		serviceUrl: "https://service.example/api/v1",
		tokenLast4: "ab12",
		account: { id: 2, userId: 77, sandbox, owned: false },
	},
	events: "here",
});
const one = (over: Partial<Connection> = {}): Connection => ({
	id: 5,
	state: "live",
	active: true,
	serviceUrl: "https://service.example/api/v1",
	tokenLast4: "ab12",
	account: { id: 2, userId: 77, sandbox: false, owned: false },
	...over,
});
const links = { connections: [one(), one({ id: 6, active: false })] };

describe("the account screen", () => {
	it("shows what the service says about the account now", () => {
		const text = visible(accountView(t, read(), links));
		for (const part of [
			"77",
			"…ab12",
			"$500.00",
			"API: on",
			"Webhook: off",
			"203.0.113.5",
			"⏱ TTL: 3600",
			"plan: gold",
		]) {
			expect(text).toContain(part);
		}
	});

	it.each([
		["en", "IP whitelist:", "… and 5 more"],
		["ru", "Белый список IP:", "… и ещё 5 записей"],
	])(
		"shows a whitelist in %s as the service sent it, and counts only entries that do not fit",
		(locale, title, more) => {
			const shown = (whitelist: string[]) => visible(accountView(texts(locale), read({ whitelist }), links));
			const parts = shown(["enabled: true", 'ips: ["203.0.113.5"]']);
			expect(parts).toContain(`${title}\nenabled: true\nips: ["203.0.113.5"]`);
			expect(parts).not.toContain(more.slice(0, 5));
			expect(shown(Array.from({ length: 25 }, (_, index) => `198.51.100.${index}`))).toContain(more);
		},
	);

	it("has texts for the known defaults and shows other defaults as sent", () => {
		const defaults = [
			{ name: "nameserver_preset_key", value: "main" },
			{ name: "edge_profile_key", value: "shield" },
			{ name: "moon_phase", value: "full" },
		];
		const text = visible(accountView(texts("ru"), read({ defaults }), links));
		expect(text).toContain("Набор NS-серверов: main");
		expect(text).toContain("Edge-профиль: shield");
		expect(text).toContain("moon_phase: full");
		expect(text).not.toContain("_key");
	});

	it("leaves out facts that the service did not send", () => {
		const text = visible(
			accountView(
				t,
				read({ balanceCents: null, apiEnabled: null, webhookEnabled: null, whitelist: null, defaults: [], others: [] }),
				links,
			),
		);
		expect(text).toBe("💳 Account 77, token …ab12");
	});

	it("says that an empty whitelist blocks every address", () => {
		expect(visible(accountView(t, read({ whitelist: [] }), links))).toContain("IP whitelist: empty");
	});

	it.each([
		["none", "Alerts for this account aren’t set up yet"],
		["elsewhere", "Webhooks go to another URL, so this bot can’t show alerts"],
	] as const)("says where its events go: %s", (events, words) => {
		expect(visible(accountView(t, { ...read(), events }, links))).toContain(words);
	});

	it.each([true, false])("has one door each to money, spending, limits, freeze, accounts and API", (sandbox) => {
		expect(labels(accountView(t, read({}, sandbox), links))).toEqual([
			["➕ Add money", "📊 Spending"],
			["💸 Limits", "🧊 Freeze"],
			["🔁 Accounts (2)", "🔑 API"],
			["🤖 Programs"],
			["↻ Refresh", "🏠 Home"],
		]);
	});

	it.each([
		["unauthorized", one({ state: "needs_token" }), "Account 77", "🔑 Connect account"],
		["forbidden", one({ state: "needs_whitelist", account: null }), "not verified", "🩺 "],
		["unproved", one({ state: "unproved", account: null }), "not verified", "↻ Test again"],
	] as const)("offers a fix and an exit if the account cannot be read (%s)", (trouble, active, title, step) => {
		const view = accountView(t, { kind: "trouble", trouble }, { connections: [active] });
		expect(visible(view)).toContain(title);
		const [steps = [], ...rest] = labels(view);
		expect(steps[0]).toContain(step);
		expect(rest).toEqual([[expect.stringContaining("🔁 Accounts")], ["🏠 Home"]]);
	});

	it("counts only verified connections", () => {
		const connections = [one(), one({ id: 6, active: false, state: "unproved", account: null })];
		expect(labels(accountView(t, read(), { connections })).flat()).toContain("🔁 Accounts");
	});

	it.each(texts.locales)("has texts in %s and stays within Telegram's limits", (locale) => {
		const long = "<&>".repeat(500);
		const defaults = Array.from({ length: 100 }, () => ({ name: long, value: long }));
		const whitelist = Array.from({ length: 50 }, () => long);
		expect(refusals(accountView(texts(locale), read({ defaults, whitelist }, true), links))).toEqual([]);
	});
});
