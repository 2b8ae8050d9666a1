import { afterAll, beforeAll, expect, it } from "vitest";
import { lockItems } from "../../../src/store/operations.ts";
import { endsUnblocked, untilBlocked } from "../../support/blocked.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const givenBack = "after update on bot.items for each row when (old.locked and not new.locked)";

/**
 * Creates a database trigger, runs `during`, and returns its result. `trigger` is the SQL of the trigger's event and
 * condition. Each transaction that fires the trigger waits until `during` has finished.
 */
async function heldAt<T>(trigger: string, during: () => Promise<T>): Promise<T> {
	const { sql } = fixture.database;
	await sql.unsafe(`
		create or replace function stand_still() returns trigger language plpgsql as $$ begin
			perform pg_advisory_xact_lock_shared(99, 1);
			return new;
		end $$;
		create or replace trigger held ${trigger} execute function stand_still()`);
	const result = await sql.begin(async (tx) => {
		await tx`select pg_advisory_xact_lock(99, 1)`;
		return { value: await during() };
	});
	return result.value as T;
}

it("does not deadlock two people whose orders end while each confirms the other's next name", async () => {
	const { sql } = fixture.database;
	const anna = await quoted(fixture, ++last, "hers-first.com");
	const boris = await quoted(fixture, ++last, "his-first.com", anna.account);
	const next = [
		await quoted(fixture, anna.personId, "his-first.com", anna.account),
		await quoted(fixture, boris.personId, "hers-first.com", anna.account),
	];
	for (const { confirm } of [anna, boris]) await confirm();
	const { results } = await heldAt(givenBack, async () => {
		const leaving = [anna, boris].map(({ personId, operationId }) =>
			fixture.actions.operation.withdraw({ personId, operationId }),
		);
		await untilBlocked(sql, 2);
		const confirming = next.map(({ confirm }) => confirm());
		await untilBlocked(sql, 4);
		return { results: Promise.all([...leaving, ...confirming]) };
	});
	expect((await results).map(({ kind }) => kind)).toEqual(["withdrawn", "withdrawn", "confirmed", "confirmed"]);
});

it("lets one of two lists win that contain the same domains in different order", async () => {
	const { sql } = fixture.database;
	const list = async (personId: number, names: string[]) => {
		const lines = names.map((domain) => ({ domain, years: 1 }));
		const result = await fixture.actions.quote.register({ personId, lines });
		if (result.kind !== "quoted") throw new Error(result.kind);
		const { id: operationId } = result.operation;
		return { operationId, confirm: () => fixture.actions.operation.confirm({ personId, operationId, number: 1 }) };
	};
	const { personId: anna, account } = await fixture.customer(++last);
	const { personId: boris } = await fixture.customer(++last, account);
	const hers = await list(anna, ["north.com", "south.com"]);
	const his = await list(boris, ["south.com", "north.com"]);
	const { results } = await heldAt(
		`before update on bot.items for each row
			when (new.locked and new.domain = 'south.com' and new.operation_id = ${hers.operationId})`,
		async () => {
			const first = hers.confirm();
			await untilBlocked(sql, 1);
			const second = his.confirm();
			await untilBlocked(sql, 2);
			return { results: Promise.all([first, second]) };
		},
	);
	expect((await results).map(({ kind }) => kind)).toEqual(["confirmed", "busy"]);
});

it("lets a person dismiss their quotes while a newer one supersedes the same quotes", async () => {
	const { sql } = fixture.database;
	const first = await quoted(fixture, ++last, "old-one.com");
	const second = await quoted(fixture, first.personId, "old-two.com", first.account);
	const { personId } = first;
	const { results } = await heldAt(
		`after update on bot.requests for each row
			when (new.phase = 'withdrawn' and new.operation_id = ${second.operationId})`,
		async () => {
			const leaving = fixture.actions.operation.leaveQuotes({ personId });
			await untilBlocked(sql, 1);
			const lines = ["old-one.com", "old-two.com"].map((domain) => ({ domain, years: 1 }));
			const quoting = fixture.actions.quote.register({ personId, lines });
			await untilBlocked(sql, 2);
			return { results: Promise.all([leaving, quoting]) };
		},
	);
	const [left, newer] = await results;
	expect(left.map(({ id }) => id)).toEqual([second.operationId, first.operationId]);
	expect(newer.kind).toBe("quoted");
	expect([(await first.now()).state, (await second.now()).state]).toEqual(["withdrawn", "withdrawn"]);
});

