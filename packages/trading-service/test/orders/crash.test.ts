import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createGate } from "../../../../test/support/gate.ts";
import { type Caller, ledgerOf, startService, type TestService } from "../../../../test/support/service.ts";
import { type Registrar, RegistrarFailure } from "../../src/registrar/port.ts";

/** Interrupts calls before or after they are executed, as a dead process or a broken connection does. */
function createUnstable() {
	const state: { before: () => Promise<void>; after: () => Promise<void>; close: () => Promise<void> } = {
		before: async () => {},
		after: async () => {},
		close: async () => {},
	};
	const executed: string[] = [];
	const wrap = (registrar: Registrar): Registrar => ({
		...registrar,
		async register(order, signal) {
			await state.before();
			const execution = await registrar.register(order, signal);
			if (execution.kind === "executed") executed.push(order.domain);
			await state.after();
			return execution;
		},
		async renew(order, signal) {
			await state.before();
			const execution = await registrar.renew(order, signal);
			if (execution.kind === "executed") executed.push(`${order.domain} again`);
			await state.after();
			return execution;
		},
		async close(id, signal) {
			await state.close();
			return await registrar.close(id, signal);
		},
	});
	const lost = async () => {
		throw new Error("the line broke");
	};
	return { state, executed, wrap, lost, works: async () => {} };
}

async function start() {
	const unstable = createUnstable();
	const world = await startService({ registrar: unstable.wrap });
	return { world, unstable, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() };
}

const register = (caller: Caller, domain: string, key: string) =>
	caller.send("POST", "/domains/register", { domain }, key);

/** Does what the queue would do. */
async function lookAgain({ service, database }: TestService) {
	const due = await database.sql<{ id: string }[]>`
		select id from service.orders where state = 'open' and wake_at <= clock()`;
	for (const { id } of due) await service.queues["service.order"].handle(id, new AbortController().signal);
}

async function clean({ service }: TestService) {
	await service.queues["service.cleanup"].handle("requests", new AbortController().signal);
}

describe("a registration whose answer from the registry was lost", () => {
	it("keeps the money held; a retry with the same key finds one charge and one execution", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		const key = randomUUID();
		unstable.state.after = unstable.lost;
		const first = await register(caller, "unanswered.com", key);
		expect([first.status, first.body.error?.code]).toEqual([500, "provider_error"]);
		expect((await ledgerOf(world.database, caller.userId)).account).toEqual({ balance: 8850, held: 1150 });
		expect((await caller.get("/domains/unanswered.com")).status).toBe(404);

		unstable.state.after = unstable.works;
		const second = await register(caller, "unanswered.com", key);
		expect(second.status).toBe(200);
		expect(second.headers.get("idempotency-replayed")).toBeNull();
		expect(unstable.executed).toEqual(["unanswered.com"]);
		expect(await ledgerOf(world.database, caller.userId)).toEqual({
			sums: { balance: 8850, held: 0, charges: 1 },
			account: { balance: 8850, held: 0 },
		});
		expect((await register(caller, "unanswered.com", key)).headers.get("idempotency-replayed")).toBe("true");
	});

	it("is settled by the sweep without a retry, with one event", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		const key = randomUUID();
		unstable.state.after = unstable.lost;
		await register(caller, "forgotten.com", key);
		await lookAgain(world);
		expect((await caller.get("/domains/forgotten.com")).status).toBe(404);
		await world.database.advance(11_000);
		await lookAgain(world);
		expect((await caller.get("/domains/forgotten.com")).status).toBe(200);
		expect(await world.database.sql`select type, domain from service.events`).toEqual([
			{ type: "domain.registered", domain: "forgotten.com" },
		]);
		expect((await register(caller, "forgotten.com", key)).body.result).toMatchObject({ charged_usd: 11.5 });
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 8850, held: 0, charges: 1 });
	});

	it("stays open while the registry does not answer", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		const key = randomUUID();
		unstable.state.after = unstable.lost;
		unstable.state.close = unstable.lost;
		await register(caller, "dark.com", key);
		expect((await register(caller, "dark.com", key)).status).toBe(500);
		await world.database.advance(11_000);
		await lookAgain(world);
		expect((await ledgerOf(world.database, caller.userId)).account).toEqual({ balance: 8850, held: 1150 });
		unstable.state.close = unstable.works;
		expect((await register(caller, "dark.com", key)).status).toBe(200);
		expect(unstable.executed).toEqual(["dark.com"]);
	});
});

