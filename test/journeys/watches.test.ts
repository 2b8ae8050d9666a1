import { expect, it, type TestContext, vi } from "vitest";
import { dueRows } from "../../src/store/sweeps.ts";
import { labelsOf } from "../support/chat.ts";
import { describeTimedJourneys, having } from "../support/journeys.ts";
import { anything, like } from "../support/texts.ts";

vi.setConfig({ testTimeout: 180_000 });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

describeTimedJourneys(({ t, w, own, begin }) => {
	const renewed = (name: string) => w("operation-succeeded", { kind: "renew", what: name, count: 1 });

	/** Starts a bot that also runs watches (checks that the bot repeats), and creates a customer. */
	async function startWatching(test: TestContext) {
		const { world, anna, setRenewal, delivered } = await begin(test);
		const { database, jobs, tasks } = world.ground;
		const { sql, db } = database;
		const watching = jobs.work({ db, queues: { "bot.watch": { due: dueRows["bot.watch"], handle: tasks.watch } } });
		test.onTestFinished(() => watching[Symbol.asyncDispose]());

		/**
		 * Waits until no watch is due, no order is open, and no event or notification is being processed. On a busy
		 * machine, a watch may get no rate-limit permit in time. The bot would repeat this watch only after a minute, so
		 * this function makes it due at once.
		 */
		async function rests(): Promise<void> {
			const repeat = () => sql<{ what: string }[]>`
				update bot.watches set wake_at = clock()
				where state = 'running' and lease_until is null and wake_at > clock() and failure is null
					and looked_at > coalesce(answered_at, '-infinity')
				returning kind as what`;
			const busy = () => sql<{ what: string }[]>`
				select kind as what from bot.watches where state = 'running' and (wake_at <= clock() or lease_until > clock())
				union all select reference from bot.operations where confirmed_at is not null and settled_at is null
				union all select type from service.events where state = 'pending'
				union all select type from bot.inbox where state = 'new'
				union all select subject_kind from bot.outbox where state = 'waiting' and wake_at <= clock() + interval '5 s'`;
			await vi.waitFor(
				async () => {
					await delivered();
					expect([...(await repeat()), ...(await busy())]).toEqual([]);
				},
				{ timeout: 60_000 },
			);
		}
		return {
			anna,
			setRenewal,
			rests,
			/** Advances the clock and waits until everything that became due is done. */
			async pass(milliseconds: number): Promise<void> {
				await world.advance(milliseconds);
				await rests();
			},
		};
	}

	it("renews by itself up to the price that was set in the chat, and sends a receipt", async (test) => {
		const { anna, pass } = await startWatching(test);
		const name = own("auto");
		await anna.owns(name);
		await anna.until(name);
		await anna.says(`/domains ${name}`);
		await anna.taps(t("domain-renewal-open"));
		await anna.taps(t("auto-open"));
		await anna.until(w("auto-off"));
		await anna.says("12.50");
		await anna.until(w("auto-on", { money: t.money(1_250) }));
		const before = await anna.balance();

		await pass(350 * dayMs);
		expect(await anna.balance()).toBe(before);
		for (let day = 1; day <= 3; day += 1) await pass(dayMs);
		const receipt = await anna.until(renewed(name));
		expect(receipt.text).toContain(w("operation-balance", { before: t.money(before), after: t.money(before - 1_250) }));
		expect(having(anna, renewed(name))).toHaveLength(1);
		expect(having(anna, w("alert-domain-renewed"))).toEqual([]);
		expect(having(anna, w("alert-outside-domain-renewed", { times: 1 }))).toEqual([]);
		expect(having(anna, w("reminder-title", { count: 1 }))).toEqual([]);
		expect(await anna.balance()).toBe(before - 1_250);

		const [reference = ""] = /#\w+/.exec(receipt.text ?? "") ?? [];
		await anna.says("/ops");
		const orders = await anna.until(w("operations-title"));
		expect(labelsOf(orders).filter((label) => label.includes(name))).toHaveLength(1);
		await anna.says(reference);
		await anna.untilView(() => having(anna, renewed(name)).length === 2, "the order was not found again");
		await anna.says("/expiring 30");
		await anna.until(w("expiring-none", { days: 30, count: 0 }));
	});

	it("asks before it renews for more than the price that was set in the chat", async (test) => {
		const { anna, setRenewal, pass } = await startWatching(test);
		const name = own("dear");
		await anna.owns(name);
		await anna.until(name);
		await anna.says(`/domains ${name}`);
		await anna.taps(t("domain-renewal-open"));
		await anna.taps(t("auto-open"));
		await anna.taps(t("auto-up-to", { money: t.money(1_300) }));
		await anna.until(w("auto-on", { money: t.money(1_300) }));
		const before = await anna.balance();

		await setRenewal(1_301);
		await pass(350 * dayMs);
		for (let day = 1; day <= 3; day += 1) await pass(dayMs);
		const question = await anna.until(w("auto-asks-ceiling"));
		expect(question.text).toMatch(like(w("renewal-expires", { name, date: anything })));
		expect(question.text).toContain(w("domain-renewal", { money: t.money(1_301) }));
		expect(having(anna, w("auto-asks-ceiling"))).toHaveLength(1);
		expect(having(anna, renewed(name))).toEqual([]);
		expect(await anna.balance()).toBe(before);

		await anna.taps(t("domain-renew"));
		await anna.until(w("operation-quoted", { kind: "renew", what: name }));
		await anna.taps(t("operation-confirm", { money: t.money(1_301) }));
		await anna.until(renewed(name));
		await pass(dayMs);
		expect(having(anna, renewed(name))).toHaveLength(1);
		expect(await anna.balance()).toBe(before - 1_301);
	});

	it("reports once what another program changed, and restores or accepts it", async (test) => {
		const { anna, rests, pass } = await startWatching(test);
		const { zone, writesZone } = await anna.program();
		const hosts = Array.from({ length: 9 }, (_, index) => `host${index} A 203.0.113.${index}`);
		const known = [...hosts, "note TXT v1", "www A 203.0.113.80"];
		const attacked = ["evil A 198.51.100.67", ...hosts, "www A 198.51.100.66"];
		const grown = [...known, "mail A 203.0.113.81"].sort();

		const [stolen, moved] = [own("stolen"), own("moved")];
		for (const name of [stolen, moved]) {
			await anna.owns(name);
			await anna.until(name);
			await writesZone(name, known);
			await anna.says(`/domains ${name}`);
			await anna.until(new RegExp(`^${name}`));
			await anna.taps(t("domain-dns"));
			await anna.taps(t("button-more"));
			await anna.taps(t("elsewhere-watch"));
			await anna.untilView(() => anna.buttons.flat().includes(t("elsewhere-unwatch")));
		}
		await rests();

		const alerts = (name: string) => having(anna, w("elsewhere-changed", { name }));
		await writesZone(stolen, attacked);
		await pass(7 * hourMs);
		// The bot alerts only if a second check some minutes later finds the same change.
		expect(alerts(stolen)).toEqual([]);
		await pass(6 * minuteMs);
		const alert = await anna.until(w("elsewhere-changed", { name: stolen }));
		for (const part of ["➖ note TXT v1", "✏️ www A 203.0.113.80", "→ 198.51.100.66", "➕ evil A 198.51.100.67"])
			expect(alert.text).toContain(part);
		expect(alert.text).not.toContain("host1");
		for (let look = 1; look <= 2; look += 1) await pass(7 * hourMs);
		expect(alerts(stolen)).toHaveLength(1);
		expect(alerts(moved)).toEqual([]);

		await anna.taps(t("elsewhere-restore"));
		const plan = await anna.until(w("operation-quoted", { kind: "dns", what: stolen }));
		for (const part of ["➕ note TXT v1", "✏️ www A 198.51.100.66", "→ 203.0.113.80", "➖ evil A 198.51.100.67"])
			expect(plan.text).toContain(part);
		expect(await zone(stolen)).toEqual(attacked);
		await anna.taps(t("operation-apply"));
		await anna.until(w("operation-succeeded", { kind: "dns", what: stolen, count: 1 }));
		expect(await zone(stolen)).toEqual(known);

		await writesZone(moved, grown);
		await pass(7 * hourMs);
		await pass(6 * minuteMs);
		const second = await anna.until(w("elsewhere-changed", { name: moved }));
		expect(second.text).toContain("➕ mail A 203.0.113.81");
		await anna.taps(t("elsewhere-mine"));
		await anna.until(w("elsewhere-settled"));
		const before = anna.messages.length;
		for (let look = 1; look <= 3; look += 1) await pass(7 * hourMs);
		expect(anna.messages).toHaveLength(before);
		expect(await zone(moved)).toEqual(grown);
		expect(await zone(stolen)).toEqual(known);
	});
});
