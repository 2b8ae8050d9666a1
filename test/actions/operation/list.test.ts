import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { list } from "../../../src/actions/operation/read.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "./bought.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Wraps the database so that `move` runs in the middle of a list of operations. The list has two queries: the first one
 * reads the rows, and the second one counts them. `move` runs between them.
 */
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
	const { personId, account } = await fixture.customer(101);
	const held = await quoted(fixture, personId, "list-held.com", account);
	await held.confirm();
	fixture.service.reissue(account);
	await fixture.tasks.operation(String(await held.requestId()), new AbortController().signal);
	const move = () => fixture.database.sql`update bot.requests set hold = 'none' where hold = 'access'`;
	const deps = { ...fixture.deps, db: movedBeforeCounting(fixture.database.db, move) };
	const page = await list(deps, { personId, which: "needs_you", limit: 1 });
	expect(page).toMatchObject({ kind: "operations", total: page.kind === "operations" ? page.operations.length : -1 });
});

it("lists a change of records under the changes and not under the purchases", async () => {
	const mine = await ownerOf(fixture, 102, "list-change.com");
	const record = { type: "A", hostname: "www", value: "203.0.113.5" };
	const plan = await fixture.actions.dns.plan({
		personId: 102,
		domains: [mine.domain],
		draft: {},
		edits: [{ edit: "add", record }],
	});
	await mine.carryOut(plan);
	expect(await list(fixture.deps, { personId: 102, which: "changes" })).toMatchObject({ total: 1 });
	expect(await list(fixture.deps, { personId: 102, which: "purchases" })).toMatchObject({ total: 0 });
	expect(await list(fixture.deps, { personId: 102, which: "open" })).toMatchObject({ total: 0 });
});
