import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCalls, runRequest } from "../../../src/actions/operation/run-request.ts";
import type { Client } from "../../../src/client/index.ts";
import { findRequest } from "../../../src/store/operations.ts";
import { createGate } from "../../support/gate.ts";
import { createLossyDb } from "../../support/lost-answers.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const { signal } = new AbortController();
const sending = /domains\/register/;
const quote = (domain: string) => quoted(fixture, ++last, domain);

async function confirmed(domain: string) {
	const bought = await quote(domain);
	await bought.confirm();
	return bought;
}

describe("an order", () => {
	it("continues if the account was reconnected before its refusal was stored", async () => {
		const bought = await confirmed("crossed.com");
		// The trigger sets the connection's state back to `live` as soon as it becomes `needs_token`. This simulates a
		// person who connects a new token at that moment.
		await fixture.database.sql.unsafe(`
			create function let_in() returns trigger language plpgsql as $$ begin new.state := 'live'; return new; end $$;
			create trigger let_in before update on bot.connections for each row
				when (new.state = 'needs_token') execute function let_in()`);
		fixture.service.fail(sending, { kind: "refused", status: 401, code: "unauthorized" });
		await fixture.settle();
		await fixture.database.sql.unsafe("drop trigger let_in on bot.connections; drop function let_in()");
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none" });
	});

	it("is sent once with our reference, settled, and reported with the balance around it", async () => {
		const bought = await confirmed("plain.com");
		await fixture.settle();
		await expectBoughtOnce(bought);
		expect(await bought.now()).toMatchObject({ balanceBeforeCents: 50_000, balanceAfterCents: 48_850 });
		const call = fixture.service.calls.find((each) => each.body["domain"] === "plain.com");
		expect(call?.body).toEqual({ domain: "plain.com", years: 1, external_ref: bought.reference });
	});

	it("continues at once, and is sent once, if the answer to any of its commits was lost", async () => {
		for (let commits = 1; commits <= 3; commits += 1) {
			const bought = await confirmed(`lost-commit-${commits}.com`);
			const lossy = createLossyDb(fixture.deps.db);
			let left = commits;
			const deps = {
				...fixture.deps,
				db: Object.assign(Object.create(lossy.db), {
					transaction: (...args: Parameters<typeof lossy.db.transaction>) => {
						left -= 1;
						if (left === 0) lossy.lose();
						return lossy.db.transaction(...args);
					},
				}),
			};
			await runRequest(deps, await bought.requestId(), signal);
			expect(left).toBeLessThanOrEqual(0);
			await expectBoughtOnce(bought);
			const sent = fixture.service.calls.filter((each) => each.body["domain"] === bought.domain);
			expect(sent).toHaveLength(1);
		}
	});

	it("is sent again under the same key if the database was lost while it was sent", async () => {
		const bought = await confirmed("lost-permit.com");
		let fails = true;
		const openClient: typeof fixture.deps.openClient = (access) => {
			const client = fixture.deps.openClient(access);
			return {
				...client,
				async send(...args) {
					const result = await client.send(...args);
					if (!fails) return result;
					fails = false;
					throw Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
				},
			};
		};
		await runRequest({ ...fixture.deps, openClient }, await bought.requestId(), signal);
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		await pass(fixture, 1);
		await expectBoughtOnce(bought);
	});

	it("of records keeps the service's answer if the database is lost right after it", async () => {
		const mine = await ownerOf(fixture, ++last, "empty-zone.com", []);
		const record = { type: "A", hostname: "new", value: "203.0.113.9" };
		const { personId, domain } = mine;
		const planned = await fixture.actions.dns.plan({
			personId,
			domains: [domain],
			draft: {},
			edits: [{ edit: "add", record }],
		});
		if (planned.kind !== "quoted") throw new Error(planned.kind);
		await mine.confirm(planned.operation, true);
		const [row] = await fixture.database.sql`
			select id from bot.requests where operation_id = ${planned.operation.id}`;
		const lost = () => Promise.reject(Object.assign(new Error("lost"), { code: "ECONNREFUSED" }));
		// The form of the records is stored, and the zone is read, after the answer and before its step is stored.
		const db = Object.assign(Object.create(fixture.deps.db), {
			insert: () => ({ values: () => ({ onConflictDoUpdate: lost }) }),
		});
		let isAnswered = false;
		const openClient: typeof fixture.deps.openClient = (access) => {
			const client = fixture.deps.openClient(access);
			return {
				...client,
				dns: (...args) => (isAnswered ? lost() : client.dns(...args)),
				async send(...args) {
					const result = await client.send(...args);
					isAnswered = true;
					if (result.kind !== "ok") return result;
					return { ...result, value: result.value.map(({ records: _, ...outcome }) => outcome) };
				},
			};
		};
		await runRequest({ ...fixture.deps, db, openClient }, Number(row?.["id"]), signal);
		expect(await mine.get(planned.operation)).toMatchObject({ state: "succeeded" });
	});

	it("is reported as soon as it is settled, however long the balance takes", async () => {
		const bought = await confirmed("slow-balance.com");
		using order = createGate();
		using balance = createGate();
		fixture.service.fail(sending, { kind: "slow", until: order.opened });
		const working = fixture.settle();
		const asked = () => fixture.service.calls.some((each) => each.body["domain"] === "slow-balance.com");
		await expect.poll(asked).toBe(true);
		fixture.service.fail(/account/, { kind: "slow", until: balance.opened });
		order.open();
		await expect.poll(async () => (await bought.now()).state).toBe("succeeded");
		await expectBoughtOnce(bought);
		expect(await bought.now()).toMatchObject({ balanceAfterCents: null });
		balance.open();
		await working;
		expect(await bought.now()).toMatchObject({ balanceAfterCents: 48_850 });
	});

	it("is sent by one of two concurrent workers", async () => {
		const bought = await confirmed("workers.com");
		const row = String(await bought.requestId());
		await Promise.all([1, 2, 3].map(() => fixture.tasks.operation(row, signal)));
		await expectBoughtOnce(bought);
		expect(fixture.service.calls.filter((each) => each.body["domain"] === "workers.com")).toHaveLength(1);
	});

	it("is not sent if the name was registered in the meantime", async () => {
		const bought = await confirmed("gone.com");
		fixture.service.take("gone.com", fixture.service.openAccount());
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "failed", problem: { code: "not_available" } });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
	});

	it("fails with the service's own words when it is refused", async () => {
		const bought = await confirmed("words.com");
		fixture.service.fail(sending, { kind: "refused", status: 409, code: "insufficient_funds" });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({
			state: "failed",
			problem: { code: "insufficient_funds", message: "the small service says insufficient_funds" },
		});
		expect(await bought.told()).toBe(1);
	});

	it("lapses if it could not be sent for a quarter of an hour", async () => {
		const bought = await confirmed("lapsed.com");
		await fixture.database.advance(15 * 60_000);
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "lapsed" });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
	});
});