describe("a registration that never reached the registry", () => {
	it("is executed by a retry with the same key", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		const key = randomUUID();
		unstable.state.before = unstable.lost;
		expect((await register(caller, "unsent.com", key)).status).toBe(500);
		unstable.state.before = unstable.works;
		expect((await register(caller, "unsent.com", key)).status).toBe(200);
		expect(unstable.executed).toEqual(["unsent.com"]);
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 8850, held: 0, charges: 1 });
	});

	it("releases its money without a retry, and the registry refuses the late order", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		using late = createGate();
		unstable.state.before = () => late.opened;
		const pending = register(caller, "late.com", randomUUID());
		await expect.poll(async () => (await ledgerOf(world.database, caller.userId)).account?.held).toBe(1150);
		await world.database.advance(61_000);
		await lookAgain(world);
		expect((await ledgerOf(world.database, caller.userId)).account).toEqual({ balance: 10_000, held: 0 });
		late.open();
		expect((await pending).status).not.toBe(200);
		expect(unstable.executed).toEqual([]);
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 10_000, held: 0, charges: 0 });
		expect((await caller.get("/domains/search?query=late.com")).body.result).toMatchObject({ available: true });
	});
});

describe("a stopped worker", () => {
	it("is replaced by a retry after its lease, and its finished orders are kept", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		const key = randomUUID();
		using gone = createGate();
		unstable.state.after = () => gone.opened;
		const first = register(caller, "killed.com", key);
		await expect.poll(() => unstable.executed.length).toBe(1);
		expect((await register(caller, "killed.com", key)).body.error?.code).toBe("request_in_progress");
		await world.database.advance(16_000);
		unstable.state.after = unstable.works;
		expect((await register(caller, "killed.com", key)).status).toBe(200);
		gone.open();
		await first;
		expect(unstable.executed).toEqual(["killed.com"]);
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 8850, held: 0, charges: 1 });
	});
});

describe("a renewal whose answer from the registry was lost", () => {
	it("is found and not executed again", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		await register(caller, "twice.com", randomUUID());
		const key = randomUUID();
		const renew = () => caller.send("POST", "/domains/twice.com/renew", { years: 1 }, key);
		unstable.state.after = unstable.lost;
		expect((await renew()).status).toBe(500);
		unstable.state.after = unstable.works;
		const answer = await renew();
		const domain = (await caller.get("/domains/twice.com")).body.result as { expires_at: string };
		expect(answer.body.result).toMatchObject({ status: "renewed", expires_at: domain.expires_at });
		expect(unstable.executed).toEqual(["twice.com", "twice.com again"]);
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 7600, held: 0, charges: 2 });
	});
});

describe("a retry with the same key after a day", () => {
	const minutes = (count: number): number => count * 60_000;
	const day = minutes(24 * 60);

	it("counts the day from the last answer, so a refused order is not bought twice", async () => {
		await using running = await start();
		const { world } = running;
		const caller = await world.open(20);
		await register(caller, "paid-once.com", randomUUID());
		const key = randomUUID();
		const renew = () => caller.send("POST", "/domains/paid-once.com/renew", { years: 2 }, key);
		expect((await renew()).body.error?.code).toBe("insufficient_funds");
		await world.database.advance(day - minutes(2));
		await world.service.admin.credit(randomUUID(), caller.userId, 50_000);
		const answer = await renew();
		expect(answer.status).toBe(200);
		await world.database.advance(minutes(3));
		await clean(world);
		const again = await renew();
		expect(again.headers.get("idempotency-replayed")).toBe("true");
		expect(again.text).toBe(answer.text);
		expect((await ledgerOf(world.database, caller.userId)).sums?.charges).toBe(2);
		await world.database.advance(day);
		expect((await renew()).headers.get("idempotency-replayed")).toBeNull();
	});

	it.each([
		["a retry", (renew: () => Promise<unknown>) => renew()],
		["the sweep", (_renew: () => Promise<unknown>, world: TestService) => lookAgain(world)],
	])("is kept while its order is open, and returns the outcome that %s found", async (_who, settle) => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(100);
		await register(caller, "dark-day.com", randomUUID());
		const key = randomUUID();
		const renew = () => caller.send("POST", "/domains/dark-day.com/renew", { years: 2 }, key);
		unstable.state.after = unstable.lost;
		unstable.state.close = unstable.lost;
		expect((await renew()).status).toBe(500);
		await world.database.advance(day + minutes(120));
		await clean(world);
		expect((await renew()).status).toBe(500);
		await world.database.advance(day + minutes(120));
		unstable.state.after = unstable.works;
		unstable.state.close = unstable.works;
		await settle(renew, world);
		expect((await renew()).body.result).toMatchObject({ status: "renewed", charged_usd: 25 });
		expect(unstable.executed).toEqual(["dark-day.com", "dark-day.com again"]);
		expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 6350, held: 0, charges: 2 });
	});
});

