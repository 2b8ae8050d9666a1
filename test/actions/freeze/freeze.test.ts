import { connect } from "@domains/kit/postgres/connect.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createActions } from "../../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { quoted } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const quote = (domain: string) => quoted(fixture, ++last, domain);
const of = async (personId: number) => {
	const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
	return { personId, accountId, domain: "" };
};
const freeze = async ({ personId }: { personId: number }) => fixture.actions.freeze.freeze(await of(personId));

it("a freeze in one process refuses a confirmation in another", async () => {
	const anna = await quote("replica.com");
	const other = connect(fixture.database.url, { max: 2 });
	try {
		await createActions({ ...fixture.deps, db: other.db }).freeze.freeze(await of(anna.personId));
		expect(await anna.confirm()).toMatchObject({ kind: "frozen", domain: "" });
	} finally {
		await other[Symbol.asyncDispose]();
	}
});

it("no confirmation commits after a freeze was acknowledged, among many at once", async () => {
	const { personId, account } = await fixture.customer(++last);
	const quotes = [];
	for (let each = 0; each < 12; each += 1) quotes.push(await quoted(fixture, personId, `race-${each}.com`, account));
	let isAcknowledged = false;
	const frozen = freeze({ personId }).then(() => {
		isAcknowledged = true;
	});
	const confirms = await Promise.all(
		quotes.map(async ({ confirm }, index) => {
			const isLate = index > 5;
			while (isLate && !isAcknowledged) await new Promise(setImmediate);
			return { isLate, kind: (await confirm()).kind };
		}),
	);
	await frozen;
	expect(confirms.filter(({ isLate }) => isLate).map(({ kind }) => kind)).toEqual(Array(6).fill("frozen"));
	const confirmed = confirms.filter(({ kind }) => kind === "confirmed").length;
	const state = await fixture.actions.freeze.read({ personId, domain: "" });
	expect(state?.orders.references).toHaveLength(confirmed);
	await fixture.settle();
	expect(account.ledger).toHaveLength(confirmed);
});

it("names the ten oldest orders in progress, and counts the rest once each", async () => {
	const { personId, account } = await fixture.customer(++last);
	const references: string[] = [];
	for (let each = 0; each < 12; each += 1) {
		const { confirm } = await quoted(fixture, personId, `busy-${each}.com`, account);
		const result = await confirm();
		if (result.kind === "confirmed") references.push(result.operation.reference);
	}
	const read = async (domain: string) => (await fixture.actions.freeze.read({ personId, domain }))?.orders;
	expect(await read("")).toEqual({ references: references.slice(0, 10), more: 2 });
	expect(await read("busy-11.com")).toEqual({ references: references.slice(11), more: 0 });
	expect(await read("idle.com")).toEqual({ references: [], more: 0 });
	await fixture.settle();
	expect(await read("")).toEqual({ references: [], more: 0 });
});

it("an order that needs a new confirmation after the freeze is refused", async () => {
	const anna = await quote("dearer.com");
	await anna.confirm();
	await freeze(anna);
	fixture.service.prices.set(".com", { register: 1_999, renew: 1_250 });
	await fixture.settle();
	fixture.service.prices.set(".com", { register: 1_150, renew: 1_250 });
	expect(await anna.confirm(2)).toMatchObject({ kind: "frozen" });
	expect(anna.account.ledger).toEqual([]);
});

it("a freeze stays if the person deletes their data and connects again", async () => {
	const anna = await quote("thief.com");
	const { personId, account } = anna;
	await freeze(anna);
	await fixture.actions.operation.withdraw({ personId, operationId: anna.operationId });
	expect(await fixture.actions.privacy.forget({ personId })).toEqual({ kind: "forgotten" });
	const again = await quoted(fixture, personId, "thief.com", account);
	expect(await again.confirm()).toMatchObject({ kind: "frozen" });
	const state = await fixture.actions.freeze.read({ personId, domain: "" });
	expect(state?.freeze?.by).toEqual({ mine: false, name: null });
	expect(account.ledger).toEqual([]);
});