describe("a price that rose", () => {
	it("is confirmed again with the difference, and the old button buys nothing", async () => {
		const bought = await confirmed("rose.com");
		const [com] = [fixture.service.prices.get(".com")];
		fixture.service.prices.set(".com", { register: 1_400, renew: 1_500 });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({
			state: "quoted",
			quote: { number: 2, totalCents: 1_400, previousCents: 1_150 },
			items: [{ priceCents: 1_400, renewCents: 1_500 }],
		});
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		expect(await bought.confirm(1)).toMatchObject({ kind: "superseded" });
		expect(await bought.confirm(2)).toMatchObject({ kind: "confirmed" });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "succeeded" });
		expect(bought.account.ledger).toEqual([{ domain: "rose.com", cents: 1_400 }]);
		fixture.service.prices.set(".com", com ?? { register: 0, renew: 0 });
	});
});

describe("a list in which one price rose and another fell by more", () => {
	async function confirmedList(tag: string) {
		const { personId, account } = await fixture.customer(++last);
		const lines = [`up-${tag}.com`, `down-${tag}.net`].map((domain) => ({ domain, years: 1 }));
		const listed = await fixture.actions.quote.register({ personId, lines });
		if (listed.kind !== "quoted") throw new Error(listed.kind);
		const { id: operationId } = listed.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		const find = async () => {
			const found = await fixture.actions.operation.get({ personId, operationId });
			return found.kind === "operation" ? found.operation : undefined;
		};
		return { account, find };
	}
	function move(): () => void {
		const before = [".com", ".net"].map((zone) => [zone, fixture.service.prices.get(zone)] as const);
		fixture.service.prices.set(".com", { register: 2_150, renew: 1_500 });
		fixture.service.prices.set(".net", { register: 300, renew: 1_500 });
		return () => {
			for (const [zone, price] of before) if (price) fixture.service.prices.set(zone, price);
		};
	}

	it("is confirmed again, since either item may be all that is bought", async () => {
		const { account, find } = await confirmedList("quoted");
		const back = move();
		await fixture.settle();
		expect(await find()).toMatchObject({ state: "quoted", quote: { number: 2, totalCents: 2_450 } });
		expect(account.ledger).toEqual([]);
		back();
	});

	it("is held back while it is in doubt", async () => {
		const { account, find } = await confirmedList("doubted");
		fixture.service.fail(sending, { kind: "reset" });
		await fixture.settle();
		const back = move();
		await pass(fixture, 20);
		expect(await find()).toMatchObject({ state: "failed" });
		expect(account.ledger).toEqual([]);
		back();
	});
});

