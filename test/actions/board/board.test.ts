import type { Reader } from "@domains/kit/postgres/standby.ts";
import type { SQL } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BoardFacts, TickedNames } from "../../../src/actions/index.ts";
import { createActions } from "../../../src/actions/index.ts";
import { createTasks } from "../../../src/actions/tasks.ts";
import { forgetOld } from "../../../src/store/sweeps.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let personId: number;
let updateId = 0;
const signal = new AbortController().signal;
const all = { years: 1 };

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
beforeEach(async () => {
	fixture.service.heal();
	({ personId } = await fixture.customer(100 + updateId));
});

function send(names: readonly string[], more: { boardId?: number; tail?: string; as?: number } = {}): Promise<number> {
	updateId += 1;
	const { boardId = null, tail = "", as = personId } = more;
	const how = { refused: [], duplicates: 0, saidAt: 10, forwarded: false };
	return fixture.actions.board.add({ personId: as, boardId, updateId, names, tail, ...how });
}

async function read(boardId: number, choice = {}, as = personId): Promise<BoardFacts> {
	const query = { personId: as, boardId, choice: { ...all, ...choice }, offset: 0, limit: 25 };
	const found = await fixture.actions.board.read(query);
	if (found.kind !== "board") throw new Error(`not a board: ${JSON.stringify(found)}`);
	return found;
}

const tick = (boardId: number, names: TickedNames, choice = {}) =>
	fixture.actions.board.tick({ personId, boardId, choice: { ...all, ...choice }, ...names });

