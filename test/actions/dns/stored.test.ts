import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Operation } from "../../../src/actions/index.ts";
import type { SampleRecord } from "../../support/small-service-admin.ts";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";
import { pass } from "../operation/bought.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const blog: SampleRecord = { type: "A", name: "blog", content: "203.0.113.9", ttl: 300 };

/**
 * Creates a person with a domain. The returned `add` plans and confirms a new record, and sends it to the registrar.
 */
async function owner(domain: string) {
	const mine = await ownerOf(fixture, ++last, domain);
	const { personId } = mine;
	const add = async (record = { type: "A", hostname: "blog", value: "203.0.113.9", ttl: 300 }): Promise<Operation> =>
		mine.carryOut(
			await fixture.actions.dns.plan({ personId, domains: [domain], draft: {}, edits: [{ edit: "add", record }] }),
		);
	const reads = () => {
		const calls = fixture.service.calls.filter(({ path }) => path.includes(`${domain}/dns`));
		return calls.slice(calls.findLastIndex(({ method }) => method === "PUT")).filter(({ method }) => method === "GET");
	};
	return { ...mine, add, reads };
}

const checking = { state: "accepted", problem: { code: "unconfirmed" } };

describe("a change of records that the service confirmed", () => {
	it("succeeds without a read if the answer shows the records that were sent", async () => {
		const mine = await owner("same-answer.com");
		expect(await mine.add()).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(mine.reads()).toHaveLength(0);
	});

	it("is read once if the answer shows no records", async () => {
		const mine = await owner("no-answer.com");
		mine.owned.answersWithoutRecords = true;
		expect(await mine.add()).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(mine.reads()).toHaveLength(1);
	});

	it("succeeds if the read fails", async () => {
		const mine = await owner("no-read.com");
		mine.owned.answersWithoutRecords = true;
		const slow = { kind: "slow", until: Promise.resolve() } as const;
		fixture.service.fail(/no-read.com.dns/, slow, slow, slow, { kind: "page", status: 502 });
		expect(await mine.add()).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
	});

	it("reports what the service stored instead, once a second look shows it too", async () => {
		const mine = await owner("otherwise.com");
		mine.owned.stores = (sent) =>
			sent
				.filter(({ name }) => name !== "blog")
				.map((record) => (record.type === "A" ? { ...record, ttl: 600 } : record));
		const sent = await mine.add();
		expect(sent).toMatchObject(checking);
		await pass(fixture, 2, 0.5);
		const done = await mine.get(sent);
		expect(done).toMatchObject({
			state: "succeeded",
			undoable: true,
			items: [{ problem: { code: "stored_otherwise" } }],
			change: {
				diff: { added: [{ hostname: "blog" }] },
				stored: {
					removed: [{ hostname: "blog" }],
					changed: [{ before: { hostname: "@", ttl: 300 }, after: { ttl: 600 } }],
					kept: 1,
				},
			},
		});
		delete mine.owned.stores;
		const { personId } = mine;
		expect(await fixture.actions.operation.undo({ personId, operationId: sent.id })).toMatchObject({
			operation: { change: { diff: { changed: [{ before: { ttl: 600 }, after: { ttl: 300 } }], added: [] } } },
		});
	});

	it("fails if the old records stay for five minutes", async () => {
		const mine = await owner("kept-old.com");
		mine.owned.stores = () => [home, mail];
		const sent = await mine.add();
		expect(sent).toMatchObject(checking);
		await pass(fixture, 4);
		expect(await mine.get(sent)).toMatchObject(checking);
		await pass(fixture, 3, 0.5);
		expect(await mine.get(sent)).toMatchObject({ state: "failed", problem: { code: "not_stored" } });
	});

	it("succeeds if the service showed the old records only for a while", async () => {
		const mine = await owner("lagged.com");
		mine.owned.stores = () => [home, mail];
		const sent = await mine.add();
		await pass(fixture, 2);
		expect(await mine.get(sent)).toMatchObject(checking);
		mine.owned.records = [home, mail, blog];
		await pass(fixture, 3);
		const done = await mine.get(sent);
		expect(done).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		expect(done.change).not.toHaveProperty("stored");
	});

	it("does not count the state before an earlier change as another one", async () => {
		const mine = await owner("older.com");
		await mine.add({ type: "A", hostname: "first", value: "203.0.113.8", ttl: 300 });
		const after = [...mine.owned.records, blog];
		mine.owned.stores = () => [home, mail];
		const sent = await mine.add();
		await pass(fixture, 2, 0.5);
		expect(await mine.get(sent)).toMatchObject(checking);
		mine.owned.records = after;
		await pass(fixture, 3);
		expect(await mine.get(sent)).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
	});

	it("succeeds if the service respells the records, or chooses a priority that was not sent", async () => {
		const mine = await owner("respelled.com");
		mine.owned.stores = (sent) =>
			sent.toReversed().map((record, id) => ({
				...record,
				id,
				name: record.name === "@" ? "respelled.com." : `${record.name}.respelled.com.`,
				...(record.type !== "A" && { content: `${record.content}.`, priority: record.priority ?? 0 }),
			}));
		const sent = await mine.add({ type: "MX", hostname: "shop", value: "mail.example.net", ttl: 300 });
		expect(sent).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
	});

	it("succeeds if the service writes types without own rules, and texts, in its own form", async () => {
		const mine = await owner("own-form.com");
		const hash = "0c72ac70b745ac19998811b131d662c9ac69dbdbe7cb23e5b514b56664c5d3d6";
		const forms: Record<string, string> = {
			HTTPS: '1 svc.example.net. alpn="h3,h2"',
			TLSA: `3 1 1 ${hash.toUpperCase().slice(0, 56)} ${hash.toUpperCase().slice(56)}`,
			HINFO: "cpu os",
			TXT: `"${"a".repeat(255)}" "b"`,
			CAA: "0 issue ca.example",
		};
		mine.owned.stores = (sent) =>
			sent.map((record, id) => ({ ...record, id, content: forms[record.type] ?? record.content, comment: null }));
		const { personId, domain } = mine;
		const text = [
			"@ HTTPS 1 svc.example.net. alpn=h3,h2",
			`_443._tcp TLSA 3 1 1 ${hash}`,
			'@ HINFO "cpu" "os"',
			`@ TXT "${"a".repeat(255)}" "b"`,
			'@ CAA 0 issue "ca.example"',
		].join("\n");
		const plan = await fixture.actions.dns.importFile({ personId, domain, text, how: "add" });
		expect(await mine.carryOut(plan)).toMatchObject({ state: "succeeded", items: [{ problem: null }] });
		const again = await fixture.actions.dns.importFile({ personId, domain, text, how: "add" });
		expect(again).toEqual({ kind: "nothing", skipped: [{ domain, reason: "already_so" }] });
	});

	it("reports that the service stored another value of a type without own rules", async () => {
		const mine = await owner("other-value.com");
		mine.owned.stores = (sent) =>
			sent.map((record) => (record.type === "HTTPS" ? { ...record, content: "1 ." } : record));
		const { personId, domain } = mine;
		const text = "@ HTTPS 1 . alpn=h2";
		const sent = await mine.carryOut(await fixture.actions.dns.importFile({ personId, domain, text, how: "add" }));
		await pass(fixture, 2, 0.5);
		expect(await mine.get(sent)).toMatchObject({
			state: "succeeded",
			items: [{ problem: { code: "stored_otherwise" } }],
			change: { stored: { changed: [{ before: { value: "1 . alpn=h2" }, after: { value: "1 ." } }] } },
		});
	});
});
