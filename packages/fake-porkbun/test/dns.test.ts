import { describe, expect, it } from "vitest";
import { addDomain } from "../src/state.ts";
import { start } from "./support/start.ts";

async function startZone(options = {}) {
	const fake = await start(options);
	const domain = addDomain(fake.state, fake.state.live, "old-shop.com", fake.clock.now());
	const create = (fields: object) => fake.caller.post("dns/create/old-shop.com", { ...fields });
	return { ...fake, domain, create };
}

describe("a record", () => {
	it("is created, edited and deleted by its id", async () => {
		const { caller, create } = await startZone();
		const { body } = await create({ type: "A", name: "www", content: "192.0.2.1" });
		const read = async () => (await caller.get(`dns/retrieve/old-shop.com/${body["id"]}`)).body["records"];
		expect(await read()).toMatchObject([{ name: "www.old-shop.com", content: "192.0.2.1", ttl: "600", prio: null }]);
		await caller.post(`dns/edit/old-shop.com/${body["id"]}`, { type: "A", name: "www", content: "192.0.2.2" });
		expect(await read()).toMatchObject([{ content: "192.0.2.2", prio: "0" }]);
		await caller.post(`dns/delete/old-shop.com/${body["id"]}`);
		expect(await read()).toEqual([]);
		const again = await caller.post(`dns/delete/old-shop.com/${body["id"]}`);
		expect(again).toMatchObject({ status: 400, body: { code: "INVALID_RECORD_ID" } });
	});

	it("is found, edited and deleted by name and type", async () => {
		const { caller, create, domain } = await startZone();
		await create({ type: "MX", content: "mx.host.test", prio: 10 });
		await create({ type: "TXT", content: "v=spf1 -all" });
		const found = (await caller.get("dns/retrieveByNameType/old-shop.com/MX")).body["records"];
		expect(found).toMatchObject([{ content: "mx.host.test", prio: "10" }]);
		await caller.post("dns/editByNameType/old-shop.com/MX", { content: "mx2.host.test" });
		expect(domain.records[0]).toMatchObject({ content: "mx2.host.test", prio: 10 });
		await caller.post("dns/deleteByNameType/old-shop.com/MX");
		expect(domain.records.map(({ type }) => type)).toEqual(["TXT"]);
	});

	it.each([
		[{ type: "LOC", content: "1" }, "INVALID_TYPE"],
		[{ type: "A", content: "2001:db8::1" }, "INVALID_CONTENT"],
		[{ type: "TXT", content: " " }, "INVALID_CONTENT"],
		[{ type: "A", content: "192.0.2.1" }, "RECORD_CONFLICT"],
		[{ type: "ALIAS", content: "host.test" }, "DUPLICATE_RECORD"],
		[{ type: "CNAME", content: "other.test" }, "RECORD_CONFLICT"],
	])("%o next to an alias is refused", async (fields, code) => {
		const { create } = await startZone();
		await create({ type: "ALIAS", content: "host.test" });
		expect((await create(fields)).body["code"]).toBe(code);
	});

	it("replaces the type of another one in one edit", async () => {
		const { caller, create, domain } = await startZone();
		const { body } = await create({ type: "ALIAS", content: "host.test" });
		await caller.post(`dns/edit/old-shop.com/${body["id"]}`, { type: "A", content: "192.0.2.1" });
		expect(domain.records).toMatchObject([{ type: "A", content: "192.0.2.1" }]);
	});

	it("of less than 600 seconds is raised or refused, as set", async () => {
		const fields = { type: "A", content: "192.0.2.1", ttl: "60" };
		const { create, domain } = await startZone();
		await create(fields);
		expect(domain.records[0]?.ttl).toBe(600);
		const strict = await startZone({ lowTtl: "refuse" });
		expect((await strict.create(fields)).body["code"]).toBe("INVALID_TTL");
	});

	it("of the registrar itself stays", async () => {
		const { caller, state } = await start();
		await caller.post("domain/create/new-shop.com", { cost: 1108, agreeToTerms: "yes" });
		const records = state.live.domains.get("new-shop.com")?.records ?? [];
		expect(records.map(({ type }) => type)).toEqual(["NS", "NS", "NS", "NS", "TXT"]);
		const answer = await caller.post(`dns/delete/new-shop.com/${records[0]?.id}`);
		expect(answer.body["code"]).toBe("INVALID_RECORD_ID");
	});
});
