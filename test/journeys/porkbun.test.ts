import type { Sql } from "@domains/kit/postgres/connect.ts";
import { startFakePorkbun } from "fake-porkbun/index.ts";
import { addDomain } from "fake-porkbun/state.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Chat, openChat } from "../support/chat.ts";
import { createPerson } from "../support/person.ts";
import { texts, words } from "../support/texts.ts";
import { createTestWorld, type TestWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

const dayMs = 86_400_000;
const many = { limit: 1_000, seconds: 1 };
/** With the usual limits, the journeys would wait. */
const raised = { check: many, createAttempt: many, createSuccess: many, renewAttempt: many, renewSuccess: many };

/** A bot over a test account at Porkbun, and the person who has opened it. The account has domains, bought long ago. */
async function begin(locale: string) {
	await using stack = new AsyncDisposableStack();
	const fake = await startFakePorkbun({ limits: raised });
	stack.defer(() => fake.close());
	const account = fake.state.sandbox;
	for (const name of ["older.com", "zone.com"]) addDomain(fake.state, account, name, Date.now() - 100 * dayMs);
	const world = stack.use(
		await createTestWorld({
			PORKBUN_URL: fake.url,
			PORKBUN_API_KEY: fake.keys.sandbox.apiKey,
			PORKBUN_SECRET_API_KEY: fake.keys.sandbox.secretApiKey,
			// A person of a test taps faster than any real one.
			UPDATES_PER_MINUTE: "0",
		}),
	);
	const t = texts(locale);
	const w = (key: string, vars = {}) => words(t, key, vars);
	const chat = await openChat({ url: world.url, person: await createPerson(world.url, locale), timeoutMs: 60_000 });
	stack.defer(async () => {
		chat.close();
		await chat.expectNoRefusals();
	});
	const { sql } = world.database;
	await quicken(sql);
	// The service reads the price list after its start.
	const hasPrices = async () => expect(await sql`select from service.prices limit 1`).toHaveLength(1);
	await vi.waitFor(hasPrices, { timeout: 60_000 });
	await chat.starts();
	await chat.taps(t("home-sandbox"));
	await chat.until(t.money(account.balance));
	const before = (key: string, variable: string) => w(key, { [variable]: "…" }).split("…", 1)[0] ?? "";
	const parts = stack.move();
	return { fake, account, world, chat, t, w, before, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/**
 * Lets the service call Porkbun every 50 ms. `pace.test.ts` tests the usual pace of one call in a second, at which each
 * journey would wait for half a minute.
 */
async function quicken(sql: Sql): Promise<void> {
	await sql`
		create function quicken() returns trigger language plpgsql as $$
		begin
			new.next_at := least(new.next_at, clock() + interval '50 ms');
			return new;
		end $$`;
	await sql`
		create trigger quicken before insert or update on rate_limits
		for each row when (new.key like 'porkbun %') execute function quicken()`;
}

/**
 * Advances the clock while no message is being drawn: its lease would be over at once, and another worker would draw it
 * too.
 */
async function passes({ database }: TestWorld, milliseconds: number): Promise<void> {
	const drawn = () => database.sql`select from bot.screens where lease_until is not null`;
	await vi.waitFor(async () => expect(await drawn()).toHaveLength(0), { timeout: 30_000 });
	await database.advance(milliseconds);
}

async function shows(chat: Chat, ...parts: readonly string[]): Promise<void> {
	const has = ({ text = "" }: { text?: string | undefined }) => parts.every((part) => text.includes(part));
	await chat.untilView(() => chat.messages.some(has), `no message has ${parts.join(" and ")}`);
}

/** The journeys share one account, in this order. */
describe.each(texts.locales)("with an account at Porkbun, in %s", (locale) => {
	let setup: Awaited<ReturnType<typeof begin>>;
	beforeAll(async () => {
		setup = await begin(locale);
	});
	afterAll(() => setup[Symbol.asyncDispose]());

	it("buys a name and renews another, each charged once at the price of its quote", async () => {
		const { account, chat, t, w } = setup;
		await chat.says("fresh.com");
		await chat.until(w("offer-free", { name: "fresh.com" }));
		await chat.taps(t("offer-register"));
		await chat.taps(t("operation-confirm", { money: t.money(1_108) }));
		await chat.until(w("operation-succeeded", { kind: "register", what: "fresh.com", count: 1 }));
		await chat.says("/renew older.com 1");
		await chat.until(w("operation-quoted", { kind: "renew", what: "older.com" }));
		await chat.taps(t("operation-confirm", { money: t.money(1_108) }));
		await chat.until(w("operation-succeeded", { kind: "renew", what: "older.com", count: 1 }));
		const charges = account.ledger.filter(({ cents }) => cents < 0);
		expect(charges.map(({ kind, domain, cents }) => [kind, domain, cents])).toEqual([
			["create", "fresh.com", -1_108],
			["renew", "older.com", -1_108],
		]);
	});

	it("changes records and undoes that, then changes the nameservers", async () => {
		const { account, chat, t, w } = setup;
		const zone = account.domains.get("zone.com");
		const changed = w("operation-succeeded", { kind: "dns", what: "zone.com", count: 1 });
		for (const host of ["www", "mail"]) {
			await chat.says(`/dns zone.com ${host} A 203.0.113.7`);
			await chat.until(`➕ ${host} A 203.0.113.7`);
			await chat.taps(t("operation-apply"));
			await shows(chat, changed, `➕ ${host} A`);
		}
		expect(zone?.records.map(({ name }) => name)).toEqual(["www.zone.com", "mail.zone.com"]);
		await chat.taps(t("operation-undo"));
		await chat.until("➖ mail A 203.0.113.7");
		await chat.taps(t("operation-apply"));
		await shows(chat, changed, "➖ mail A");
		expect(zone?.records.map(({ name }) => name)).toEqual(["www.zone.com"]);
		await chat.says("/ns zone.com ns1.other.net ns2.other.net");
		await chat.until(w("change-then"));
		await chat.taps(t("operation-apply"));
		await chat.taps(t("operation-sure-change", { kind: "nameservers" }));
		await chat.until(w("operation-succeeded", { kind: "nameservers", what: "zone.com", count: 1 }));
		expect(zone?.nameservers).toEqual(["ns1.other.net", "ns2.other.net"]);
	});

	it("reports a purchase on the website", async () => {
		const { fake, account, world, chat, w } = setup;
		addDomain(fake.state, account, "website.com", Date.now());
		await passes(world, 181_000);
		await shows(chat, w("alert-outside-domain-registered"), "website.com");
	});

	it("says how long a list takes, and buys what the credit still covers", async () => {
		const { fake, account, chat, t, w } = setup;
		await chat.says("one.com\ntwo.com");
		await chat.until(w("list-count-free", { count: 2 }));
		expect(chat.screen).toContain(w("offers-unchecked"));
		await chat.taps(t("list-register", { count: 2 }));
		const quote = await chat.until(
			w("operation-quoted", { kind: "register", what: t("operation-names", { count: 2 }) }),
		);
		expect(quote.text).toContain(w("quote-pace", { seconds: 1, minutes: 1 }));
		// Someone buys on the website between the two orders.
		const sold = account.ledger.length;
		const push = account.ledger.push.bind(account.ledger);
		account.ledger.push = (...entries) => {
			account.balance = 5_00;
			return push(...entries);
		};
		await chat.taps(t("operation-confirm", { money: t.money(2_216) }));
		await chat.until(/❌.*(one|two)\.com|(one|two)\.com.*❌/s);
		const bought = ["one.com", "two.com"].filter((name) => account.domains.has(name));
		expect(bought).toHaveLength(1);
		expect(account.ledger.slice(sold).map(({ cents }) => cents)).toEqual([-1_108]);
		expect(fake.exchanges.filter(({ answer }) => answer["code"] === "INSUFFICIENT_FUNDS")).not.toEqual([]);
	});

	it("shows the copy with its age while Porkbun does not answer", async () => {
		const { fake, world, chat, t, before } = setup;
		const age = before("copy-age", "time");
		const look = async () => {
			const seen: string[] = [];
			for (const command of ["/account", "/prices", "/domains"]) {
				await chat.says(command);
				seen.push(chat.screen);
			}
			for (const button of ["older.com", t("domain-dns")]) {
				await chat.taps(button);
				seen.push(chat.screen);
			}
			return seen.map((screen) => screen.includes(age));
		};
		expect(await look()).toEqual([false, false, false, false, false]);
		fake.faults.isDown = true;
		await passes(world, dayMs);
		expect(await look()).toEqual([true, true, true, true, true]);
	});
});
