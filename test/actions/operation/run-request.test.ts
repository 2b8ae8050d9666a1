import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCalls } from "../../../src/actions/operation/run-request.ts";
import type { Client } from "../../../src/client/index.ts";
import { createGate } from "../../support/gate.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";
import { expectBoughtOnce, pass, quoted } from "./bought.ts";

let desk: Desk;
let last = 0;

beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

const { signal } = new AbortController();
const sending = /domains\/register/;
const quote = (domain: string) => quoted(desk, ++last, domain);

async function confirmed(domain: string) {
	const bought = await quote(domain);
	await bought.confirm();
	return bought;
}

describe("an order", () => {
	it("continues if the account was reconnected before its refusal was stored", async () => {
		const bought = await confirmed("crossed.com");
		// The trigger acts as if the new token arrived between the two: the connection is live again at once.
		await desk.database.sql.unsafe(`
			create function let_in() returns trigger language plpgsql as $$ begin new.state := 'live'; return new; end $$;
			create trigger let_in before update on bot.connections for each row
				when (new.state = 'needs_token') execute function let_in()`);
		desk.service.fail(sending, { kind: "refused", status: 401, code: "unauthorized" });
		await desk.settle();
		await desk.database.sql.unsafe("drop trigger let_in on bot.connections; drop function let_in()");
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none" });
	});

	it("is sent once with our reference, settled, and reported with the balance around it", async () => {
		const bought = await confirmed("plain.com");
		await desk.settle();
		await expectBoughtOnce(bought);
		expect(await bought.now()).toMatchObject({ balanceBeforeCents: 50_000, balanceAfterCents: 48_850 });
		const call = desk.service.calls.find((each) => each.body["domain"] === "plain.com");
		expect(call?.body).toEqual({ domain: "plain.com", years: 1, external_ref: bought.reference });
	});

	it("is reported as soon as it is settled, however long the balance takes", async () => {
		const bought = await confirmed("slow-balance.com");
		using order = createGate();
		using balance = createGate();
		desk.service.fail(sending, { kind: "slow", until: order.opened });
		const working = desk.settle();
		const asked = () => desk.service.calls.some((each) => each.body["domain"] === "slow-balance.com");
		await expect.poll(asked).toBe(true);
		desk.service.fail(/account/, { kind: "slow", until: balance.opened });
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
		await Promise.all([1, 2, 3].map(() => desk.tasks.operation(row, signal)));
		await expectBoughtOnce(bought);
		expect(desk.service.calls.filter((each) => each.body["domain"] === "workers.com")).toHaveLength(1);
	});

	it("is not sent if the name was registered in the meantime", async () => {
		const bought = await confirmed("gone.com");
		desk.service.take("gone.com", desk.service.openAccount());
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "failed", problem: { code: "not_available" } });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
	});

	it("fails with the service's own words when it is refused", async () => {
		const bought = await confirmed("words.com");
		desk.service.fail(sending, { kind: "refused", status: 409, code: "insufficient_funds" });
		await desk.settle();
		expect(await bought.now()).toMatchObject({
			state: "failed",
			problem: { code: "insufficient_funds", message: "the small service says insufficient_funds" },
		});
		expect(await bought.told()).toBe(1);
	});

	it("lapses if it could not be sent for a quarter of an hour", async () => {
		const bought = await confirmed("lapsed.com");
		await desk.database.advance(15 * 60_000);
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "lapsed" });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
	});
});

describe("a price that rose", () => {
	it("is confirmed again with the difference, and the old button buys nothing", async () => {
		const bought = await confirmed("rose.com");
		const [com] = [desk.service.prices.get(".com")];
		desk.service.prices.set(".com", { register: 1_400, renew: 1_500 });
		await desk.settle();
		expect(await bought.now()).toMatchObject({
			state: "quoted",
			quote: { number: 2, totalCents: 1_400, previousCents: 1_150 },
			items: [{ priceCents: 1_400, renewCents: 1_500 }],
		});
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		expect(await bought.confirm(1)).toMatchObject({ kind: "stale" });
		expect(await bought.confirm(2)).toMatchObject({ kind: "confirmed" });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "succeeded" });
		expect(bought.account.ledger).toEqual([{ domain: "rose.com", cents: 1_400 }]);
		desk.service.prices.set(".com", com ?? { register: 0, renew: 0 });
	});
});