describe("a price that rises while an order is in doubt", () => {
	const rise = (): void => void fixture.service.prices.set(".com", { register: 1_400, renew: 1_500 });
	const fall = (): void => void fixture.service.prices.set(".com", { register: 1_150, renew: 1_250 });

	async function inDoubt(domain: string, fault: { kind: "reset" } | { kind: "lost" }) {
		const bought = await confirmed(domain);
		fixture.service.fail(sending, fault);
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		return bought;
	}

	it("is not paid: the order is held back, and reported as not done", async () => {
		const bought = await inDoubt("rises.com", { kind: "reset" });
		rise();
		await pass(fixture, 20);
		expect(await bought.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "not_done" } }] });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		fall();
	});

	it("holds the order back only while it is higher", async () => {
		const bought = await inDoubt("rises-and-falls.com", { kind: "reset" });
		rise();
		await pass(fixture, 2);
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		fall();
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
	});

	it("does not delay the answer to an earlier purchase", async () => {
		const bought = await inDoubt("rises-after.com", { kind: "lost" });
		rise();
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
		fall();
	});
});

describe("an answer that never came", () => {
	it.each([
		["the connection broke before it was done", { kind: "reset" }],
		["the connection broke after it was done", { kind: "lost" }],
		["the service failed after it was done", { kind: "failed" }],
		["a proxy answered with a page", { kind: "page", status: 502 }],
		["a proxy refused with its own page", { kind: "page", status: 403 }],
	] as const)("is resolved with the same key and reported once: %s", async (name, fault) => {
		const bought = await confirmed(`answer-${name.replaceAll(" ", "-").slice(-20)}.com`);
		fixture.service.fail(sending, fault);
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		expect(await bought.told()).toBe(0);
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
		const calls = fixture.service.calls.filter((each) => each.body["domain"] === bought.domain);
		expect([calls.length, new Set(calls.map((each) => each.key)).size]).toEqual([2, 1]);
	});

	it("is found on the record if the service has forgotten the key", async () => {
		const bought = await confirmed("forgot.com");
		fixture.service.fail(sending, { kind: "lost" }, { kind: "refused", status: 404, code: "domain_not_found" });
		await pass(fixture, 3);
		await expectBoughtOnce(bought);
	});

	it("counts as no purchase after three lookups in vain, and the name can be bought again", async () => {
		const bought = await confirmed("never.com");
		fixture.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(fixture, 25);
		fixture.service.heal();
		await pass(fixture, 5);
		expect(await bought.now()).toMatchObject({ state: "failed", problem: { code: "not_done" } });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		expect((await quoted(fixture, bought.personId, "never.com", bought.account)).operationId).toBeGreaterThan(0);
	});

	it("is corrected by later proof, and reported", async () => {
		const bought = await confirmed("corrected.com");
		fixture.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(fixture, 30);
		fixture.service.heal();
		expect((await bought.now()).state).toBe("failed");
		fixture.service.take("corrected.com", bought.account, { external_ref: bought.reference });
		await fixture.actions.operation.lookAgain({ personId: bought.personId, operationId: bought.operationId });
		await fixture.settle();
		expect([(await bought.now()).state, await bought.told()]).toEqual(["succeeded", 2]);
	});

	it("needs a human if lookups do not settle it; the person's answer does", async () => {
		const operator = 9_000;
		fixture.deps.adminChatId = operator;
		const bought = await confirmed("human.com");
		fixture.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(fixture, 8);
		fixture.service.fail(
			/domains\/human/,
			...Array.from({ length: 100 }, () => ({ kind: "page", status: 502 }) as const),
		);
		await pass(fixture, 60, 10);
		fixture.service.heal();
		expect(await bought.now()).toMatchObject({ state: "needs_human" });
		fixture.deps.adminChatId = null;
		expect((await fixture.notifications()).filter((each) => each.startsWith("trouble"))).toEqual([
			`trouble to ${operator}`,
		]);
		const decide = {
			personId: bought.personId,
			operationId: bought.operationId,
			by: "person" as const,
			happened: false,
		};
		expect(await fixture.actions.operation.decide(decide)).toMatchObject({ operation: { state: "failed" } });
		expect(await bought.told()).toBe(2);
	});
});

