import { expect, it, vi } from "vitest";
import { describeTimedJourneys, having } from "../support/journeys.ts";

vi.setConfig({ testTimeout: 120_000 });

describeTimedJourneys(({ t, w, own, begin }) => {
	it("reports a renewal of a domain bought here on its receipt only", async (test) => {
		const { world, anna } = await begin(test);
		const { sql } = world.ground.database;
		const name = own("mine");
		await anna.says(name);
		await anna.until(w("offer-free", { name }));
		await anna.taps(t("offer-register"));
		await anna.taps(t("operation-confirm", { money: t.money(1_150) }));
		await anna.until(w("operation-succeeded", { kind: "register", what: name, count: 1 }));
		await anna.says(`/renew ${name} 1`);
		await anna.until(w("operation-quoted", { kind: "renew", what: name }));
		await anna.taps(t("operation-confirm", { money: t.money(1_250) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: name, count: 1 }));
		await vi.waitFor(
			async () => {
				expect(await sql`select from bot.inbox where state = 'done'`).toHaveLength(2);
				expect(await sql`select from bot.outbox where state = 'waiting'`).toEqual([]);
			},
			{ timeout: 30_000 },
		);
		expect(having(anna, w("alert-domain-renewed"))).toEqual([]);
		expect(having(anna, w("alert-outside-domain-renewed", { times: 1 }))).toEqual([]);
	});
});
