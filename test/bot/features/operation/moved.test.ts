import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Owned, SampleRecord } from "../../../support/small-service-admin.ts";
import { texts, words } from "../../../support/texts.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };

const plans = [
	{
		kind: "dns",
		command: "www A 203.0.113.8",
		// `meanwhile` changes a record outside the bot. The number of records stays the same, so the text of the bot's plan
		// stays the same too. The bot must still notice the change.
		meanwhile: (owned: Owned) => (owned.records = [{ ...home, content: "203.0.113.99" }]),
		now: (owned: Owned) => owned.records.map((record) => record.content),
		untouched: ["203.0.113.99"],
		written: ["203.0.113.99", "203.0.113.8"],
	},
	{
		kind: "nameservers",
		command: "ns1.other.net ns2.other.net",
		meanwhile: (owned: Owned) => (owned.nameservers = ["ns1.third.net", "ns2.third.net"]),
		now: (owned: Owned) => owned.nameservers,
		untouched: ["ns1.third.net", "ns2.third.net"],
		written: ["ns1.other.net", "ns2.other.net"],
	},
	{
		kind: "edge",
		command: "main",
		meanwhile: (owned: Owned) => (owned.edge = "third"),
		now: (owned: Owned) => [owned.edge],
		untouched: ["third"],
		written: ["main"],
	},
] as const;

describe.each(texts.locales)("in %s, a plan for an outdated state", (locale) => {
	const t = texts(locale);

	/** Creates a person who owns the domain and has sent the command, so the bot shows the change for confirmation. */
	async function planner({ kind, command }: (typeof plans)[number], domain: string) {
		const { id } = await world.meet(locale);
		const { account } = await world.fixture.customer(id);
		await world.fixture.database.sql`update bot.people set locale = ${locale} where id = ${id}`;
		const anna = await world.chat({ person: id });
		const owned = world.fixture.service.take(domain, account, { records: [home], edge: "first" });
		await anna.says(`/${kind === "nameservers" ? "ns" : kind} ${domain} ${command}`);
		const planned = await anna.until("🧾");
		const apply = async (): Promise<void> => {
			await anna.taps(t("operation-apply"));
			if (kind === "nameservers") await anna.taps(t("operation-sure-change", { kind }));
			await world.work();
		};
		return Object.assign(anna, { account, owned, planned, apply });
	}

	it.each(plans)("says so before it is confirmed again: $kind", async (plan) => {
		const { kind, meanwhile, now, untouched, written } = plan;
		const anna = await planner(plan, `moved-${kind}-${locale}.com`);
		meanwhile(anna.owned);
		await anna.apply();
		const again = await anna.until(words(t, "change-moved", { kind }));
		expect(now(anna.owned)).toEqual(untouched);
		expect(again.message_id).toBe(anna.planned.message_id);
		await anna.apply();
		await anna.until("✅");
		expect(now(anna.owned)).toEqual(written);
		expect(anna.screen).not.toContain("⚠️");
	});

	it.each(plans)("asks again after access returns, and is then carried out: $kind", async (plan) => {
		const { kind, now } = plan;
		const domain = `shut-${kind}-${locale}.com`;
		const anna = await planner(plan, domain);
		const before = now(anna.owned);
		const token = world.fixture.service.reissue(anna.account);
		await anna.apply();
		await anna.until("⏸");
		await anna.says(token);
		await anna.until("✅");
		await world.work();
		await anna.until(words(t, "change-anew"));
		expect(now(anna.owned)).toEqual(before);
		await anna.apply();
		await anna.until(words(t, "operation-succeeded", { kind, what: domain, count: 1 }));
		expect(now(anna.owned)).not.toEqual(before);
	});
});