describe("a list in which one price rose and another fell by more", () => {
	async function confirmedList(tag: string) {
		const { personId, account } = await desk.customer(++last);
		const drafts = [`up-${tag}.com`, `down-${tag}.net`].map((domain) => ({ domain, years: 1 }));
		const listed = await desk.actions.quote.registerMany({ personId, drafts });
		if (listed.kind !== "quoted") throw new Error(listed.kind);
		const { id: operationId } = listed.operation;
		await desk.actions.operation.confirm({ personId, operationId, number: 1 });
		const find = async () => {
			const found = await desk.actions.operation.get({ personId, operationId });
			return found.kind === "operation" ? found.operation : undefined;
		};
		return { account, find };
	}
	function move(): () => void {
		const before = [".com", ".net"].map((zone) => [zone, desk.service.prices.get(zone)] as const);
		desk.service.prices.set(".com", { register: 2_150, renew: 1_500 });
		desk.service.prices.set(".net", { register: 300, renew: 1_500 });
		return () => {
			for (const [zone, price] of before) if (price) desk.service.prices.set(zone, price);
		};
	}

	it("is confirmed again, since either item may be all that is bought", async () => {
		const { account, find } = await confirmedList("quoted");
		const back = move();
		await desk.settle();
		expect(await find()).toMatchObject({ state: "quoted", quote: { number: 2, totalCents: 2_450 } });
		expect(account.ledger).toEqual([]);
		back();
	});

	it("is held back while it is in doubt", async () => {
		const { account, find } = await confirmedList("doubted");
		desk.service.fail(sending, { kind: "reset" });
		await desk.settle();
		const back = move();
		await pass(desk, 20);
		expect(await find()).toMatchObject({ state: "failed" });
		expect(account.ledger).toEqual([]);
		back();
	});
});

describe("a price that rises while an order is in doubt", () => {
	const rise = (): void => void desk.service.prices.set(".com", { register: 1_400, renew: 1_500 });
	const fall = (): void => void desk.service.prices.set(".com", { register: 1_150, renew: 1_250 });

	async function inDoubt(domain: string, fault: { kind: "reset" } | { kind: "lost" }) {
		const bought = await confirmed(domain);
		desk.service.fail(sending, fault);
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		return bought;
	}

	it("is not paid: the order is held back, and reported as not done", async () => {
		const bought = await inDoubt("rises.com", { kind: "reset" });
		rise();
		await pass(desk, 20);
		expect(await bought.now()).toMatchObject({ state: "failed", items: [{ problem: { code: "not_done" } }] });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		fall();
	});

	it("holds the order back only while it is higher", async () => {
		const bought = await inDoubt("rises-and-falls.com", { kind: "reset" });
		rise();
		await pass(desk, 2);
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		fall();
		await pass(desk, 2);
		await expectBoughtOnce(bought);
	});

	it("does not delay the answer to an earlier purchase", async () => {
		const bought = await inDoubt("rises-after.com", { kind: "lost" });
		rise();
		await pass(desk, 2);
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
		desk.service.fail(sending, fault);
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown" });
		expect(await bought.told()).toBe(0);
		await pass(desk, 2);
		await expectBoughtOnce(bought);
		const calls = desk.service.calls.filter((each) => each.body["domain"] === bought.domain);
		expect([calls.length, new Set(calls.map((each) => each.key)).size]).toEqual([2, 1]);
	});

	it("is found on the record if the service has forgotten the key", async () => {
		const bought = await confirmed("forgot.com");
		desk.service.fail(sending, { kind: "lost" }, { kind: "refused", status: 404, code: "domain_not_found" });
		await pass(desk, 3);
		await expectBoughtOnce(bought);
	});

	it("counts as no purchase after three lookups in vain, and the name can be bought again", async () => {
		const bought = await confirmed("never.com");
		desk.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(desk, 25);
		desk.service.heal();
		await pass(desk, 5);
		expect(await bought.now()).toMatchObject({ state: "failed", problem: { code: "not_done" } });
		expect([bought.account.ledger, await bought.told()]).toEqual([[], 1]);
		expect((await quoted(desk, bought.personId, "never.com", bought.account)).operationId).toBeGreaterThan(0);
	});

	it("is corrected by later proof, and reported", async () => {
		const bought = await confirmed("corrected.com");
		desk.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(desk, 30);
		desk.service.heal();
		expect((await bought.now()).state).toBe("failed");
		desk.service.take("corrected.com", bought.account, { external_ref: bought.reference });
		await desk.actions.operation.lookAgain({ personId: bought.personId, operationId: bought.operationId });
		await desk.settle();
		expect([(await bought.now()).state, await bought.told()]).toEqual(["succeeded", 2]);
	});

	it("needs a human if lookups do not settle it; the person's answer does", async () => {
		const operator = 9_000;
		desk.deps.adminChatId = operator;
		const bought = await confirmed("human.com");
		desk.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(desk, 8);
		desk.service.fail(/domains\/human/, ...Array.from({ length: 100 }, () => ({ kind: "page", status: 502 }) as const));
		await pass(desk, 60, 10);
		desk.service.heal();
		expect(await bought.now()).toMatchObject({ state: "needs_human" });
		desk.deps.adminChatId = null;
		expect((await desk.news()).filter((each) => each.startsWith("trouble"))).toEqual([`trouble to ${operator}`]);
		const decide = {
			personId: bought.personId,
			operationId: bought.operationId,
			by: "person" as const,
			happened: false,
		};
		expect(await desk.actions.operation.decide(decide)).toMatchObject({ operation: { state: "failed" } });
		expect(await bought.told()).toBe(2);
	});
});

