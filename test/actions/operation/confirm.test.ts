import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WhichOperations } from "../../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "./bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const quote = (domain: string, account?: Parameters<typeof quoted>[3]) => quoted(fixture, ++last, domain, account);

describe("confirming", () => {
	it("lets one of many taps win; the others see that it is done", async () => {
		const { confirm, now } = await quote("taps.com");
		const results = await Promise.all([1, 2, 3, 4].map(() => confirm()));
		expect(results.map((each) => each.kind).sort()).toEqual(["already", "already", "already", "confirmed"]);
		expect(await now()).toMatchObject({ state: "confirmed", confirmedAt: expect.any(Date) });
	});

	it("is refused to other people", async () => {
		const { account, operationId, now } = await quote("mine.com");
		const { personId: boris } = await fixture.customer(++last, account);
		const tapped = await fixture.actions.operation.confirm({ personId: boris, operationId, number: 1 });
		expect(tapped).toEqual({ kind: "not_found" });
		expect((await now()).state).toBe("quoted");
	});

	it("accepts only the current number", async () => {
		const { confirm } = await quote("number.com");
		expect(await confirm(2)).toMatchObject({ kind: "superseded", operation: { quote: { number: 1 } } });
	});

	it("is refused after five minutes, even before the cleanup", async () => {
		const { confirm, now } = await quote("late.com");
		await fixture.database.advance(5 * 60_000);
		expect(await confirm()).toMatchObject({ kind: "expired" });
		await fixture.settle();
		expect((await now()).state).toBe("lapsed");
		expect(await confirm()).toMatchObject({ kind: "expired" });
	});

	it("lets one of two people on an account buy a name, and names the other's operation", async () => {
		const anna = await quote("shared.com");
		const boris = await quote("shared.com", anna.account);
		const results = await Promise.all([anna.confirm(), boris.confirm()]);
		expect(results.map((each) => each.kind).sort()).toEqual(["busy", "confirmed"]);
		const winner = results[0]?.kind === "confirmed" ? anna : boris;
		expect(results.find((each) => each.kind === "busy")).toMatchObject({
			domain: "shared.com",
			other: { reference: winner.reference, mine: false },
		});
	});

	it("gives up on a lock that no operation holds but that cannot be taken, instead of retrying forever", async () => {
		const { confirm, now } = await quote("haunted.com");
		await fixture.database.sql.unsafe(`
			create sequence tries;
			create function refuse() returns trigger language plpgsql as $$ begin
				perform nextval('tries');
				raise unique_violation using constraint = 'items_lock';
			end $$;
			create trigger refuse before update on bot.items for each row when (new.locked) execute function refuse()`);
		await expect(confirm()).rejects.toThrow();
		const [tries] = await fixture.database.sql`select last_value::int as count from tries`;
		await fixture.database.sql.unsafe("drop trigger refuse on bot.items");
		expect(tries).toEqual({ count: 3 });
		expect((await now()).state).toBe("quoted");
		expect(await confirm()).toMatchObject({ kind: "confirmed" });
	});

	it("respects the person's daily cap, even for two concurrent confirms", async () => {
		const { personId, account, confirm } = await quote("cap-one.com");
		await fixture.database.sql`update bot.people set day_cap_cents = 2000 where id = ${personId}`;
		const other = await quoted(fixture, personId, "cap-two.com", account);
		const results = await Promise.all([confirm(), other.confirm()]);
		expect(results.map((each) => each.kind).sort()).toEqual(["confirmed", "over_cap"]);
		// The database's clock may be in tomorrow already, because other tests advance it.
		const [end] = await fixture.database.sql`
			select (date_trunc('day', clock() at time zone 'UTC') + interval '1 day') at time zone 'UTC' as at`;
		expect(results.find((each) => each.kind === "over_cap")).toMatchObject({
			capCents: 2_000,
			spentCents: 1_150,
			endsAt: end?.["at"],
		});
	});

	it("lets a person run three lists at once, even with four concurrent confirms, plus single names", async () => {
		const { personId, confirm } = await quote("beside-lists.com");
		const lists = await Promise.all(
			[1, 2, 3, 4].map(async (list) => {
				const lines = ["a", "b"].map((name) => ({ domain: `${name}-of-list-${list}.com`, years: 1 }));
				const result = await fixture.actions.quote.register({ personId, lines });
				if (result.kind !== "quoted") throw new Error(`no quote: ${result.kind}`);
				return result.operation.id;
			}),
		);
		const confirmed = (operationId: number) => fixture.actions.operation.confirm({ personId, operationId, number: 1 });
		const results = await Promise.all(lists.map(confirmed));
		expect(results.map((each) => each.kind).sort()).toEqual(["confirmed", "confirmed", "confirmed", "too_many_lists"]);
		expect(await confirm()).toMatchObject({ kind: "confirmed" });
		await fixture.settle();
		const [late] = results.filter((each) => each.kind === "too_many_lists");
		expect(await confirmed(late?.operation.id ?? 0)).toMatchObject({ kind: "confirmed" });
	});
});