it("leaves the names of an order unlocked that exceeds the daily cap", async () => {
	const { personId, confirm, operationId } = await quoted(fixture, ++last, "over-cap.com");
	await fixture.database.sql`update bot.people set day_cap_cents = 1000 where id = ${personId}`;
	expect((await confirm()).kind).toBe("over_cap");
	const rows = await fixture.database.sql`select locked from bot.items where operation_id = ${operationId}`;
	expect(rows).toEqual([{ locked: false }]);
});

it("does not confirm an order above a daily cap that is lowered while the confirmation waits", async () => {
	const { db, sql } = fixture.database;
	const { personId, account, confirm } = await quoted(fixture, ++last, "capped.com");
	const other = await quoted(fixture, ++last, "not-capped.com", account);
	const [item] = await sql<{ id: number; accountId: number }[]>`
		select id::int, account_id::int as "accountId" from bot.items where operation_id = ${other.operationId}`;
	if (!item) throw new Error("the other order has no item");
	const [before, after] = [5_000, 1_000];
	await fixture.actions.settings.guard({ personId, dayCapCents: before });
	const { capCents, results } = await db.transaction(async (tx) => {
		await lockItems(tx, item.accountId, [item.id]);
		const confirming = confirm();
		await untilBlocked(sql, 1);
		const lowering = fixture.actions.settings.guard({ personId, dayCapCents: after });
		// If the change of the cap does not end now, it waits for the end of the confirmation.
		const isLowered = await endsUnblocked(sql, lowering, 2);
		return { capCents: isLowered ? after : before, results: Promise.all([confirming, lowering]) };
	});
	const [{ kind }] = await results;
	const [{ spent } = { spent: -1 }] = await sql<{ spent: number }[]>`
		select coalesce(sum(spent_cents), 0)::int as spent from bot.spend_days where person_id = ${personId}`;
	expect({ kind, spent }).toEqual(
		capCents === before ? { kind: "confirmed", spent: 1_150 } : { kind: "over_cap", spent: 0 },
	);
	expect((await fixture.actions.settings.read({ personId })).guard.dayCapCents).toBe(after);
});

it("confirms a list while an event settles another person's order for one of its names", async () => {
	const { sql } = fixture.database;
	const anna = await quoted(fixture, ++last, "shared.com");
	const { personId: boris } = await fixture.customer(++last, anna.account);
	const lines = ["shared.com", "alone.com"].map((domain) => ({ domain, years: 1 }));
	const list = await fixture.actions.quote.register({ personId: boris, lines });
	if (list.kind !== "quoted") throw new Error(list.kind);
	// Earlier tests left orders that are not sent yet. Send these first, so that the fault below hits Anna's order.
	await fixture.settle();
	await anna.confirm();
	fixture.service.fail(/domains\/register/, { kind: "lost" });
	await fixture.settle();
	expect((await anna.now()).state).toBe("unknown");
	const [event] = await sql<{ id: string }[]>`
		insert into bot.inbox (account_id, event_id, body_hash, type, domain, occurred_at, external_ref, body)
		select account_id, 'evt-shared', 'hash', 'domain.registered', 'shared.com', clock(), ${anna.reference}, '{}'
		from bot.operations where id = ${anna.operationId} returning id`;
	const { results } = await heldAt(givenBack, async () => {
		const settling = fixture.tasks.event(event?.id ?? "", new AbortController().signal);
		await untilBlocked(sql, 1);
		const confirming = fixture.actions.operation.confirm({
			personId: boris,
			operationId: list.operation.id,
			number: 1,
		});
		await untilBlocked(sql, 2);
		return { results: Promise.all([confirming, settling]) };
	});
	const [confirmed] = await results;
	expect(confirmed.kind).toBe("confirmed");
	expect((await anna.now()).state).toBe("succeeded");
});

it("connects two people who enter the new token of their account at the same moment", async () => {
	const { sql } = fixture.database;
	const account = fixture.service.openAccount();
	const [anna, boris] = [await fixture.customer(++last, account), await fixture.customer(++last, account)];
	const token = fixture.service.reissue(account);
	const connect = ({ personId }: { personId: number }) => fixture.actions.connection.connect({ personId, token });
	const { results } = await heldAt("before insert on bot.outbox for each row", async () => {
		const first = connect(anna);
		await untilBlocked(sql, 1);
		const second = connect(boris);
		await untilBlocked(sql, 2);
		return { results: Promise.all([first, second]) };
	});
	expect((await results).map(({ kind }) => kind)).toEqual(["connected", "connected"]);
});
