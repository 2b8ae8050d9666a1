import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const hourMs = 3_600_000;
let fixture: ActionsFixture;
let next = 1;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/**
 * Returns a domain whose owner watches its DNS zone. The first check has already stored the records. Later checks
 * compare the zone with these records.
 */
async function watched() {
	const domain = `watched-${next}.com`;
	const mine = await ownerOf(fixture, next++, domain);
	const { personId } = mine;
	await fixture.actions.zone.toggle({ personId, domain });
	const row = async () => {
		const [found] = await fixture.database.sql`
			select * from bot.watches where kind = 'zone' and person_id = ${personId}`;
		return found;
	};
	const watchId = Number((await row())?.["id"]);
	const once = () => fixture.tasks.watch(String(watchId), new AbortController().signal);
	await once();
	return {
		...mine,
		row,
		watchId,
		which: { personId, watchId },
		once,
		/** Checks the zone twice, because a difference is reported only if a second check confirms it. */
		async look() {
			for (let time = 1; time <= 2; time += 1) {
				await fixture.database.advance(7 * hourMs);
				await once();
			}
		},
		changed: () => fixture.actions.zone.changed({ personId, watchId }),
		told: async () => (await fixture.notifications()).filter((each) => each === `zone to ${personId}`).length,
		plan: (hostname: string) =>
			fixture.actions.dns.plan({
				personId,
				domains: [domain],
				draft: {},
				edits: [{ edit: "add", record: { type: "A", hostname, value: "192.0.2.2" } }],
			}),
	};
}

const added = { type: "A", name: "evil", content: "6.6.6.6", ttl: 300 };

describe("a change made elsewhere", () => {
	it("is reported once, with the old and the new state, after a second look", async () => {
		const mine = await watched();
		expect([await mine.changed(), await mine.told()]).toEqual([null, 0]);
		mine.owned.records = [...mine.owned.records, added];
		await fixture.database.advance(7 * hourMs);
		await mine.once();
		expect(await mine.told()).toBe(0);
		await fixture.database.advance(6 * 60_000);
		await mine.once();
		expect(await mine.changed()).toMatchObject({ diff: { added: [{ hostname: "evil", value: "6.6.6.6" }] } });
		await mine.look();
		expect(await mine.told()).toBe(1);
	});

	it("that flaps is one notification, and is gone while the state is back", async () => {
		const mine = await watched();
		const before = mine.owned.records;
		for (let time = 1; time <= 3; time += 1) {
			mine.owned.records = [...before, added];
			await mine.look();
			expect(await mine.changed()).not.toBeNull();
			mine.owned.records = before;
			await mine.look();
			expect(await mine.changed()).toBeNull();
		}
		expect(await mine.told()).toBe(1);
	});

	it("is no longer one after *It was me*, and the next one is reported again", async () => {
		const mine = await watched();
		mine.owned.records = [...mine.owned.records, added];
		await mine.look();
		await fixture.actions.zone.accept(mine.which);
		await mine.look();
		expect(await mine.changed()).toBeNull();
		mine.owned.nameservers = ["ns1.thief.net", "ns2.thief.net"];
		await mine.look();
		expect((await mine.changed())?.nameservers?.after).toEqual(["ns1.thief.net", "ns2.thief.net"]);
		expect(await mine.told()).toBe(2);
	});

	it("is restored by an ordinary plan, after which nothing differs", async () => {
		const mine = await watched();
		const before = mine.owned.records;
		mine.owned.records = [added];
		await mine.look();
		const plan = await fixture.actions.zone.restore(mine.which);
		expect(mine.owned.records).toEqual([added]);
		await mine.carryOut(plan, true);
		expect(mine.owned.records).toMatchObject(before);
		await mine.look();
		expect(await mine.changed()).toBeNull();
		expect(await fixture.actions.zone.restore(mine.which)).toEqual({ kind: "gone" });
		await fixture.database.advance(120 * hourMs);
		mine.owned.records = [...mine.owned.records, { ...added, name: "other" }];
		await mine.look();
		expect(await mine.changed()).toMatchObject({ diff: { added: [{ hostname: "other" }] } });
		expect(await mine.told()).toBe(2);
	});

	it("is reported again if it was undone elsewhere more than a day ago", async () => {
		const mine = await watched();
		const before = mine.owned.records;
		mine.owned.records = [...before, added];
		await mine.look();
		mine.owned.records = before;
		await mine.look();
		await fixture.database.advance(25 * hourMs);
		mine.owned.records = [...before, added];
		await mine.look();
		expect(await mine.told()).toBe(2);
	});

	it("of nameservers and records is restored in two steps", async () => {
		const mine = await watched();
		const [servers, records] = [mine.owned.nameservers, mine.owned.records];
		mine.owned.nameservers = ["ns1.thief.net", "ns2.thief.net"];
		mine.owned.records = [...records, added];
		await mine.look();
		await mine.carryOut(await fixture.actions.zone.restore(mine.which), true);
		expect(mine.owned.nameservers).toEqual(servers);
		await mine.look();
		expect(await mine.changed()).toMatchObject({ diff: { added: [{ hostname: "evil" }] }, nameservers: null });
		expect(await mine.told()).toBe(2);
		await mine.carryOut(await fixture.actions.zone.restore(mine.which), true);
		expect(mine.owned.records).toMatchObject(records);
		await mine.look();
		expect([await mine.changed(), await mine.told()]).toEqual([null, 2]);
	});

	it("is reported although the nameservers were changed here before the same check", async () => {
		const mine = await watched();
		await fixture.database.advance(hourMs);
		const target = { nameservers: ["ns1.mine.net", "ns2.mine.net"] };
		const { personId, domain } = mine;
		await mine.carryOut(await fixture.actions.nameservers.plan({ personId, wanted: [{ domain, target }] }), true);
		mine.owned.records = [...mine.owned.records, added];
		await mine.look();
		expect(await mine.changed()).toMatchObject({ diff: { added: [{ hostname: "evil" }] }, nameservers: null });
		expect(await mine.told()).toBe(1);
	});
});

