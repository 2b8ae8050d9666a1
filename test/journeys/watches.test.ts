import { describe, expect, it, onTestFinished, vi } from "vitest";
import { dueRows } from "../../src/store/sweeps.ts";
import { openSandbox } from "../bot/sandbox.ts";
import { startWholeBot } from "../bot/setup.ts";
import type { Chat } from "../support/chat.ts";
import { readDescription } from "../support/openapi.ts";
import { createCaller, done } from "../support/service.ts";
import { anything, like, texts, words } from "../support/texts.ts";

vi.setConfig({ testTimeout: 180_000 });

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/**
 * Starts the bot with the built-in service and with the queue of watches (repeated checks). A `.com` costs $11.50 for
 * the first year and $12.50 for each renewal.
 */
async function startWatching() {
	const world = await startWholeBot();
	onTestFinished(() => world[Symbol.asyncDispose]());
	const { database, jobs, tasks, service } = world.ground;
	const { sql, db } = database;
	const watching = jobs.work({ db, queues: { "bot.watch": { due: dueRows["bot.watch"], handle: tasks.watch } } });
	onTestFinished(() => watching[Symbol.asyncDispose]());
	const { admin } = service;
	const setRenewal = async (renewCents: number) =>
		void done(await admin.setPrice(`renewal ${renewCents}`, { zone: ".com", registerCents: 1_150, renewCents }));
	await setRenewal(1_250);

	/** Waits until no watch is due, no order is open, and no event or notification is being processed. */
	async function rests(): Promise<void> {
		const busy = () => sql<{ what: string }[]>`
			select kind as what from bot.watches where state = 'running' and (wake_at <= clock() or lease_until > clock())
			union all select reference from bot.operations where confirmed_at is not null and settled_at is null
			union all select type from service.events where state = 'pending'
			union all select type from bot.inbox where state = 'new'
			union all select subject_kind from bot.outbox where state = 'waiting' and wake_at <= clock() + interval '5 s'`;
		await expect.poll(busy, { timeout: 60_000 }).toEqual([]);
	}
	return {
		world,
		admin,
		setRenewal,
		rests,
		/** Advances the clock and waits until everything that became due is done. */
		async pass(milliseconds: number): Promise<void> {
			await world.advance(milliseconds);
			await rests();
		},
		balance: async (userId: number) => done(await admin.show(userId)).balanceCents,
	};
}

const having = (anna: Chat, part: string) => anna.messages.filter(({ text }) => text?.includes(part));