describe("a batch with an item whose outcome is unknown", () => {
	it("is not final: a retry processes only that item and keeps the other results", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(40);
		const key = randomUUID();
		const items = [{ domain: "b-1.com" }, { domain: "b-2.com" }, { domain: "b-3.law" }, { domain: "\u0000\ud800" }];
		const send = () => caller.send("POST", "/domains/register/batch", { items }, key);
		let calls = 0;
		unstable.state.after = async () => {
			calls += 1;
			if (calls === 2) throw new Error("the line broke");
		};
		const first = (await send()).body.result as { items: { success: boolean; error?: { code: string } }[] };
		expect(first.items.filter(({ success }) => success)).toHaveLength(1);
		expect(first.items.map(({ error }) => error?.code)).toContain("provider_error");
		expect(first.items[2]?.error?.code).toBe("insufficient_funds");

		await world.service.admin.credit(randomUUID(), caller.userId, 50_000);
		unstable.state.after = unstable.works;
		const second = await send();
		const { items: results } = second.body.result as typeof first;
		expect(results.map(({ success, error }) => error?.code ?? success)).toEqual([
			true,
			true,
			"insufficient_funds",
			"invalid_domain",
		]);
		expect(unstable.executed.toSorted()).toEqual(["b-1.com", "b-2.com"]);
		const third = await send();
		expect(third.headers.get("idempotency-replayed")).toBe("true");
		expect(third.text).toBe(second.text);
		expect((await ledgerOf(world.database, caller.userId)).sums?.charges).toBe(2);
	});

	it("stores the answer if the registry refused and did nothing", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(40);
		const key = randomUUID();
		const send = () => caller.send("POST", "/domains/register/batch", { items: [{ domain: "failed.com" }] }, key);
		unstable.state.before = async () => {
			throw new RegistrarFailure("no");
		};
		const first = await send();
		unstable.state.before = unstable.works;
		const second = await send();
		expect(second.headers.get("idempotency-replayed")).toBe("true");
		expect(second.text).toBe(first.text);
		expect((await ledgerOf(world.database, caller.userId)).account).toEqual({ balance: 4_000, held: 0 });
	});

	it("returns request_in_progress for every item while it runs", async () => {
		await using running = await start();
		const { world, unstable } = running;
		const caller = await world.open(40);
		const key = randomUUID();
		using slow = createGate();
		unstable.state.before = () => slow.opened;
		const items = [{ domain: "p-1.com", client_ref: "one" }, { domain: "p..2" }];
		const send = () => caller.send("POST", "/domains/register/batch", { items }, key);
		const first = send();
		await expect.poll(async () => (await ledgerOf(world.database, caller.userId)).account?.held).toBe(1150);
		const meanwhile = await send();
		expect(meanwhile.status).toBe(200);
		expect(meanwhile.body.result).toMatchObject({
			count: 2,
			failed: 2,
			items: [
				{ index: 0, domain: "p-1.com", client_ref: "one", error: { code: "request_in_progress" } },
				{ index: 1, domain: "p..2", error: { code: "request_in_progress" } },
			],
		});
		slow.open();
		expect((await first).body.result).toMatchObject({ success: 1, failed: 1 });
	});
});
