import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { untilBlocked } from "../../support/blocked.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const minuteMs = 60_000;
let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	await fixture.database.sql`delete from bot.watches`;
	await fixture.database.sql`delete from bot.outbox`;
});

const other = () => fixture.service.openAccount();

/** Creates a person who lets the bot buy a taken name, for at most $40. */
async function allows(domain: string, ceilingCents = 4_000, account = fixture.service.openAccount()) {
	fixture.service.take(domain, other());
	const { personId } = await fixture.customer(++last, account);
	await fixture.database.sql`delete from bot.watches where kind <> 'name'`;
	const added = await fixture.actions.watch.add({ personId, name: domain, underCents: null });
	const watchId = added.kind === "watched" ? added.watchId : 0;
	const set = await fixture.actions.watch.setBuy({ personId, watchId, ceilingCents });
	expect(set).toEqual({ kind: "saved" });
	return {
		personId,
		account,
		watchId,
		read: () => fixture.actions.watch.read({ personId, watchId }),
		asked: async () => (await fixture.actions.watch.available({ personId, watchId }))?.asked,
	};
}

const frees = (domain: string) => fixture.service.owned.delete(domain);

/** Looks at all watched names, and runs what that caused. */
async function look(ms = 20 * minuteMs) {
	await fixture.database.advance(ms);
	await fixture.look();
	await fixture.settle();
}

