import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleRecord } from "../../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300, proxied: true, id: "r-1" };
const mail: SampleRecord = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
const alias: SampleRecord = { type: "ALIAS", name: "lb", content: "lb.example.net" };

async function owner(domain: string, records: SampleRecord[] = [home, mail, alias]) {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records: structuredClone(records) });
	return Object.assign(anna, { owned });
}
type Owner = Awaited<ReturnType<typeof owner>>;

async function opensPoints(anna: Owner, domain: string): Promise<void> {
	await anna.says(`/dns ${domain}`);
	await anna.until("DNS of");
	await anna.taps("⋯ More");
	await anna.taps("Restore points");
	await anna.until(`Restore points of ${domain}`);
}

async function applies(anna: Owner, outcome: string): Promise<void> {
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until(outcome);
}

describe("a restore point", () => {
	it("is left by each change, shows the difference first, and can be undone", async () => {
		const anna = await owner("left.com");
		await opensPoints(anna, "left.com");
		expect(anna.screen).toContain("No restore points yet");
		await anna.says("/dns left.com www A 203.0.113.8");
		await anna.until("➕ www");
		await applies(anna, "DNS records of left.com updated");
		await opensPoints(anna, "left.com");
		expect(anna.screen).toContain("🧭 DNS records as they were before that change");
		await anna.taps("🧭");
		const point = await anna.until("The records before a change. Changed by you.");
		expect(point.text).toContain("➖ www A 203.0.113.8");
		expect(point.text).toContain("Nameservers and edge profile stay as they are now.");
		await anna.taps("↩️ Restore records");
		await anna.until("➖ www A 203.0.113.8");
		await applies(anna, "DNS records of left.com updated");
		expect(anna.owned.records).toEqual([home, mail, alias]);
		await anna.taps("Undo");
		await anna.until("➕ www A 203.0.113.8");
	});

	it("is saved with a name, and restores records and nameservers that were changed elsewhere", async () => {
		const anna = await owner("saved.com");
		const before = [...anna.owned.nameservers];
		await opensPoints(anna, "saved.com");
		await anna.taps("Save a point now");
		const saved = await anna.until("📌 Saved.");
		expect(saved.text).toContain("It holds the records and the nameservers.");
		expect(saved.text).not.toContain("edge profile");
		expect(saved.text).toContain("Nothing to restore: everything is the same now.");
		await anna.says("  before <b>the</b> move ");
		await anna.until("Name saved");
		await anna.taps("Back");
		await anna.until("Restore points of saved.com");
		anna.owned.records = [{ ...home, content: "203.0.113.9", proxied: false }];
		anna.owned.nameservers = ["ns1.other.net", "ns2.other.net"];
		await anna.taps("before <b>the</b> move");
		const point = await anna.until("To be restored");
		expect(point.text).toContain("✏️ @ A 203.0.113.9");
		expect(point.text).toContain("➕ @ MX 10 mail.example.net");
		expect(point.text).toContain("➕ lb ALIAS lb.example.net");
		await anna.taps("↩️ Restore records");
		await anna.until("➕ @ MX");
		await applies(anna, "DNS records of saved.com updated");
		expect(anna.owned.records.map(({ content, type }) => [type, content])).toEqual([
			["A", "203.0.113.1"],
			["MX", "mail.example.net"],
			["ALIAS", "lb.example.net"],
		]);
		await opensPoints(anna, "saved.com");
		await anna.taps("before <b>the</b> move");
		await anna.taps("↩️ Restore servers");
		await anna.until("ns1.other.net");
		await anna.taps("Apply");
		await anna.until("Confirm this a second time");
		await anna.taps("Replace nameservers");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("Nameservers of saved.com updated");
		expect(anna.owned.nameservers).toEqual(before);
	});

	it("is never removed by a new one: at the limit of twenty, the person deletes one first", async () => {
		const anna = await owner("many.com");
		const { id: personId } = anna.view.person;
		for (let count = 0; count < 20; count += 1) {
			const saved = await world.fixture.actions.dns.savePoint({ personId, domain: "many.com" });
			if (saved.kind !== "saved") throw new Error(saved.kind);
			const key = { pointId: saved.pointId };
			await world.fixture.actions.dns.namePoint({ personId, domain: "many.com", key, name: `p${count}` });
		}
		await opensPoints(anna, "many.com");
		expect(anna.screen).toContain("1–8 of 20");
		await anna.taps("Save a point now");
		await anna.until("up to 20 saved points");
		expect(anna.screen).toContain("1–8 of 20");
		expect(await world.fixture.actions.dns.points({ personId, domain: "many.com" })).toHaveLength(20);
		await anna.taps("p19");
		await anna.until("Saved by you");
		await anna.taps("Delete point");
		await anna.until("Delete this restore point? It cannot be restored.");
		await anna.taps("Cancel");
		await anna.untilView(() => anna.screen.includes("Nothing to restore"));
		await anna.taps("Delete point");
		await anna.until("Delete this restore point?");
		await anna.taps("Delete point");
		await anna.until("Restore point deleted");
		expect(anna.buttons[0]).toEqual([expect.stringMatching(/^📌 p18 · /)]);
		await anna.taps("Save a point now");
		await anna.until("📌 Saved.");
	});

	it("gets no name from a text that is sent while the bot asks whether to delete it", async () => {
		const anna = await owner("yes.com");
		await opensPoints(anna, "yes.com");
		await anna.taps("Save a point now");
		await anna.until("📌 Saved.");
		await anna.taps("Delete point");
		await anna.until("Delete this restore point?");
		await anna.says("yes");
		const { id: personId } = anna.view.person;
		expect(await world.fixture.actions.dns.points({ personId, domain: "yes.com" })).toMatchObject([{ name: null }]);
	});

	it("does not exist for a person who is not connected to its account", async () => {
		const anna = await owner("private.com");
		const { id: personId } = anna.view.person;
		const saved = await world.fixture.actions.dns.savePoint({ personId, domain: "private.com" });
		if (saved.kind !== "saved") throw new Error(saved.kind);
		const boris = await world.customer();
		const which = { personId: boris.view.person.id, domain: "private.com", key: { pointId: saved.pointId } };
		const { dns } = world.fixture.actions;
		expect(await dns.point(which)).toMatchObject({ kind: "not_found" });
		await dns.namePoint({ ...which, name: "mine" });
		await dns.deletePoint(which);
		expect(await dns.points({ personId, domain: "private.com" })).toMatchObject([{ name: null }]);
	});
});