describe("withdrawing", () => {
	it("leaves no trace while nothing was sent", async () => {
		const { personId, operationId, confirm, account, domain } = await quote("back.com");
		await confirm();
		const result = await fixture.actions.operation.withdraw({ personId, operationId });
		expect(result).toMatchObject({ kind: "withdrawn", operation: { state: "withdrawn" } });
		await fixture.settle();
		expect(account.ledger).toEqual([]);
		const [spent] = await fixture.database.sql`select spent_cents from bot.spend_days where person_id = ${personId}`;
		expect(spent).toEqual({ spent_cents: 0 });
		expect((await (await quote(domain, account)).confirm()).kind).toBe("confirmed");
	});

	it("is refused after the call was sent", async () => {
		const { personId, operationId, confirm } = await quote("sent.com");
		await confirm();
		await fixture.settle();
		expect(await fixture.actions.operation.withdraw({ personId, operationId })).toMatchObject({ kind: "too_late" });
	});
});

describe("reading", () => {
	it("finds an operation by its reference in any spelling, for people on the account only", async () => {
		const { personId, reference, account, confirm } = await quote("read.com");
		const { personId: boris } = await fixture.customer(++last, account);
		const { personId: carla } = await fixture.customer(++last);
		const read = (reader: number, text: string) =>
			fixture.actions.operation.read({ personId: reader, reference: text });
		expect(await read(personId, reference.slice(1).toLowerCase())).toMatchObject({
			operation: { reference, mine: true },
		});
		expect(await read(boris, reference)).toEqual({ kind: "not_found" });
		await confirm();
		expect(await read(boris, reference)).toMatchObject({ operation: { reference, mine: false } });
		expect(await read(carla, reference)).toEqual({ kind: "not_found" });
		expect(await read(personId, "'; drop table")).toEqual({ kind: "not_found" });
	});

	it("hides a quote from other people after it was dismissed, expired or superseded", async () => {
		const [left, over] = [await quote("left-alone.com"), await quote("over-alone.com")];
		const older = await quote("older-alone.com");
		await quoted(fixture, older.personId, older.domain, older.account);
		await fixture.actions.operation.withdraw(left);
		await fixture.database.advance(6 * 60_000);
		await fixture.settle();
		const states = await Promise.all([left, over, older].map(async ({ now }) => (await now()).state));
		expect(states).toEqual(["withdrawn", "lapsed", "superseded"]);
		for (const { account, reference, operationId } of [left, over, older]) {
			const { personId } = await fixture.customer(++last, account);
			expect(await fixture.actions.operation.read({ personId, reference })).toEqual({ kind: "not_found" });
			expect(await fixture.actions.operation.get({ personId, operationId })).toEqual({ kind: "not_found" });
		}
	});

	it("lists to a person who lost access their own operations and no others of the account", async () => {
		const boris = await quote("his.com");
		const { account, personId } = boris;
		await boris.confirm();
		await fixture.settle();
		const anna = await fixture.customer(++last, account);
		const token = fixture.service.reissue(account);
		await fixture.actions.connection.connect({ personId: anna.personId, token });
		const hers = await quoted(fixture, anna.personId, "hers.com", account);
		await hers.confirm();
		await fixture.settle();
		const shown = async (reader: number) => {
			const result = await fixture.actions.operation.list({ personId: reader });
			return result.kind === "operations" ? result.operations.map((each) => each.items[0]?.domain) : result.kind;
		};
		expect(await shown(anna.personId)).toEqual(["hers.com", "his.com"]);
		expect(await shown(personId)).toEqual(["his.com"]);
		expect(await fixture.actions.operation.read({ personId, reference: hers.reference })).toEqual({
			kind: "not_found",
		});
	});

	it("lists the newest first, by pages, without other people's quotes", async () => {
		const first = await quote("list-1.com");
		const { personId, account } = first;
		const references = [first.reference];
		for (const domain of ["list-2.com", "list-3.com"]) {
			references.unshift((await quoted(fixture, personId, domain, account)).reference);
		}
		const list = async (input: Parameters<typeof fixture.actions.operation.list>[0]) => {
			const result = await fixture.actions.operation.list(input);
			if (result.kind === "trouble") throw new Error(result.trouble);
			return result;
		};
		const page = await list({ personId, limit: 2 });
		expect(page.operations.map((each) => each.reference)).toEqual(references.slice(0, 2));
		expect(page.total).toBe(3);
		for (const offset of [2, 99]) {
			const rest = await list({ personId, limit: 2, offset });
			expect([rest.operations.map((each) => each.reference), rest.offset]).toEqual([references.slice(2), 2]);
		}
		await first.confirm();
		const { personId: boris } = await fixture.customer(++last, account);
		expect((await list({ personId: boris })).operations).toMatchObject([{ reference: first.reference }]);
	});

	it("filters the list by the person who must act, and by outcome", async () => {
		const lapsed = await quote("filter-lapsed.com");
		const { personId, account } = lapsed;
		const { personId: boris } = await fixture.customer(++last, account);
		const next = (domain: string) => quoted(fixture, personId, domain, account);
		await lapsed.confirm();
		await fixture.database.advance(15 * 60_000);
		await fixture.settle();
		const [done, failed] = [await next("filter-done.com"), await next("filter-failed.com")];
		fixture.service.take("filter-failed.com", fixture.service.openAccount());
		for (const { confirm } of [done, failed]) await confirm();
		await fixture.settle();
		await next("filter-quote.com");
		const [held, running] = [await next("filter-held.com"), await next("filter-running.com")];
		for (const { confirm } of [held, running]) await confirm();
		fixture.service.reissue(account);
		await fixture.tasks.operation(String(await held.requestId()), new AbortController().signal);
		const shown = async (which: WhichOperations, reader = personId) => {
			const result = await fixture.actions.operation.list({ personId: reader, which });
			if (result.kind === "trouble") throw new Error(result.trouble);
			return result.operations.map((each) => each.items[0]?.domain);
		};
		expect(await shown("done")).toEqual(["filter-done.com"]);
		expect(await shown("failed")).toEqual(["filter-failed.com", "filter-lapsed.com"]);
		expect(await shown("running")).toEqual(["filter-running.com"]);
		expect(await shown("needs_you")).toEqual(["filter-held.com", "filter-quote.com"]);
		expect(await shown("needs_you", boris)).toEqual([]);
		expect(await shown("running", boris)).toEqual(["filter-running.com", "filter-held.com"]);
		expect(await shown("open")).toEqual(["filter-running.com", "filter-held.com", "filter-quote.com"]);
		expect(await shown("open", boris)).toEqual(["filter-running.com", "filter-held.com"]);
		expect(await shown("purchases")).toEqual(await shown("all"));
		expect(await shown("changes")).toEqual([]);
	});
});
