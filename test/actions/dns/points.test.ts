import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
	const point = { holds: ["dns"] };
	expect(await fixture.actions.dns.point(which)).toMatchObject({ kind: "point", point, changes: [], unknown: [] });
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

it("restores a TTL that was set or removed since, and undoes that", async () => {
	const { personId, owned, which, carryOut } = await saved("ttl-only.com");
	const before = structuredClone(owned.records);
	const { ttl: _, ...unset } = home;
	const changed = [unset, { ...mail, proxied: true, id: "r-1", ttl: 600 }];
	owned.records = structuredClone(changed);
	const difference = { kind: "dns", diff: { removed: [], added: [], kept: 0 } };
	const found = await fixture.actions.dns.point(which);
	expect(found).toMatchObject({ changes: [difference], unrestored: [] });
	expect("changes" in found && found.changes[0]).toMatchObject({
		diff: {
			changed: [
				{ before: { hostname: "@", type: "A", ttl: null }, after: { ttl: 300 } },
				{ before: { type: "MX", ttl: 600 }, after: { ttl: null } },
			],
		},
	});
	const { id: operationId } = await carryOut(await fixture.actions.dns.restore({ ...which, part: "dns" }));
	expect(owned.records).toEqual(before);
	expect(await fixture.actions.dns.point(which)).toMatchObject({ changes: [] });
	expect(await fixture.actions.dns.restore({ ...which, part: "dns" })).toMatchObject({ kind: "nothing" });
	await carryOut(await fixture.actions.operation.undo({ personId, operationId }));
	expect(owned.records).toEqual(changed);
});

const servers = ["ns1.small.net", "ns2.small.net"];

async function owner(domain: string) {
	const mine = await ownerOf(fixture, 800 + ++last, domain);
	const { personId } = mine;
	const { dns } = fixture.actions;
	return {
		...mine,
		async save() {
			const saved = await dns.savePoint({ personId, domain });
			if (saved.kind !== "saved") throw new Error(saved.kind);
			return { pointId: saved.pointId };
		},
		point: (key: { pointId: number } | { operationId: number }) => dns.point({ personId, domain, key }),
		restore: (key: { pointId: number } | { operationId: number }, part: "nameservers" | "edge") =>
			dns.restore({ personId, domain, key, part }),
		bind: () => fixture.actions.edge.plan({ personId, wanted: [{ domain, profileKey: "main" }] }),
	};
}

describe("a point of a domain without an edge profile", () => {
	it("shows a profile that was connected since, also with the same nameservers, and disconnects it", async () => {
		const mine = await owner("joined.com");
		const saved = await mine.save();
		const bound = await mine.carryOut(await mine.bind(), true);
		expect(mine.owned.edge).toBe("main");
		for (const key of [saved, { operationId: bound.id }]) {
			const changes = [{ kind: "nameservers", after: servers, leavesEdge: true }];
			expect(await mine.point(key)).toMatchObject({ kind: "point", changes });
		}
		await mine.carryOut(await mine.restore(saved, "nameservers"), true);
		expect(mine.owned.edge).toBeUndefined();
		expect(await mine.point(saved)).toMatchObject({ changes: [] });
	});
});

describe("a change of nameservers that disconnects an edge profile", () => {
	it.each(["undo", "undo all", "restore"] as const)("connects it again: %s", async (way) => {
		const domain = `left-${way.replace(" ", "-")}.com`;
		const mine = await owner(domain);
		const { personId } = mine;
		await mine.carryOut(await mine.bind(), true);
		const target = { nameservers: ["ns1.other.net", "ns2.other.net"] };
		const left = await mine.carryOut(
			await fixture.actions.nameservers.plan({ personId, wanted: [{ domain, target }] }),
			true,
		);
		expect(mine.owned.edge).toBeUndefined();
		const key = { operationId: left.id };
		const point = { holds: ["edge"] };
		expect(await mine.point(key)).toMatchObject({ point, changes: [{ kind: "edge", after: "main" }] });
		const { undo } = fixture.actions.operation;
		const ways = {
			undo: () => undo({ personId, ...key }),
			"undo all": () => undo({ personId, ...key }),
			restore: () => mine.restore(key, "edge"),
		};
		await mine.carryOut(await ways[way](), true);
		expect(mine.owned.edge).toBe("main");
	});
});

it("a point stays readable while another account is active", async () => {
	const mine = await owner("switched.com");
	const key = await mine.save();
	await fixture.customer(mine.personId, fixture.service.openAccount());
	expect(await mine.point(key)).toMatchObject({ kind: "point", point: { key } });
});
