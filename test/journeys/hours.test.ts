import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openSandbox } from "../bot/sandbox.ts";
import { startWholeBot } from "../bot/setup.ts";
import type { Chat } from "../support/chat.ts";
import { done } from "../support/service.ts";
import { texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 120_000 });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** This time zone is 5:45 hours ahead of UTC all year. */
const zone = "Asia/Kathmandu";

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale, zone);
	const w = (key: string, vars = {}) => words(t, key, vars);

	/**
	 * Creates a person in Kathmandu with a sandbox account. Also returns functions that act as the operator of the
	 * service.
	 */
	async function begin() {
		const world = await startWholeBot();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const { admin } = world.ground.service;
		const { sql } = world.ground.database;
		done(await admin.setPrice("price", { zone: ".com", registerCents: 1_150, renewCents: 1_250 }));
		const anna = await openSandbox(world, locale);
		await anna.says("/settings");
		await anna.taps(t("settings-zone"));
		await anna.says(zone);
		await anna.until(w("settings-zone-saved"));
		return {
			world,
			anna,
			sql,
			/**
			 * Returns the start of the minute that is this many minutes from now. `time` is what a clock in Kathmandu shows
			 * then, such as `22:05`.
			 */
			async minuteIn(minutes: number): Promise<{ at: Date; time: string }> {
				const [row] = await sql<{ at: Date; time: string }[]>`
					select at, to_char(at at time zone ${zone}, 'HH24:MI') as time
					from date_trunc('minute', clock() + ${minutes} * interval '1 minute') as at`;
				if (!row) throw new Error("a select without a condition returns a row");
				return row;
			},
			owns: async (domain: string) => done(await admin.register(`own ${domain}`, anna.userId, domain)),
			blocks: async (domain: string) => done(await admin.block(`block ${domain}`, domain, "phishing")),
			unblocks: async (domain: string) => done(await admin.unblock(`unblock ${domain}`, domain)),
			balance: async () => done(await admin.show(anna.userId)).balanceCents,
			/** Waits until exactly this many notifications are held back by quiet hours, and no other one is being sent. */
			async holds(count: number): Promise<void> {
				const states = () => sql<{ held: boolean }[]>`
					select coalesce(held_until > clock(), false) as held from bot.outbox
					where state = 'waiting' and subject_kind <> 'digest'`;
				await expect.poll(states).toEqual(Array.from({ length: count }, () => ({ held: true })));
			},
		};
	}

	const having = (anna: Chat, part: string) => anna.messages.filter(({ text }) => text?.includes(part));

	it("keeps quiet in the hours that were set in the chat, except for a block, and then sends one message", async () => {
		const { world, anna, minuteIn, owns, blocks, unblocks, holds } = await begin();
		const [one, two, three] = [`a-${locale}.com`, `b-${locale}.com`, `c-${locale}.com`];
		for (const name of [one, two, three]) {
			await owns(name);
			await anna.until(name);
		}
		// One message reports all alerts of one kind within a minute. The clock is advanced, so that each block gets its
		// own message.
		for (const name of [one, two]) {
			await blocks(name);
			await anna.until(`${name}\n${w("alert-domain-blocked")}`);
			await world.advance(5 * minuteMs);
		}
		const [from, until] = [await minuteIn(-60), await minuteIn(120)];
		await anna.says(`/quiet ${from.time}-${until.time}`);
		await anna.until(w("quiet-hours-on", { hours: `${from.time}–${until.time}` }));
		await unblocks(one);
		await holds(1);
		await world.advance(5 * minuteMs);
		await unblocks(two);
		await holds(2);

		const before = anna.messages.length;
		await blocks(three);
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

		await unblocks(three);
		await anna.until(`${three}\n${w("alert-domain-unblocked")}`);
	});

	it("sends a digest at the time that was set in the chat, whose sums are those of the service", async () => {
		const { world, anna, sql, minuteIn, owns, blocks, unblocks, balance } = await begin();
		const [bought, owned] = [`bought-${locale}.com`, `owned-${locale}.com`];
		const digests = () => having(anna, w("digest-title")).filter(({ text }) => text?.includes(" – "));
		/** Waits until the bot has processed exactly this many events. */
		const processed = (count: number) =>
			expect.poll(() => sql`select from bot.inbox where state = 'done'`).toHaveLength(count);
		await owns(owned);
		await anna.until(owned);
		await anna.says("/alerts");
		await anna.taps(`🔔 ${t("alerts-domain-unblocked")}`);
		await anna.until(w("alerts-muted"));
		await world.advance(5 * minuteMs);

		const { at, time } = await minuteIn(60);
		await anna.says("/settings");
		await anna.taps(t("settings-digest"));
		await anna.taps(t("digest-every-daily"));
		await anna.until(w("digest-send"));
		await anna.says(time);
		await anna.until(w("digest-now", { every: "daily", time, day: "-" }));

		const balanceBefore = await balance();
		await anna.says(bought);
		await anna.until(w("offer-free", { name: bought }));
		await anna.taps(t("offer-register"));
		await anna.taps(t("operation-confirm", { money: t.money(1_150) }));
		await anna.until(w("operation-succeeded", { kind: "register", what: bought, count: 1 }));
		await anna.says(`/renew ${owned} 2`);
		await anna.until(w("operation-quoted", { kind: "renew", what: owned }));
		await anna.taps(t("operation-confirm", { money: t.money(2_500) }));
		await anna.until(w("operation-succeeded", { kind: "renew", what: owned, count: 1 }));
		const spent = balanceBefore - (await balance());
		expect(spent).toBe(3_650);
		await blocks(owned);
		await anna.until(w("alert-domain-blocked"));
		await unblocks(owned);
		await processed(5);
		await anna.says("/domains");
		await anna.until(w("domains-title", { count: 2 }));

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
		const money = t.money(spent);
		expect(text).toContain(w("digest-spent", { money, count: 2, user: String(anna.userId) }));
		expect(text).not.toContain(w("digest-spent-unknown", { count: 1 }));

		await blocks(bought);
		await anna.until(`${bought}\n${w("alert-domain-blocked")}`);
		await world.advance(dayMs);
		const second = await anna.until(
			new RegExp(`${w("digest-happened")}\n${t("alerts-domain-blocked")}: 1 · ${bought}`),
		);
		expect(second.text).not.toContain(w("digest-spending"));
		expect(digests()).toHaveLength(2);

		// Nothing happens for 340 days, so no digest is sent. The next one is still due at the same time of day.
		await world.advance(340 * dayMs);
		await expect
			.poll(() => sql`select from bot.outbox where subject_kind = 'digest' and wake_at > clock()`)
			.toHaveLength(1);
		expect(digests()).toHaveLength(2);
		await world.advance(dayMs);
		const last = await anna.until(w("digest-expiring", { count: 1 }));
		expect(last.text).toContain(`${bought} · `);
		expect(last.text).not.toContain(w("digest-happened"));
	});
});
