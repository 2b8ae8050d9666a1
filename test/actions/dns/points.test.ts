import { afterAll, beforeAll, expect, it } from "vitest";
import { home, mail, ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
let last = 0;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

async function saved(
	domain: string,
	prepare: (owned: Awaited<ReturnType<typeof ownerOf>>["owned"]) => void = () => {},
) {
	const mine = await ownerOf(fixture, ++last, domain, [home, { ...mail, proxied: true, id: "r-1" }]);
	prepare(mine.owned);
	const result = await fixture.actions.dns.savePoint({ personId: mine.personId, domain });
	if (result.kind !== "saved") throw new Error(result.kind);
	const which = { personId: mine.personId, domain, key: { pointId: result.pointId } };
	return { ...mine, result, which };
}

it("names the parts that the service does not report, and does not restore them", async () => {
	const { owned, result, which } = await saved("silent.com", (it) => (it.untold = ["nameservers", "edge_profile_key"]));
	expect(result.unreported).toEqual(["nameservers", "edge"]);
	owned.untold = [];
	expect(await fixture.actions.dns.point(which)).toMatchObject({ kind: "point", changes: [], unknown: [] });
	expect(await fixture.actions.dns.restore({ ...which, part: "nameservers" })).toEqual({ kind: "not_found" });
});

it("says which saved parts the service no longer reports", async () => {
	const plain = await saved("told.com");
	expect(plain.result.unreported).toEqual([]);
	plain.owned.untold = ["nameservers"];
	expect(await fixture.actions.dns.point(plain.which)).toMatchObject({ changes: [], unknown: ["nameservers"] });
	const served = await saved("told-edge.com", (it) => (it.edge = "main"));
	served.owned.untold = ["edge_profile_key"];
	expect(await fixture.actions.dns.point(served.which)).toMatchObject({ changes: [], unknown: ["edge"] });
});

it("names the fields of a record that a restore leaves as they are", async () => {
	const { owned, which, carryOut } = await saved("own-fields.com");
	owned.records = [home, { ...mail, proxied: false, id: "r-2" }];
	expect(await fixture.actions.dns.point(which)).toMatchObject({ changes: [], unrestored: ["proxied"] });
	owned.records = [home, { ...mail, content: "mx.example.net", proxied: false, id: "r-2" }];
	expect(await fixture.actions.dns.point(which)).toMatchObject({ changes: [{ unrestored: ["proxied"] }] });
	const plan = await fixture.actions.dns.restore({ ...which, part: "dns" });
	expect(plan).toMatchObject({ operation: { change: { unrestored: ["proxied"] } } });
	await carryOut(plan);
	expect(owned.records).toEqual([home, { ...mail, proxied: false, id: "r-2" }]);
});
