import { afterAll, beforeAll, expect, it } from "vitest";
import { ownerOf } from "./changing.ts";
import { type ActionsFixture, createActionsFixture } from "./fixture.ts";

const dayMs = 24 * 3_600_000;
const yearMs = 366 * dayMs;
let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Runs `work` while the clock of the database is a year ahead. */
async function inTheFuture<Result>(work: () => Promise<Result>): Promise<Result> {
	await fixture.database.advance(yearMs);
	const result = await work();
	await fixture.database.advance(-yearMs);
	return result;
}

it("a change that ended ahead of the clock does not make later reads outdated", async () => {
	const mine = await ownerOf(fixture, ++last, "changed-ahead.com");
	const { personId, domain, owned } = mine;
	const add = (hostname: string) => {
		const record = { type: "A", hostname, value: "203.0.113.7" };
		return fixture.actions.dns.plan({ personId, domains: [domain], draft: {}, edits: [{ edit: "add", record }] });
	};
	await inTheFuture(async () => mine.carryOut(await add("www")));
	expect(owned.records).toHaveLength(3);
	owned.records.splice(2);
	expect(await add("blog")).toMatchObject({ kind: "quoted" });
});

it("a list of domains that was read ahead of the clock is read again", async () => {
	const { personId, account } = await fixture.customer(++last);
	for (let index = 0; index < 600; index += 1) fixture.service.take(`listed-ahead-${index}.com`, account);
	const total = async () => {
		const query = { sort: "name", offset: 0, limit: 10 } as const;
		const read = await fixture.actions.domain.portfolio({ personId, query });
		return read.kind === "portfolio" ? read.total : read.kind;
	};
	expect(await inTheFuture(total)).toBe(600);
	fixture.service.owned.delete("listed-ahead-7.com");
	expect(await total()).toBe(599);
});

it("a renewal that was confirmed ahead of the clock does not stop auto-renew", async () => {
	const { personId, account } = await fixture.customer(++last);
	const [row] = await fixture.database.sql<{ at: Date }[]>`select clock() as at`;
	const domain = "renewed-ahead.com";
	const owned = fixture.service.take(domain, account, { expires: (row?.at.getTime() ?? 0) + 10 * dayMs });
	await fixture.actions.domain.portfolio({ personId, query: { sort: "name", offset: 0, limit: 10 } });
	await inTheFuture(async () => {
		const quoted = await fixture.actions.quote.renew({ personId, lines: [{ domain, years: 1 }] });
		if (quoted.kind !== "quoted") throw new Error(quoted.kind);
		await fixture.actions.operation.confirm({ personId, operationId: quoted.operation.id, number: 1 });
		await fixture.settle();
	});
	expect(account.ledger).toHaveLength(1);
	owned.expires -= yearMs - dayMs;
	await fixture.actions.domain.card({ personId, domain });
	await fixture.actions.renewal.setAuto({ personId, domains: [domain], ceilingCents: 1_300 });
	for (let half = 0; half < 4; half += 1) {
		await fixture.database.advance(13 * 3_600_000);
		await fixture.look();
		await fixture.settle();
	}
	expect(account.ledger).toHaveLength(2);
});
