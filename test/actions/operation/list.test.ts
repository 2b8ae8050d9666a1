import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../../src/actions/operation/read.ts";
import type { Db, Tx } from "../../../src/postgres/connect.ts";
import { createActionsFixture, type Desk } from "../fixture.ts";
import { quoted } from "./bought.ts";

let desk: Desk;
beforeAll(async () => {
	desk = await createActionsFixture();
});
afterAll(() => desk[Symbol.asyncDispose]());

/** The same database, where another writer changes rows after they were read and before they are counted. */
function movedBeforeCounting<D extends Db | Tx>(db: D, move: () => Promise<unknown>): D {
	return new Proxy(db, {
		get(target, name) {
			if (name === "$count") {
				return async (...given: Parameters<Db["$count"]>) => {
					await target.execute("select 1");
					await move();
					return await target.$count(...given);
				};
			}
			if (name === "transaction") {
				return (work: (tx: Tx) => Promise<unknown>, config: Parameters<Db["transaction"]>[1]) =>
					target.transaction((tx) => work(movedBeforeCounting(tx, move)), config);
			}
			const value: unknown = Reflect.get(target, name, target);
			return typeof value === "function" ? value.bind(target) : value;
		},
	});
}

it("counts the orders that it lists, although one of them changes in the meantime", async () => {
	const { personId, account } = await desk.customer(101);
	const held = await quoted(desk, personId, "list-held.com", account);
	await held.confirm();
	desk.service.reissue(account);
	await desk.tasks.operation(String(await held.requestId()), new AbortController().signal);
	const move = () => desk.database.sql`update bot.requests set hold = 'none' where hold = 'access'`;
	const deps = { ...desk.deps, db: movedBeforeCounting(desk.database.db, move) };
	const page = await list(deps, { personId, which: "needs_you", limit: 1 });
	expect(page).toMatchObject({ kind: "operations", total: page.kind === "operations" ? page.operations.length : -1 });
});