describe("a list with an unknown outcome", () => {
	it("is settled name by name, by the person's answer about each", async () => {
		const { personId } = await desk.customer(++last);
		const names = ["word-one.com", "word-two.com"];
		const drafts = names.map((domain) => ({ domain, years: 1 }));
		const listed = await desk.actions.quote.registerMany({ personId, drafts });
		if (listed.kind !== "quoted") throw new Error(listed.kind);
		const { id: operationId } = listed.operation;
		await desk.actions.operation.confirm({ personId, operationId, number: 1 });
		desk.service.fail(sending, ...Array.from({ length: 40 }, () => ({ kind: "reset" }) as const));
		await pass(desk, 8);
		desk.service.fail(/domains\/word/, ...Array.from({ length: 100 }, () => ({ kind: "page", status: 502 }) as const));
		await pass(desk, 60, 10);
		desk.service.heal();
		const say = (domain: string, happened: boolean) =>
			desk.actions.operation.decide({ personId, operationId, by: "person", domain, happened });
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

/** Interrupts the next order: the process dies before or after the call, and stores nothing. */
function die(when: "before" | "after"): void {
	const { openClient } = desk.deps;
	desk.deps.openClient = (access) => {
		const client = openClient(access);
		const send: Client["send"] = async (...input) => {
			desk.deps.openClient = openClient;
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
		await expect(desk.settle()).rejects.toThrow("killed");
		expect((await bought.now()).state).toBe("sent");
		await desk.settle();
		expect((await bought.now()).state).toBe("sent");
		await pass(desk, 2);
		await expectBoughtOnce(bought);
	});
});

describe("a worker that was delayed", () => {
	/** Returns a worker that recorded the first attempt as sent and then stopped. */
	async function paused(domain: string) {
		const bought = await confirmed(domain);
		die("before");
		await expect(desk.settle()).rejects.toThrow("killed");
		const requestId = await bought.requestId();
		const goOn = () => runCalls(desk.deps, requestId, { do: "send", attempt: 1 }, signal);
		const calls = () => desk.service.calls.filter((each) => each.body["domain"] === domain);
		return { ...bought, goOn, calls };
	}

	it("sends nothing if the answer would miss its lease, and the order is sent later", async () => {
		const bought = await paused("paused.com");
		await desk.database.advance(16_000);
		await bought.goOn();
		expect([bought.calls(), (await bought.now()).state]).toEqual([[], "confirmed"]);
		await pass(desk, 1);
		await expectBoughtOnce(bought);
		expect(bought.calls()).toHaveLength(1);
	});

	it("sends nothing if another worker took over", async () => {
		const bought = await paused("overtaken.com");
		await pass(desk, 2);
		await expectBoughtOnce(bought);
		await bought.goOn();
		expect(bought.calls()).toHaveLength(1);
	});

	it("sends the call within its lease", async () => {
		const bought = await paused("in-time.com");
		await desk.database.advance(5_000);
		await bought.goOn();
		await expectBoughtOnce(bought);
	});
});

describe("lost access", () => {
	it("holds the order until the same account is reconnected, and asks for a fresh price", async () => {
		const bought = await confirmed("held.com");
		const token = desk.service.reissue(bought.account);
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access" });
		expect(await bought.told()).toBe(1);
		const other = desk.service.openAccount();
		await desk.actions.connection.connect({ personId: bought.personId, token: other.token });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access" });
		await desk.actions.connection.connect({ personId: bought.personId, token });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 } });
		expect([bought.account.ledger, other.ledger]).toEqual([[], []]);
		await bought.confirm(2);
		await desk.settle();
		expect(bought.account.ledger).toHaveLength(1);
	});

	it.each([
		["the service is down", { kind: "reset" } as const, 1],
		["it is blocked", { kind: "refused", status: 429, code: "rate_limited", retryAfter: 60 } as const, 2],
	])("asks for a fresh price although, at the reconnect, %s", async (why, fault, minutes) => {
		const bought = await confirmed(`again-${why.length}.com`);
		const token = desk.service.reissue(bought.account);
		await desk.settle();
		await desk.actions.connection.connect({ personId: bought.personId, token });
		desk.service.fail(/search/, fault);
		await desk.settle();
		const shut = { refused: "nothing", connectionId: expect.any(Number) };
		expect(await bought.now()).toMatchObject({ state: "confirmed", hold: "access", shut });
		await pass(desk, minutes);
		expect(await bought.now()).toMatchObject({ state: "quoted", hold: "none", quote: { number: 2 } });
		expect(bought.account.ledger).toEqual([]);
	});

	it("pauses calls to a service that is down, and lapses in time", async () => {
		const bought = await confirmed("down.com");
		const token = desk.service.reissue(bought.account);
		await desk.settle();
		await desk.actions.connection.connect({ personId: bought.personId, token });
		const before = desk.service.calls.length;
		desk.service.fail(/search/, ...Array.from({ length: 500 }, () => ({ kind: "reset" }) as const));
		await desk.settle();
		// The client may repeat a read once.
		expect(desk.service.calls.length - before).toBeLessThan(5);
		await pass(desk, 16);
		desk.service.heal();
		expect(await bought.now()).toMatchObject({ state: "lapsed", hold: "none" });
		const [spent] = await desk.database.sql`
			select spent_cents from bot.spend_days where person_id = ${bought.personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
	});

	it("permits only lookups of an order that may have run", async () => {
		const bought = await confirmed("doubt.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		const token = desk.service.reissue(bought.account);
		await pass(desk, 2);
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "access" });
		await desk.actions.connection.connect({ personId: bought.personId, token });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "succeeded" });
		expect(bought.account.ledger).toHaveLength(1);
		expect(desk.service.calls.filter((each) => each.body["domain"] === "doubt.com").length).toBeLessThanOrEqual(2);
	});
});

describe("a new token", () => {
	it("permits only lookups of an order that may have run, if it came before the old one was refused", async () => {
		const bought = await confirmed("reissued.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "none" });
		const token = desk.service.reissue(bought.account);
		await desk.database.advance(500);
		await desk.actions.connection.connect({ personId: bought.personId, token });
		await pass(desk, 2);
		await expectBoughtOnce(bought);
		expect(desk.service.calls.filter((each) => each.body["domain"] === "reissued.com")).toHaveLength(1);
	});

	it("prevents a further attempt that was about to be sent", async () => {
		const bought = await confirmed("crossing.com");
		desk.service.fail(sending, { kind: "lost" });
		await desk.settle();
		await desk.database.advance(3_000);
		die("before");
		await expect(desk.settle()).rejects.toThrow("killed");
		const token = desk.service.reissue(bought.account);
		await desk.actions.connection.connect({ personId: bought.personId, token });
		await runCalls(desk.deps, await bought.requestId(), { do: "send", attempt: 2 }, signal);
		await pass(desk, 2);
		await expectBoughtOnce(bought);
		expect(desk.service.calls.filter((each) => each.body["domain"] === "crossing.com")).toHaveLength(1);
	});

	it("is not marked as refused by a late refusal of the old one", async () => {
		const { personId, account } = await confirmed("late-refusal.com");
		await desk.settle();
		const token = desk.service.reissue(account);
		using late = createGate();
		desk.service.fail(/account/, { kind: "slow", until: late.opened });
		const before = desk.service.calls.length;
		const reading = desk.actions.account.read({ personId });
		await expect.poll(() => desk.service.calls.length).toBe(before + 1);
		await desk.actions.connection.connect({ personId, token });
		late.open();
		expect(await reading).toMatchObject({ trouble: "unauthorized" });
		expect(await desk.actions.connection.current({ personId })).toMatchObject({ state: "live" });
	});
});

describe("a busy service", () => {
	it("is not called until the block ends, then gets the same key", async () => {
		const bought = await confirmed("blocked.com");
		desk.service.fail(sending, { kind: "refused", status: 429, code: "rate_limited", retryAfter: 120 });
		await desk.settle();
		expect(await bought.now()).toMatchObject({
			state: "confirmed",
			hold: "pace",
			holdUntil: expect.any(Date),
			holdIsLast: false,
		});
		const before = desk.service.calls.length;
		await pass(desk, 1);
		expect(desk.service.calls.length).toBe(before);
		await pass(desk, 2);
		await expectBoughtOnce(bought);
	});

	it("gets the same key while it still works on the first call", async () => {
		const bought = await confirmed("progress.com");
		desk.service.fail(sending, { kind: "refused", status: 409, code: "request_in_progress" });
		await desk.settle();
		expect(await bought.now()).toMatchObject({ state: "unknown", hold: "in_progress" });
		await pass(desk, 1);
		await expectBoughtOnce(bought);
	});
});