describe("a list with an unknown outcome", () => {
	it("is settled name by name, by the person's answer about each", async () => {
		const { personId } = await fixture.customer(++last);
		const names = ["word-one.com", "word-two.com"];
		const lines = names.map((domain) => ({ domain, years: 1 }));
		const listed = await fixture.actions.quote.register({ personId, lines });
		if (listed.kind !== "quoted") throw new Error(listed.kind);
		const { id: operationId } = listed.operation;
		await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		fixture.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(fixture, 8);
		fixture.service.fail(
			/domains\/word/,
			...Array.from({ length: 100 }, () => ({ kind: "page", status: 502 }) as const),
		);
		await pass(fixture, 60, 10);
		fixture.service.heal();
		const say = (domain: string, happened: boolean) =>
			fixture.actions.operation.decide({ personId, operationId, by: "person", domain, happened });
		expect(await say("word-one.com", true)).toMatchObject({ operation: { state: "needs_human" } });
		expect(await say("elsewhere.com", true)).toMatchObject({ operation: { state: "needs_human" } });
		expect(await say("word-two.com", false)).toMatchObject({
			operation: {
				state: "succeeded",
				items: [
					{ domain: "word-one.com", phase: "succeeded" },
					{ domain: "word-two.com", phase: "failed", problem: { code: "said_by_person" } },
				],
			},
		});
	});
});

/**
 * Makes the next worker throw before or after it sends the order. The worker stores no result, so the database looks as
 * if the process had died.
 */
function die(when: "before" | "after"): void {
	const { openClient } = fixture.deps;
	fixture.deps.openClient = (access) => {
		const client = openClient(access);
		const send: Client["send"] = async (...input) => {
			fixture.deps.openClient = openClient;
			if (when === "after") await client.send(...input);
			throw new Error("killed");
		};
		return { ...client, send };
	};
}

describe("a process that dies", () => {
	it.each(["before", "after"] as const)("%s the call leaves one charge and one outcome", async (when) => {
		const bought = await confirmed(`killed-${when}.com`);
		die(when);
		await expect(fixture.settle()).rejects.toThrow("killed");
		expect((await bought.now()).state).toBe("sent");
		await fixture.settle();
		expect((await bought.now()).state).toBe("sent");
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
	});
});

async function rowsOf(bought: { requestId(): Promise<number> }) {
	const rows = await findRequest(fixture.database.db, await bought.requestId());
	if (!rows) throw new Error("the order has no request");
	return rows;
}

describe("a worker that was delayed", () => {
	/**
	 * Returns an order whose worker was killed right before it sent the first attempt. The database already says that the
	 * attempt is being sent. `goOn` sends it, as a delayed worker would.
	 */
	async function paused(domain: string) {
		const bought = await confirmed(domain);
		die("before");
		await expect(fixture.settle()).rejects.toThrow("killed");
		const rows = await rowsOf(bought);
		const goOn = () => runCalls(fixture.deps, { call: { do: "send", attempt: 1 }, rows }, signal);
		const calls = () => fixture.service.calls.filter((each) => each.body["domain"] === domain);
		return { ...bought, goOn, calls };
	}

	it("sends nothing if the answer would miss its lease, and the order is sent later", async () => {
		const bought = await paused("paused.com");
		await fixture.database.advance(16_000);
		await bought.goOn();
		expect([bought.calls(), (await bought.now()).state]).toEqual([[], "confirmed"]);
		await pass(fixture, 1);
		await expectBoughtOnce(bought);
		expect(bought.calls()).toHaveLength(1);
	});

	it("sends nothing if another worker took over", async () => {
		const bought = await paused("overtaken.com");
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
		await bought.goOn();
		expect(bought.calls()).toHaveLength(1);
	});

	it("sends the call within its lease", async () => {
		const bought = await paused("in-time.com");
		await fixture.database.advance(5_000);
		await bought.goOn();
		await expectBoughtOnce(bought);
	});
});