describe("no change made elsewhere", () => {
	it("is another order, another TTL, a new serial, or nameservers among the records", async () => {
		const mine = await watched();
		const records = mine.owned.records.map((record) => ({ ...record, ttl: 7200 })).reverse();
		const soa = { type: "SOA", name: "@", content: "ns1.a.net x.a.net 2027030101 1 1 1 1", ttl: 60 };
		mine.owned.records = [...records, soa, { type: "NS", name: "@", content: "ns1.a.net", ttl: 60 }];
		await mine.look();
		expect([await mine.changed(), await mine.told()]).toEqual([null, 0]);
	});

	it("is a change made here, also while it is in doubt", async () => {
		const mine = await watched();
		await mine.carryOut(await mine.plan("www"));
		await mine.look();
		expect(await mine.told()).toBe(0);
		const plan = await mine.plan("doubt");
		if (plan.kind !== "quoted") throw new Error(plan.kind);
		await mine.confirm(plan.operation);
		mine.owned.records = [...mine.owned.records, added];
		const answered = (await mine.row())?.["answered_at"];
		await mine.look();
		expect((await mine.row())?.["answered_at"]).toEqual(answered);
		expect(await mine.told()).toBe(0);
	});

	it("is a service that does not answer", async () => {
		const mine = await watched();
		await fixture.database.advance(7 * hourMs);
		fixture.service.fail(/dns/, { kind: "reset" });
		await mine.once();
		expect(await mine.row()).toMatchObject({ failure: "service_down" });
		const card = await fixture.actions.domain.card(mine);
		expect(card).toMatchObject({ watched: { failed: true } });
		expect(await mine.told()).toBe(0);
		fixture.service.heal();
	});
});

it("ends on demand, and when the domain leaves the account", async () => {
	const mine = await watched();
	expect(await fixture.actions.domain.card(mine)).toMatchObject({ watched: { failed: false } });
	fixture.service.owned.delete(mine.domain);
	await fixture.database.advance(7 * hourMs);
	await mine.once();
	expect(await mine.row()).toMatchObject({ state: "ended" });
	const other = await watched();
	await fixture.actions.zone.toggle(other);
	expect(await other.row()).toBeUndefined();
});

it("is kept for at most a hundred domains of an account", async () => {
	const { personId } = await fixture.customer(next++);
	for (let index = 0; index < 100; index += 1) await fixture.actions.zone.toggle({ personId, domain: `n${index}.com` });
	expect(await fixture.actions.zone.toggle({ personId, domain: "last.com" })).toMatchObject({ kind: "too_many" });
});