describe.each(texts.locales)("in %s", (locale) => {
	const t = texts(locale);
	const w = (key: string, vars = {}) => words(t, key, vars);
	const renewed = (name: string) => w("operation-succeeded", { kind: "renew", what: name, count: 1 });

	it("renews by itself up to the price that was set in the chat, and sends a receipt", async () => {
		const { world, admin, pass, balance } = await startWatching();
		const anna = await openSandbox(world, locale);
		const name = `auto-${locale}.com`;
		done(await admin.register("own", anna.userId, name));
		await anna.until(name);
		await anna.says(`/domains ${name}`);
		await anna.taps(t("auto-open"));
		await anna.until(w("auto-off"));
		await anna.says("12.50");
		await anna.until(w("auto-on", { money: t.money(1_250) }));
		const before = await balance(anna.userId);

		await pass(350 * dayMs);
		expect(await balance(anna.userId)).toBe(before);
		for (let day = 1; day <= 3; day += 1) await pass(dayMs);
		const receipt = await anna.until(renewed(name));
		expect(receipt.text).toContain(w("operation-balance", { before: t.money(before), after: t.money(before - 1_250) }));
		expect(having(anna, renewed(name))).toHaveLength(1);
		expect(having(anna, w("alert-domain-renewed"))).toEqual([]);
		expect(having(anna, w("reminder-title", { count: 1 }))).toEqual([]);
		expect(await balance(anna.userId)).toBe(before - 1_250);

		const [reference = ""] = /#\w+/.exec(receipt.text ?? "") ?? [];
		await anna.says("/ops");
		await anna.until(w("operations-title"));
		expect(anna.buttons.flat().filter((label) => label.includes(name))).toHaveLength(1);
		await anna.says(reference);
		await anna.untilView(() => having(anna, renewed(name)).length === 2, "the order was not found again");
		await anna.says("/expiring 30");
		await anna.until(w("expiring-none", { days: 30, count: 0 }));
	});

	it("asks before it renews for more than the price that was set in the chat", async () => {
		const { world, admin, setRenewal, pass, balance } = await startWatching();
		const anna = await openSandbox(world, locale);
		const name = `dear-${locale}.com`;
		done(await admin.register("own", anna.userId, name));
		await anna.until(name);
		await anna.says(`/domains ${name}`);
		await anna.taps(t("auto-open"));
		await anna.taps(t("auto-up-to", { money: t.money(1_300) }));
		await anna.until(w("auto-on", { money: t.money(1_300) }));
		const before = await balance(anna.userId);

		await setRenewal(1_301);
		await pass(350 * dayMs);
		for (let day = 1; day <= 3; day += 1) await pass(dayMs);
		const question = await anna.until(w("auto-asks-ceiling"));
		expect(question.text).toMatch(like(w("renewal-expires", { name, date: anything })));
		expect(question.text).toContain(w("domain-renewal", { money: t.money(1_301) }));
		expect(having(anna, w("auto-asks-ceiling"))).toHaveLength(1);
		expect(having(anna, renewed(name))).toEqual([]);
		expect(await balance(anna.userId)).toBe(before);

		await anna.taps(t("domain-renew"));
		await anna.until(w("operation-quoted", { kind: "renew", what: name }));
		await anna.taps(t("operation-confirm", { money: t.money(1_301) }));
		await anna.until(renewed(name));
		await pass(dayMs);
		expect(having(anna, renewed(name))).toHaveLength(1);
		expect(await balance(anna.userId)).toBe(before - 1_301);
	});

	it("reports once what another program changed, and restores or accepts it", async () => {
		const { world, admin, rests, pass } = await startWatching();
		const { database, deps } = world.ground;
		const { userId, token } = done(await admin.openAccount("open", { whitelist: ["127.0.0.1"] }));
		const url = deps.service?.url ?? "";
		const program = createCaller(url, token, database, await readDescription(url));
		/** Returns the domain's records at the service, sorted, each as `hostname type value`. */
		async function zone(name: string): Promise<string[]> {
			const { body } = await program.get(`/domains/${name}/dns`);
			const { records } = body.result as { records: Record<"type" | "hostname" | "value", string>[] };
			return records.map(({ type, hostname, value }) => `${hostname} ${type} ${value}`).sort();
		}
		/**
		 * Replaces the domain's records at the service, as another program of the owner would. A record is written as `www
		 * A 203.0.113.80`.
		 */
		async function put(name: string, zone: readonly string[]): Promise<void> {
			const records = zone.map((each) => {
				const [hostname, type, value] = each.split(" ");
				return { hostname, type, value };
			});
			expect((await program.send("PUT", `/domains/${name}/dns`, { records })).status).toBe(200);
		}
		const hosts = Array.from({ length: 9 }, (_, index) => `host${index} A 203.0.113.${index}`);
		const known = [...hosts, "note TXT v1", "www A 203.0.113.80"];
		const attacked = ["evil A 198.51.100.67", ...hosts, "www A 198.51.100.66"];
		const grown = [...known, "mail A 203.0.113.81"].sort();

		const anna = await world.chat({ person: (await world.meet(locale)).id });
		await anna.starts();
		await anna.says(`/connect ${token}`);
		await anna.until(w("connected-done", { last4: token.slice(-4) }));
		const [stolen, moved] = [`stolen-${locale}.com`, `moved-${locale}.com`];
		for (const name of [stolen, moved]) {
			done(await admin.register(name, userId, name));
			await put(name, known);
			await anna.says(`/domains ${name}`);
			await anna.until(new RegExp(`^${name}`));
			await anna.taps(t("elsewhere-watch"));
			await anna.untilView(() => anna.buttons.flat().includes(t("elsewhere-unwatch")));
		}
		await rests();

		const alerts = (name: string) => having(anna, w("elsewhere-changed", { name }));
		await put(stolen, attacked);
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

		await put(moved, grown);
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