describe("lost access", () => {
	it("holds the order until the same account is reconnected, and asks for a fresh price", async () => {
		const bought = await confirmed("held.com");
		const token = fixture.service.reissue(bought.account);
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access" });
		expect(await bought.told()).toBe(1);
		const other = fixture.service.openAccount();
		await fixture.actions.connection.connect({ personId: bought.personId, token: other.token });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access" });
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 } });
		expect([bought.account.ledger, other.ledger]).toEqual([[], []]);
		await bought.confirm(2);
		await fixture.settle();
		expect(bought.account.ledger).toHaveLength(1);
	});

	it.each([
		["the service is down", { kind: "reset" } as const, 1],
		["it is blocked", { kind: "refused", status: 429, code: "rate_limited", retryAfter: 60 } as const, 2],
	])("asks for a fresh price although, at the reconnect, %s", async (why, fault, minutes) => {
		const bought = await confirmed(`again-${why.length}.com`);
		const token = fixture.service.reissue(bought.account);
		await fixture.settle();
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		fixture.service.fail(/search/, fault);
		await fixture.settle();
		const accessRefusal = { refused: "nothing", connectionId: expect.any(Number) };
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access", accessRefusal });
		await pass(fixture, minutes);
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 } });
		expect(bought.account.ledger).toEqual([]);
	});

	it("pauses calls to a service that is down, and lapses in time", async () => {
		const bought = await confirmed("down.com");
		const token = fixture.service.reissue(bought.account);
		await fixture.settle();
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		const before = fixture.service.calls.length;
		fixture.service.fail(/search/, ...Array.from({ length: 500 }, () => ({ kind: "reset" }) as const));
		await fixture.settle();
		// The bot may search at most twice. Each search may take two calls, because the client may repeat a failed read
		// once.
		expect(fixture.service.calls.length - before).toBeLessThan(5);
		await pass(fixture, 16);
		fixture.service.heal();
		expect(await bought.now()).toMatchObject({ state: "lapsed", hold: "none" });
		const [spent] = await fixture.database.sql`
			select spent_cents from bot.spend_days where person_id = ${bought.personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
	});

	it("permits only lookups of an order that may have run", async () => {
		const bought = await confirmed("doubt.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		const token = fixture.service.reissue(bought.account);
		await pass(fixture, 2);
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "access" });
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "succeeded" });
		expect(bought.account.ledger).toHaveLength(1);
		expect(fixture.service.calls.filter((each) => each.body["domain"] === "doubt.com").length).toBeLessThanOrEqual(2);
	});
});

describe("a new token", () => {
	it("permits only lookups of an order that may have run, if it came before the old one was refused", async () => {
		const bought = await confirmed("reissued.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "none" });
		const token = fixture.service.reissue(bought.account);
		await fixture.database.advance(500);
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
		expect(fixture.service.calls.filter((each) => each.body["domain"] === "reissued.com")).toHaveLength(1);
	});

	it("prevents a further attempt that was about to be sent", async () => {
		const bought = await confirmed("crossing.com");
		fixture.service.fail(sending, { kind: "lost" });
		await fixture.settle();
		await fixture.database.advance(3_000);
		die("before");
		await expect(fixture.settle()).rejects.toThrow("killed");
		const token = fixture.service.reissue(bought.account);
		await fixture.actions.connection.connect({ personId: bought.personId, token });
		await runCalls(fixture.deps, { call: { do: "send", attempt: 2 }, rows: await rowsOf(bought) }, signal);
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
		expect(fixture.service.calls.filter((each) => each.body["domain"] === "crossing.com")).toHaveLength(1);
	});

	it("is not marked as refused by a late refusal of the old one", async () => {
		const { personId, account } = await confirmed("late-refusal.com");
		await fixture.settle();
		const token = fixture.service.reissue(account);
		using late = createGate();
		fixture.service.fail(/account/, { kind: "slow", until: late.opened });
		const before = fixture.service.calls.length;
		const reading = fixture.actions.account.read({ personId });
		await expect.poll(() => fixture.service.calls.length).toBe(before + 1);
		await fixture.actions.connection.connect({ personId, token });
		late.open();
		expect(await reading).toMatchObject({ trouble: "unauthorized" });
		expect(await fixture.actions.connection.current({ personId })).toMatchObject({ state: "live" });
	});
});

describe("a busy service", () => {
	it("is not called until the block ends, then gets the same key", async () => {
		const bought = await confirmed("blocked.com");
		fixture.service.fail(sending, { kind: "refused", status: 429, code: "rate_limited", retryAfter: 120 });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({
			state: "confirmed",
			hold: "pace",
			holdUntil: expect.any(Date),
			holdIsLast: false,
		});
		const before = fixture.service.calls.length;
		await pass(fixture, 1);
		expect(fixture.service.calls.length).toBe(before);
		await pass(fixture, 2);
		await expectBoughtOnce(bought);
	});

	it("gets the same key while it still works on the first call", async () => {
		const bought = await confirmed("progress.com");
		fixture.service.fail(sending, { kind: "refused", status: 409, code: "request_in_progress" });
		await fixture.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "in_progress" });
		await pass(fixture, 1);
		await expectBoughtOnce(bought);
	});
});
