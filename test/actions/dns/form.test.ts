import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { RecordEdit } from "../../../src/actions/index.ts";
import { timeLimits } from "../../../src/rules/operation/timing.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());
afterEach(async () => {
	delete fixture.service.records.only;
	fixture.service.heal();
	await fixture.database.sql`delete from bot.services`;
});

const sample = { type: "A", name: "www", content: "203.0.113.5" };
const formal = { type: "A", hostname: "www", value: "203.0.113.5" };
const add: RecordEdit = { edit: "add", record: formal };

/**
 * Confirms a plan that adds the first record to an empty zone. The job of the change has not run yet, so the bot has
 * sent nothing to the registrar.
 */
async function first(domain: string) {
	const mine = await ownerOf(fixture, ++last, domain, []);
	const planned = await fixture.actions.dns.plan({
		personId: mine.personId,
		domains: [domain],
		draft: {},
		edits: [add],
	});
	if (planned.kind !== "quoted") throw new Error(planned.kind);
	await mine.confirm(planned.operation);
	return {
		...mine,
		now: () => mine.get(planned.operation),
		writes: () => fixture.service.sent(new RegExp(`${domain}.dns`)),
	};
}

/**
 * Runs the first attempt to write the record. If the registrar refuses the field names of this attempt, also runs a
 * second attempt with the other names. The two pairs of names are `hostname` and `value`, and `name` and `content`.
 */
async function settled(): Promise<void> {
	await fixture.settle();
	await fixture.database.advance(timeLimits.shortest);
	await fixture.settle();
}

describe("the first record of a zone", () => {
	it("is sent in the other form, under another key, after the service refused the formal one", async () => {
		fixture.service.records.only = "sample";
		const mine = await first("sample-one.com");
		await settled();
		expect(await mine.now()).toMatchObject({ state: "succeeded" });
		expect(mine.owned.records).toEqual([sample]);
		const [one, two, ...more] = mine.writes();
		expect([one?.body, two?.body, more]).toEqual([{ records: [formal] }, { records: [sample] }, []]);
		expect(one?.key).not.toBe(two?.key);
	});

	it("is sent in the accepted form at once the next time, on every account of the service", async () => {
		fixture.service.records.only = "sample";
		await first("sample-two.com");
		await settled();
		const mine = await first("sample-three.com");
		await settled();
		expect(await mine.now()).toMatchObject({ state: "succeeded" });
		expect(mine.writes().map((each) => each.body)).toEqual([{ records: [sample] }]);
	});

	it("fails if both forms are refused, with the message about each", async () => {
		const mine = await first("refused.com");
		fixture.service.fail(
			/refused.com.dns$/,
			{ kind: "slow", until: Promise.resolve() },
			{ kind: "refused", status: 422, code: "validation_error" },
			{ kind: "slow", until: Promise.resolve() },
			{ kind: "refused", status: 422, code: "no_such_field" },
		);
		await settled();
		expect(mine.writes()).toHaveLength(2);
		expect(await mine.now()).toMatchObject({
			state: "failed",
			problem: {
				code: "no_such_field",
				message: "the small service says validation_error · the small service says no_such_field",
			},
		});
		const next = await first("allowed.com");
		await settled();
		expect(next.owned.records).toEqual([formal]);
	});

	it("is sent in the other form, which is then stored, if the service refuses the stored form", async () => {
		await first("known.com");
		await settled();
		fixture.service.records.only = "sample";
		const mine = await first("known-too.com");
		await settled();
		expect(await mine.now()).toMatchObject({ state: "succeeded" });
		const [one, two, ...more] = mine.writes();
		expect([one?.body, two?.body, more]).toEqual([{ records: [formal] }, { records: [sample] }, []]);
		expect(one?.key).not.toBe(two?.key);
		const next = await first("known-next.com");
		await settled();
		expect(next.writes().map((each) => each.body)).toEqual([{ records: [sample] }]);
	});

	it("keeps its bytes and key if an earlier attempt may have run", async () => {
		const mine = await first("doubt.com");
		fixture.service.fail(/doubt.com.dns$/, { kind: "slow", until: Promise.resolve() }, { kind: "reset" });
		await settled();
		fixture.service.records.only = "sample";
		await pass(fixture, 2);
		const writes = mine.writes();
		expect(writes.length).toBeGreaterThan(1);
		expect(new Set(writes.map(({ key }) => key)).size).toBe(1);
		expect(new Set(writes.map(({ body }) => JSON.stringify(body))).size).toBe(1);
	});
});