const numbered = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}${index}.com`);
const batches = () => fixture.service.calls.filter(({ path }) => path.includes("search/batch")).length;

describe("a short list", () => {
	it("is looked up when it is read, each name once, and never again", async () => {
		fixture.service.take("taken.com", fixture.service.openAccount());
		const boardId = await send(["one.com", "one.com", "taken.com", "no.zz"]);
		const found = await read(boardId);
		expect(found).toMatchObject({ state: "done", total: 3, checked: 3, duplicates: 1, trouble: null });
		expect(found.names).toMatchObject([
			{ name: "one.com", state: "available", registerCents: 1_150, chosen: true },
			{ name: "taken.com", state: "taken", chosen: false },
			{ name: "no.zz", state: "refused", code: "not_sold" },
		]);
		const before = fixture.service.calls.length;
		await read(boardId, { years: 2 });
		expect(fixture.service.calls.length).toBe(before);
	});

	it("tries again at the next reading if the service did not answer", async () => {
		fixture.service.fail(/search.batch/, ...Array.from({ length: 4 }, () => ({ kind: "reset" as const })));
		const boardId = await send(["again-a.com", "again-b.com"]);
		expect(await read(boardId)).toMatchObject({ checked: 0, trouble: { trouble: "service_down" } });
		fixture.service.heal();
		expect(await read(boardId)).toMatchObject({ checked: 2, trouble: null, state: "done" });
	});

	it("that exceeds the service's limit is split, and a name that is refused loses only itself", async () => {
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		fixture.service.fail(/search.batch/, odd, odd, odd, odd, odd, odd);
		const found = await read(await send(numbered(4, "half")));
		expect(found.counts).toMatchObject({ available: 3, refused: 1 });
		expect(found.names[3]).toMatchObject({ name: "half0.com", code: "odd" });
	});

	it("that is refused down to the last name is given up", async () => {
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		fixture.service.fail(/search.batch/, ...Array.from({ length: 48 }, () => odd));
		const before = batches();
		const found = await read(await send(numbered(60, "never")));
		expect(found.counts.available).toBe(0);
		expect(found.counts.unknown).toBeGreaterThan(0);
		expect(batches() - before).toBe(48);
	});

	it("that was given up is looked up again when the person asks for it, and no other name is", async () => {
		const odd = { kind: "refused", status: 422, code: "odd" } as const;
		fixture.service.fail(/search.batch/, ...Array.from({ length: 48 }, () => odd));
		const boardId = await send(numbered(60, "later"));
		const { unknown, refused } = (await read(boardId)).counts;
		expect(unknown).toBeGreaterThan(0);
		fixture.service.heal();
		const before = batches();
		await fixture.actions.board.resume({ personId, boardId });
		expect((await read(boardId)).counts).toMatchObject({ unknown: 0, refused, available: unknown });
		expect(batches() - before).toBe(1);
		await fixture.actions.board.resume({ personId, boardId });
		expect(await read(boardId)).toMatchObject({ state: "done" });
		expect(batches() - before).toBe(1);
	});

	it("keeps all ticks that come at once, and none of another person", async () => {
		const { personId: other } = await fixture.customer(9_002);
		const names = numbered(8, "tick");
		const boardId = await send(names);
		await read(boardId);
		const [first = "", ...others] = names;
		await Promise.all(others.map((name) => tick(boardId, { names: [name], ticked: false })));
		await fixture.actions.board.tick({ personId: other, boardId, choice: all, names: [first], ticked: false });
		const chosen = (await read(boardId)).names.filter((each) => each.chosen);
		expect(chosen.map(({ name }) => name)).toEqual([first]);
	});

	it("of a person without an account waits for one", async () => {
		await fixture.meet(9_000);
		const boardId = await send(["early-a.com", "early-b.com"], { as: 9_000 });
		const query = { personId: 9_000, boardId, choice: all, offset: 0, limit: 25 };
		expect(await fixture.actions.board.read(query)).toMatchObject({ trouble: "not_connected" });
		await fixture.customer(9_000);
		expect(await read(boardId, {}, 9_000)).toMatchObject({ checked: 2 });
	});
});

describe("a long list", () => {
	it("is looked up by jobs, one hundred names a call, and stays with its person", async () => {
		const before = batches();
		const boardId = await send(numbered(250, "long"));
		expect(await read(boardId)).toMatchObject({ checked: 0, total: 250, state: "running" });
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ checked: 250, state: "done" });
		// The bot has learned before that the fake registrar takes plain strings, so each batch takes one call.
		expect(batches() - before).toBe(3);
		const other = await fixture.customer(9_001);
		const query = { ...other, boardId, choice: all, offset: 0, limit: 25 };
		expect(await fixture.actions.board.read(query)).toEqual({ kind: "gone" });
	});

	it("holds 10,000 names and counts the rest", async () => {
		const boardId = await send([...numbered(10_000, "most"), "most0.com", "extra.com"]);
		expect(await read(boardId)).toMatchObject({ total: 10_000, leftOut: 1, duplicates: 1 });
		await fixture.actions.board.stop({ personId, boardId });
	});

	it("shows the counts and the names of one moment while a batch is answered", async () => {
		const boardId = await send(numbered(150, "moment"));
		let answered = false;
		const reader: Reader = (use) =>
			use(
				new Proxy(fixture.deps.db, {
					get(db, key) {
						if (key !== "execute") return Reflect.get(db, key);
						return async (statement: SQL) => {
							const found = await db.execute(statement);
							if (!answered) await fixture.settle();
							answered = true;
							return found;
						};
					},
				}),
			);
		const actions = createActions({ ...fixture.deps, reader });
		const input = { personId, boardId, choice: all, offset: 0, limit: 25 };
		expect(await actions.board.read(input)).toMatchObject({ checked: 0, names: [] });
		expect(await actions.board.read(input)).toMatchObject({ checked: 150, names: { length: 25 } });
	});

	it("orders the first names in the order shown, and sums only these", async () => {
		const dear = Array.from({ length: 600 }, (_, index) => `dear${index}.net`);
		const boardId = await send([...dear, ...numbered(600, "low")]);
		await fixture.settle();
		const total = async (sort: "price" | "sent") => {
			const { chosen, mostOrdered } = await read(boardId, { sort });
			expect({ count: chosen.count, mostOrdered }).toEqual({ count: 1_200, mostOrdered: 1_000 });
			return [chosen.nowCents, chosen.renewCents];
		};
		expect(await total("price")).toEqual([600 * 1_150 + 400 * 1_300, 600 * 1_250 + 400 * 1_300]);
		expect(await total("sent")).toEqual([600 * 1_300 + 400 * 1_150, 600 * 1_300 + 400 * 1_250]);
		const quoted = await fixture.actions.board.quote({ personId, boardId, choice: { ...all, sort: "sent" } });
		const ordered = quoted.kind === "quoted" ? quoted.operation.items.map(({ domain }) => domain) : [];
		expect(ordered.filter((name) => name.startsWith("dear"))).toHaveLength(600);
		expect(ordered).toContain("low399.com");
		expect(ordered).not.toContain("low400.com");
	});

	it("is added to once by an update that Telegram delivers twice", async () => {
		const boardId = await send(["first.com"], { tail: "sec" });
		updateId += 1;
		const part = { personId, boardId, updateId, names: ["second.com"], refused: [], duplicates: 0 };
		const more = { ...part, tail: "", saidAt: 11, forwarded: false };
		await fixture.actions.board.add(more);
		await fixture.actions.board.add(more);
		expect(await read(boardId)).toMatchObject({ total: 2, duplicates: 0 });
		const started = { ...more, boardId: null, updateId: updateId + 1 };
		updateId += 1;
		expect(await fixture.actions.board.add(started)).toBe(await fixture.actions.board.add(started));
	});

	it("looks up its last word once no further part can follow", async () => {
		const boardId = await send(numbered(101, "tail"), { tail: "last.com" });
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ checked: 101, state: "running" });
		await fixture.database.advance(4_000);
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ checked: 102, state: "done" });
	});

	it("stops at once, shows what was found, and continues", async () => {
		const boardId = await send(numbered(150, "stop"));
		await fixture.actions.board.stop({ personId, boardId });
		const before = fixture.service.calls.length;
		await fixture.tasks.board(String(boardId), signal);
		await fixture.settle();
		expect(fixture.service.calls.length).toBe(before);
		expect(await read(boardId)).toMatchObject({ state: "stopped", checked: 0 });
		await fixture.actions.board.resume({ personId, boardId });
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ state: "done", checked: 150 });
	});

	it("keeps its count when it is stopped, and looks up the batch that was on its way again", async () => {
		const boardId = await send(numbered(150, "flight"));
		const arrival = Promise.withResolvers<void>();
		const before = batches();
		fixture.service.fail(/search.batch/, { kind: "slow", until: arrival.promise });
		const running = fixture.tasks.board(String(boardId), signal);
		await expect.poll(() => batches() - before).toBe(1);
		await fixture.actions.board.stop({ personId, boardId });
		arrival.resolve();
		await running;
		expect(await read(boardId)).toMatchObject({ state: "stopped", checked: 0 });
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ state: "stopped", checked: 0 });
		await fixture.actions.board.resume({ personId, boardId });
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ state: "done", checked: 150 });
	});

	it("continues in another process after its process was killed in the middle", async () => {
		const boardId = await send(numbered(250, "kill"));
		let answered = 0;
		const dead = createTasks({
			...fixture.deps,
			openClient(access) {
				const client = fixture.deps.openClient(access);
				const searchBatch: typeof client.searchBatch = (...given) =>
					answered++ === 0 ? client.searchBatch(...given) : new Promise(() => {});
				return { ...client, searchBatch };
			},
		});
		void dead.board(String(boardId), signal);
		await expect.poll(() => answered).toBe(2);
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ checked: 100 });
		await fixture.database.advance(21_000);
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ checked: 250, state: "done" });
	});

	it("waits out a trouble that passes, and stops at one that its person must solve", async () => {
		const boardId = await send(numbered(101, "wait"));
		fixture.service.fail(/search.batch/, ...Array.from({ length: 4 }, () => ({ kind: "reset" as const })));
		await fixture.settle();
		fixture.service.heal();
		expect(await read(boardId)).toMatchObject({ state: "running", trouble: { trouble: "service_down" } });
		await fixture.database.advance(3_000);
		await fixture.settle();
		expect(await read(boardId)).toMatchObject({ state: "done", trouble: null });
		const second = await send(numbered(101, "shut"));
		fixture.service.fail(/search.batch/, { kind: "refused", status: 401, code: "unauthorized" });
		await fixture.settle();
		const found = await fixture.database
			.sql`select state, trouble->>'trouble' as why from bot.boards where id = ${second}`;
		expect(found[0]).toEqual({ state: "stopped", why: "unauthorized" });
	});

	it("of one person does not disturb another list, nor that of another person of the account", async () => {
		const { account } = await fixture.customer(9_002);
		await fixture.customer(9_003, account);
		const lists = [
			{ boardId: await send(numbered(120, "mine"), { as: 9_002 }), as: 9_002, total: 120 },
			{ boardId: await send(numbered(130, "mine"), { as: 9_002 }), as: 9_002, total: 130 },
			{ boardId: await send(numbered(140, "mine"), { as: 9_003 }), as: 9_003, total: 140 },
		];
		await Promise.all(lists.map(({ boardId }) => fixture.tasks.board(String(boardId), signal)));
		for (const { boardId, as, total } of lists)
			expect(await read(boardId, {}, as)).toMatchObject({ checked: total, total, state: "done" });
	});
});

describe("a board", () => {
	it("is filtered and summed for the selected names and years", async () => {
		const boardId = await send(["sum-a.com", "sum-b.net", "sum-c.com"]);
		expect(await read(boardId)).toMatchObject({
			available: 3,
			chosen: { count: 3, hidden: 0, nowCents: 3_600, renewCents: 3_800 },
		});
		await tick(boardId, { names: ["sum-b.net"], ticked: false });
		expect(await read(boardId)).toMatchObject({ chosen: { count: 2, nowCents: 2_300 } });
		expect(await read(boardId, { years: 3 })).toMatchObject({ chosen: { nowCents: 2_300 + 4 * 1_250 } });
		const cheap = await read(boardId, { filter: "under-12" });
		expect(cheap).toMatchObject({ matching: 2, available: 2, chosen: { count: 2 } });
		await tick(boardId, { names: "all", ticked: false }, { filter: "under-12" });
		expect(await read(boardId)).toMatchObject({ chosen: { count: 0 } });
		await tick(boardId, { names: "all", ticked: true });
		expect(await read(boardId)).toMatchObject({ chosen: { count: 3 } });
		await fixture.database.sql`update bot.accounts set balance_cents = 2500 where id in (
			select account_id from bot.boards where id = ${boardId})`;
		expect(await read(boardId, { filter: "balance" })).toMatchObject({ matching: 2, chosen: { nowCents: 2_300 } });
		expect(await read(boardId, { filter: "balance", years: 2 })).toMatchObject({ matching: 1 });
	});

	it("becomes one quote for the years, for its own account", async () => {
		const boardId = await send(["quote-a.com", "quote-b.com", "quote-c.com"]);
		await read(boardId);
		await fixture.customer(personId);
		await tick(boardId, { names: ["quote-b.com"], ticked: false });
		const quoted = await fixture.actions.board.quote({ personId, boardId, choice: { years: 2 } });
		expect(quoted).toMatchObject({ kind: "quoted", operation: { items: [{ years: 2 }, { years: 2 }] } });
		const [row] = await fixture.database.sql`
			select count(*)::int as count from bot.operations o join bot.boards b on b.account_id = o.account_id
			where b.id = ${boardId}`;
		expect(row?.["count"]).toBe(1);
	});

	it("takes part in exports and deletions, and goes with its connection or after 30 days", async () => {
		const boardId = await send(["gone-a.com", "gone-b.com"]);
		await read(boardId);
		const text = await fixture.actions.privacy.exportData({ personId });
		expect(JSON.parse(text)).toMatchObject({ boards: [{ id: boardId }], board_names: [{ name: "gone-a.com" }, {}] });
		const [connection] = await fixture.actions.connection.list({ personId });
		await fixture.actions.connection.disconnect({ personId, connectionId: connection?.id ?? 0 });
		const query = { personId, boardId, choice: all, offset: 0, limit: 25 };
		expect(await fixture.actions.board.read(query)).toEqual({ kind: "gone" });

		await fixture.customer(personId);
		const second = await send(["old-a.com", "old-b.com"]);
		expect(await fixture.actions.privacy.forget({ personId: (await fixture.customer(9_004)).personId })).toEqual({
			kind: "forgotten",
		});
		await fixture.database.advance(29 * 86_400_000);
		await forgetOld(fixture.database.db);
		expect(await read(second)).toMatchObject({ total: 2 });
		await fixture.database.advance(2 * 86_400_000);
		await forgetOld(fixture.database.db);
		const left = await fixture.database.sql`select name from bot.board_names where board_id = ${second}`;
		expect(left).toHaveLength(0);
	});
});