it("a person who is not connected to the account cannot freeze it", async () => {
	const anna = await quote("stranger.com");
	const stranger = await fixture.customer(++last);
	await fixture.actions.freeze.freeze({ ...(await of(anna.personId)), personId: stranger.personId });
	expect(await anna.confirm()).toMatchObject({ kind: "confirmed" });
});

it("reports that an end was cancelled only until the end is asked for again", async () => {
	const anna = await quote("asked-again.com");
	const { personId } = anna;
	const colleague = ++last;
	await fixture.customer(colleague);
	await fixture.actions.connection.connect({ personId: colleague, token: anna.account.token });
	await freeze(anna);
	const freezeId = (await fixture.actions.freeze.read({ personId, domain: "" }))?.freeze?.id ?? 0;
	await fixture.actions.freeze.end({ personId, freezeId });
	await fixture.actions.freeze.keep({ personId: colleague, freezeId });
	const [row] = await fixture.database.sql<{ person_id: string; facts: { keptBy: number } }[]>`
		select person_id, facts from bot.outbox
		where subject_kind = 'freeze' and subject_id = ${freezeId} and dedup_key like 'kept %'`;
	expect(Number(row?.person_id)).toBe(personId);
	const notice = () => fixture.actions.freeze.notice({ personId, freezeId, ...row?.facts });
	expect(await notice()).toEqual({ isOver: false, keptBy: colleague });
	await fixture.actions.freeze.end({ personId, freezeId });
	expect(await notice()).toBeNull();
});

it.each(["", "guarded.com"])("everyone who was connected when a freeze of %j began can keep it", async (domain) => {
	const anna = await quote(domain || "guarded-account.com");
	const { personId, account } = anna;
	if (domain) {
		await anna.confirm();
		await fixture.settle();
		await fixture.actions.domain.card({ personId, domain });
	}
	const boris = ++last;
	await fixture.customer(boris);
	const joined = await fixture.actions.connection.connect({ personId: boris, token: account.token });
	const connectionId = joined.kind === "connected" ? joined.connection.id : 0;
	await fixture.actions.freeze.freeze({ ...(await of(boris)), domain });
	const freezeId = (await fixture.actions.freeze.read({ personId: boris, domain }))?.freeze?.id ?? 0;
	expect(freezeId).toBeGreaterThan(0);

	const remove = () => fixture.actions.connection.remove({ personId, connectionId });
	expect(await remove()).toEqual({ kind: "frozen" });
	await fixture.actions.freeze.end({ personId, freezeId });
	expect(await remove()).toEqual({ kind: "frozen" });
	const told = await fixture.database.sql`
		select from bot.outbox where subject_kind = 'freeze' and subject_id = ${freezeId} and person_id = ${boris}
			and dedup_key like 'ends %'`;
	expect(told).toHaveLength(1);
	await fixture.actions.freeze.keep({ personId: boris, freezeId });
	expect((await fixture.actions.freeze.read({ personId, domain }))?.freeze?.end).toBeNull();

	await fixture.actions.freeze.end({ personId, freezeId });
	await fixture.database.advance(3_601_000);
	expect(await remove()).toMatchObject({ kind: "removed" });
});

it("a domain that a person locked does not keep others from being removed", async () => {
	const anna = await quote("locked-by-anna.com");
	const { personId, account, domain } = anna;
	await anna.confirm();
	await fixture.settle();
	await fixture.actions.domain.card({ personId, domain });
	const boris = ++last;
	await fixture.customer(boris);
	const joined = await fixture.actions.connection.connect({ personId: boris, token: account.token });
	await fixture.actions.freeze.freeze({ ...(await of(personId)), domain });
	expect((await fixture.actions.freeze.read({ personId, domain }))?.freeze).toBeDefined();
	const connectionId = joined.kind === "connected" ? joined.connection.id : 0;
	expect(await fixture.actions.connection.remove({ personId, connectionId })).toMatchObject({ kind: "removed" });
});
