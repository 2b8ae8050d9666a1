import { expect, it, type TestContext, vi } from "vitest";
import { describeTimedJourneys, having } from "../support/journeys.ts";
import { anything, like } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000 });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** This time zone is 5:45 hours ahead of UTC all year. */
const zone = "Asia/Kathmandu";
const patience = { timeout: 30_000 };

describeTimedJourneys(({ t, w, own, begin }) => {
	/** Starts a bot with a customer in Kathmandu. */
	async function startInKathmandu(test: TestContext) {
		const { world, anna, managed } = await begin(test);
		const { sql } = world.ground.database;
		await anna.says("/settings");
		await anna.taps(t("settings-zone"));
		await anna.says(zone);
		await anna.until(w("settings-zone-saved"));
		return {
			world,
			anna,
			sql,
			managed,
			/**
			 * Returns the time in this many minutes, rounded down to a full minute (`at`). `time` is the time of day in
			 * Kathmandu at `at`, such as `22:05`.
			 */
			async minuteIn(minutes: number): Promise<{ at: Date; time: string }> {
				const [row] = await sql<{ at: Date; time: string }[]>`
					select at, to_char(at at time zone ${zone}, 'HH24:MI') as time
					from date_trunc('minute', clock() + ${minutes} * interval '1 minute') as at`;
				if (!row) throw new Error("a select without a condition returns a row");
				return row;
			},
			/**
			 * Waits until exactly this many notifications are waiting and quiet hours hold back all of them. Digests do not
			 * count.
			 */
			async holds(count: number): Promise<void> {
				const states = () => sql<{ held: boolean }[]>`
					select coalesce(held_until > clock(), false) as held from bot.outbox
					where state = 'waiting' and subject_kind <> 'digest'`;
				const held = Array.from({ length: count }, () => ({ held: true }));
				await vi.waitFor(async () => expect(await states()).toEqual(held), patience);
			},
		};
	}

	it("keeps quiet in the hours that were set in the chat, except for a block, and then sends one message", async (test) => {
		const { world, anna, minuteIn, holds } = await startInKathmandu(test);
		const [one, two, three] = [own("a"), own("b"), own("c")];
		for (const name of [one, two, three]) {
			await anna.owns(name);
			await anna.until(name);
		}
		// The bot combines alerts of one kind within a minute into one message. The test needs a separate message for each
		// domain, so it advances the clock after each alert.
		for (const name of [one, two]) {
			await anna.setsBlocked(name, true);
			await anna.until(`${name}\n${w("alert-domain-blocked")}`);
			await world.advance(5 * minuteMs);
		}
		const [from, until] = [await minuteIn(-60), await minuteIn(120)];
		await anna.says(`/quiet ${from.time}-${until.time}`);
		await anna.until(w("quiet-hours-on", { hours: `${from.time}–${until.time}` }));
		await anna.setsBlocked(one, false);
		await holds(1);
		await world.advance(5 * minuteMs);
		await anna.setsBlocked(two, false);
		await holds(2);

		const before = anna.messages.length;
		await anna.setsBlocked(three, true);
		await anna.until(`${three}\n${w("alert-domain-blocked")}`);
		expect(having(anna, w("alert-domain-unblocked"))).toEqual([]);
		await world.advance(hourMs);
		await holds(2);
		expect(anna.messages).toHaveLength(before + 1);

		await world.advance(hourMs);
		const list = await anna.until(w("held-title", { count: 2 }));
		expect(list.text).toContain(`1. ${one} · ${w("alert-domain-unblocked")}`);
		expect(list.text).toContain(`2. ${two} · ${w("alert-domain-unblocked")}`);
		await holds(0);
		expect(anna.messages).toHaveLength(before + 2);
		await anna.taps(`2. ${two}`);
		await anna.until(`${two}\n${w("alert-domain-unblocked")}`);

		await anna.setsBlocked(three, false);
		await anna.until(`${three}\n${w("alert-domain-unblocked")}`);
	});

	it("sends a digest at the time that was set in the chat, whose sums are those of the service", async (test) => {
		const { world, anna, sql, managed, minuteIn } = await startInKathmandu(test);
		const [bought, owned] = [own("bought"), own("owned")];
		const digests = () => having(anna, w("digest-title")).filter(({ text }) => text?.includes(" – "));
		/** Waits until the bot has processed exactly this many webhook events. */
		const processed = (count: number) =>
			vi.waitFor(
				async () => expect(await sql`select from bot.inbox where state = 'done'`).toHaveLength(count),
				patience,
			);
		await anna.owns(owned);
		await anna.until(owned);
		await anna.says("/alerts");
		await anna.taps(`🔔 ${t("alerts-all-domain-unblocked")}`);
		await anna.until(w("alerts-muted", { what: t("alerts-all-domain-unblocked") }));
		await world.advance(5 * minuteMs);

		const { at, time } = await minuteIn(60);
		await anna.says("/settings");
		await anna.taps(t("settings-notifications"));
		await anna.taps(t("notifications-digest", { every: "off", time: "-", day: "-" }));
		await anna.taps(t("digest-every-daily"));
		await anna.until(w("digest-send"));
		await anna.says(time);
		await anna.until(w("digest-now", { every: "daily", time, day: "-" }));

		const balanceBefore = await anna.balance();
		await anna.says(bought);
		await anna.until(w("offer-free", { name: bought }));
		await anna.taps(t("offer-register"));
		await anna.taps(t("operation-confirm", { money: t.money(1_150) }));
		await anna.until(w("operation-succeeded", { kind: "register", what: bought, count: 1 }));
		await anna.says(`/renew ${owned} 2`);
		await anna.until(w("operation-quoted", { kind: "renew", what: owned }));
		await anna.taps(t("operation-confirm", { money: t.money(2_500) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: owned, count: 1 }));
		const spent = balanceBefore - (await anna.balance());
		expect(spent).toBe(3_650);
		await anna.setsBlocked(owned, true);
		await anna.until(w("alert-domain-blocked"));
		await anna.setsBlocked(owned, false);
		await processed(5);
		await anna.says("/domains");
		await anna.until(w("domains-title", { count: 2 }));
		// The external service's list of domains has no expiry dates. So open the page of the domain, which makes the bot
		// read the expiry date.
		await anna.says(`/domains ${bought}`);
		await anna.until(like(w("domain-expires", { date: anything })));

		await world.advance(50 * minuteMs);
		await anna.says("/digest");
		await anna.until(w("digest-how"));
		expect(digests()).toEqual([]);
		await world.advance(10 * minuteMs);
		const { text = "" } = await anna.until(w("digest-happened"));
		expect(text).toContain(` – ${t.time(at)}\n`);
		for (const [type, name] of [
			["registered", bought],
			["renewed", owned],
			["blocked", owned],
			["unblocked", owned],
		])
			expect(text).toContain(`${t(`alerts-domain-${type}`)}: 1 · ${name}`);
		// Only the built-in service reports what it charged.
		const money = t.money(managed ? spent : 0);
		expect(text).toContain(w("digest-spent", { money, count: 2, user: String(anna.userId) }));
		expect(text.includes(w("digest-spent-unknown", { count: 2 }))).toBe(!managed);

		await anna.setsBlocked(bought, true);
		await anna.until(`${bought}\n${w("alert-domain-blocked")}`);
		await world.advance(dayMs);
		const second = await anna.until(
			new RegExp(`${w("digest-happened")}\n${t("alerts-domain-blocked")}: 1 · ${bought}`),
		);
		expect(second.text).not.toContain(w("digest-spending"));
		expect(digests()).toHaveLength(2);

		// Nothing happens for 340 days, so the bot sends no digest. It still plans the next digest for the same time of
		// day.
		await world.advance(340 * dayMs);
		const due = () => sql`select from bot.outbox where subject_kind = 'digest' and wake_at > clock()`;
		await vi.waitFor(async () => expect(await due()).toHaveLength(1), patience);
		expect(digests()).toHaveLength(2);
		await world.advance(dayMs);
		const last = await anna.until(w("digest-expiring", { count: 1 }));
		expect(last.text).toContain(`${bought} · `);
		expect(last.text).not.toContain(w("digest-happened"));
	});
}, zone);