describe("a standing order", () => {
	it("buys the name once when it is available at or under the ceiling, with a receipt", async () => {
		const { account, personId, read } = await allows("caught.com", 1_150);
		await look();
		expect(account.balanceCents).toBe(50_000);
		frees("caught.com");
		await look();
		await look();
		expect(account.balanceCents).toBe(50_000 - 1_150);
		expect(await fixture.notifications()).toEqual([`operation to ${personId}`]);
		expect(await read()).toBeNull();
	});

	it("asks once above the ceiling, also if the name flaps, and never charges", async () => {
		const { account, personId, asked } = await allows("flapping.com", 1_149);
		for (let flap = 0; flap < 4; flap += 1) {
			frees("flapping.com");
			await look();
			expect(await asked()).toBe("ceiling");
			fixture.service.take("flapping.com", other());
			await look();
		}
		expect(account.balanceCents).toBe(50_000);
		expect(await fixture.notifications()).toEqual([`name to ${personId}`]);
	});

	it("is held without a message while its person may not use the bot", async () => {
		const { account, personId } = await allows("not-allowed.com");
		const dear = await allows("too-dear-for-now.com", 1_149);
		fixture.deps.allowedUsers = new Set([personId + 1_000]);
		frees("not-allowed.com");
		frees("too-dear-for-now.com");
		await look();
		expect(account.balanceCents).toBe(50_000);
		expect(await fixture.notifications()).toEqual([]);
		fixture.deps.allowedUsers = null;
		await look();
		expect(account.balanceCents).toBe(50_000 - 1_150);
		expect(await dear.asked()).toBe("ceiling");
	});

	it("buys only once although the name flaps and its last answer was lost", async () => {
		const { account } = await allows("lost.com");
		frees("lost.com");
		fixture.service.fail(/register/, { kind: "lost" });
		await look();
		await look();
		await look();
		expect(account.balanceCents).toBe(50_000 - 1_150);
	});

	it("asks and does not charge if the account is frozen, the money or a limit is too small", async () => {
		const frozen = await allows("in-ice.com");
		const [row] = await fixture.database.sql`select account_id from bot.watches where id = ${frozen.watchId}`;
		const accountId = Number(row?.["account_id"]);
		await fixture.actions.freeze.freeze({ personId: frozen.personId, domain: "", accountId });
		const poor = await allows("poor.com", 4_000, fixture.service.openAccount(1_000));
		const capped = await allows("capped.com");
		await fixture.actions.settings.guard({ personId: capped.personId, dayCapCents: 1_000 });
		const careful = await allows("careful.com");
		await fixture.actions.settings.guard({ personId: careful.personId, askAboveCents: 1_000 });
		for (const domain of ["in-ice.com", "poor.com", "capped.com", "careful.com"]) frees(domain);
		await look();
		expect([await frozen.asked(), await poor.asked(), await capped.asked(), await careful.asked()]).toEqual([
			"frozen",
			"money",
			"cap",
			"sum",
		]);
		expect([frozen, capped, careful].map(({ account }) => account.balanceCents)).toEqual([50_000, 50_000, 50_000]);
		expect(poor.account.balanceCents).toBe(1_000);
	});

	it("buys nothing for a banned or disconnected person, or after its end", async () => {
		const banned = await allows("banned-buyer.com");
		await fixture.database.sql`update bot.people set banned_at = clock() where id = ${banned.personId}`;
		const gone = await allows("gone-buyer.com");
		const connection = await fixture.actions.connection.current({ personId: gone.personId });
		await fixture.actions.connection.disconnect({ personId: gone.personId, connectionId: connection?.id ?? 0 });
		const ended = await allows("ended-buyer.com");
		for (const domain of ["banned-buyer.com", "gone-buyer.com"]) frees(domain);
		await look();
		await fixture.database.advance(366 * 24 * 60 * minuteMs);
		frees("ended-buyer.com");
		await look();
		expect([banned, gone, ended].map(({ account }) => account.balanceCents)).toEqual([50_000, 50_000, 50_000]);
	});

	it("waits for a quote of the person, but not for what a program proposes", async () => {
		const { personId, account } = await allows("held-up.com");
		const patient = await allows("own-quote.com");
		const lines = [{ domain: "own-quote.com", years: 1 }];
		const { program, quote } = fixture.actions;
		const mandate = { name: "p", allows: ["register" as const], names: [], tag: null };
		const created = await program.create({
			personId,
			mandate: { ...mandate, dayCents: 9_000, orderCents: 9_000, days: 1 },
		});
		const entered = await program.authenticate({ token: created.kind === "shown_once" ? created.secret : "" });
		if (entered.kind !== "mandate") throw new Error(entered.kind);
		for (const domain of ["held-up.com", "own-quote.com"]) frees(domain);
		await fixture.database.advance(20 * minuteMs);
		const order = { action: "register" as const, domain: "held-up.com", years: 1 };
		const proposed = await program.propose({ mandate: entered.mandate, key: "k", order, reason: "" });
		expect(proposed.kind).toBe("proposed");
		await quote.register({ personId: patient.personId, lines });
		await look(0);
		expect(account.balanceCents).toBe(50_000 - 1_150);
		expect(patient.account.balanceCents).toBe(50_000);
	});

	it("leaves a program's proposal to the person if it may buy nothing itself", async () => {
		const { personId, account, asked } = await allows("twice-wanted.com", 4_000, fixture.service.openAccount(1_000));
		const { program } = fixture.actions;
		const mandate = { name: "p", allows: ["register" as const], names: [], tag: null };
		const sums = { dayCents: 9_000, orderCents: 9_000, days: 1 };
		const created = await program.create({ personId, mandate: { ...mandate, ...sums } });
		const entered = await program.authenticate({ token: created.kind === "shown_once" ? created.secret : "" });
		if (entered.kind !== "mandate") throw new Error(entered.kind);
		frees("twice-wanted.com");
		await look();
		expect(await asked()).toBe("money");
		await fixture.database.advance(20 * minuteMs);
		const order = { action: "register" as const, domain: "twice-wanted.com", years: 1 };
		await program.propose({ mandate: entered.mandate, key: "k", order, reason: "" });
		await look(0);
		const status = await program.status({ mandate: entered.mandate, key: "k" });
		expect(status).toMatchObject({ proposal: { operation: { state: "quoted" } } });
		expect(account.balanceCents).toBe(1_000);
	});

	it("leaves no quote behind that the person did not ask for", async () => {
		const dear = await allows("left-dear.com", 1_149);
		const careful = await allows("left-careful.com");
		await fixture.actions.settings.guard({ personId: careful.personId, askAboveCents: 1_000 });
		for (const domain of ["left-dear.com", "left-careful.com"]) frees(domain);
		for (let round = 0; round < 3; round += 1) await look();
		expect([await dear.asked(), await careful.asked()]).toEqual(["ceiling", "sum"]);
		for (const { personId } of [dear, careful]) {
			expect(
				await fixture.database.sql`
				select state from bot.operations where person_id = ${personId} and state <> 'withdrawn'`,
			).toEqual([]);
		}
		const rows = await fixture.database.sql`select from bot.operations where person_id = ${dear.personId}`;
		expect(rows).toHaveLength(0);
	});

	it("keeps what it bought if its ceiling or its watch changes at the same time", async () => {
		const { personId, watchId } = await allows("changed-meanwhile.com");
		const changes = [
			() => fixture.actions.watch.setBuy({ personId, watchId, ceilingCents: 2_000 }),
			() => fixture.actions.watch.add({ personId, name: "changed-meanwhile.com", underCents: 500 }),
		];
		for (const [index, change] of changes.entries()) {
			let changing: Promise<unknown> = Promise.resolve();
			await fixture.database.sql.begin(async (tx) => {
				await tx`update bot.watches set params = jsonb_set(params, '{buy,operationId}', ${String(index + 1)}::jsonb)
					where id = ${watchId}`;
				changing = change();
				await untilBlocked(fixture.database.sql);
			});
			await changing;
			const [row] = await fixture.database.sql`select params from bot.watches where id = ${watchId}`;
			expect(row?.["params"]).toMatchObject({ buy: { operationId: index + 1 } });
		}
	});

	it("leaves the person an order that they confirmed in the second in which it declined", async () => {
		const { personId, watchId, account } = await allows("tapped.com");
		frees("tapped.com");
		const { sql } = fixture.database;
		const [declines, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
		let [looking, declining]: Promise<unknown>[] = [];
		await sql.begin(async (tx) => {
			await tx`lock table bot.operations in share row exclusive mode`;
			looking = look();
			await untilBlocked(sql);
			declining = sql.begin(async (other) => {
				await other`update bot.watches set params = jsonb_set(params, '{buy,ceilingCents}', '1') where id = ${watchId}`;
				declines.resolve();
				await done.promise;
			});
			await declines.promise;
		});
		await untilBlocked(sql, 1, '"watches"');
		const [row] = await sql`select id from bot.operations where person_id = ${personId}`;
		const confirming = fixture.actions.operation.confirm({ personId, operationId: Number(row?.["id"]), number: 1 });
		await untilBlocked(sql, 2);
		done.resolve();
		expect((await confirming).kind).toBe("confirmed");
		await Promise.all([looking, declining]);
		await fixture.settle();
		expect(account.balanceCents).toBe(50_000 - 1_150);
	});

	it("of two people in one account buys the name once", async () => {
		const anna = await allows("wanted-twice.com");
		await allows("wanted-twice.com", 4_000, anna.account);
		frees("wanted-twice.com");
		await look();
		await look();
		expect(anna.account.balanceCents).toBe(50_000 - 1_150);
	});

	it("of two people with two accounts charges only one of them", async () => {
		const anna = await allows("raced-for.com");
		const boris = await allows("raced-for.com");
		frees("raced-for.com");
		await look();
		await look();
		const spent = [anna, boris].map(({ account }) => 50_000 - account.balanceCents);
		expect(spent.sort()).toEqual([0, 1_150]);
	});

	it("ends when its person confirmed that it ends, unless they extend the order itself", async () => {
		const { personId, read } = await allows("ends.com");
		const endsAt = (await read())?.endsAt;
		await fixture.database.advance(30 * 24 * 60 * minuteMs);
		await fixture.actions.watch.add({ personId, name: "ends.com", underCents: 2_000 });
		expect(await read()).toMatchObject({ endsAt, underCents: 2_000 });
		await fixture.actions.watch.add({ personId, name: "ends.com", underCents: 2_000, extendsOrder: true });
		expect((await read())?.endsAt?.getTime()).toBeGreaterThan((endsAt?.getTime() ?? 0) + 29 * 24 * 60 * minuteMs);
	});

	it("keeps its ceiling when the watch is extended, and can be turned off", async () => {
		const { personId, watchId, read, account } = await allows("turned-off.com");
		await fixture.actions.watch.add({ personId, name: "turned-off.com", underCents: 2_000 });
		expect(await read()).toMatchObject({ buyCents: 4_000, underCents: 2_000 });
		await fixture.actions.watch.setBuy({ personId, watchId, ceilingCents: null });
		expect(await read()).toMatchObject({ buyCents: null });
		frees("turned-off.com");
		await look();
		expect(account.balanceCents).toBe(50_000);
		expect(await fixture.notifications()).toEqual([`name to ${personId}`]);
	});

	it("refuses a ceiling that is no sum, and another person's watch", async () => {
		const { personId, watchId } = await allows("odd-ceiling.com");
		for (const ceilingCents of [0, -1, 1.5, 1e9, Number.NaN]) {
			expect(await fixture.actions.watch.setBuy({ personId, watchId, ceilingCents })).toEqual({ kind: "invalid" });
		}
		const { personId: stranger } = await fixture.customer(++last);
		const foreign = await fixture.actions.watch.setBuy({ personId: stranger, watchId, ceilingCents: 100 });
		expect(foreign).toEqual({ kind: "not_found" });
	});
});
