import { afterAll, beforeAll, expect, it } from "vitest";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;
beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** Creates a customer who owns these domains, and lists them once. The bot stores domains when it lists them. */
async function owner(id: number, ...names: string[]) {
	const { personId, account } = await fixture.customer(id);
	for (const name of names) fixture.service.take(name, account);
	await list(personId);
	return { personId, account };
}

async function list(personId: number, query: object = {}) {
	const all = { sort: "name" as const, offset: 0, limit: 20 };
	const result = await fixture.actions.domain.portfolio({ personId, query: { ...all, ...query } });
	return result.kind === "portfolio" ? result.domains.map(({ domain }) => domain) : result;
}

it("tags domains of the account, finds them by tag, and removes a tag", async () => {
	const { domain } = fixture.actions;
	const { personId } = await owner(1, "tag-a.com", "tag-b.com", "tag-c.shop");
	const names = ["tag-a.com", "tag-b.com", "not-mine.com"];
	expect(await domain.tag({ personId, names, text: "Sale, <b>Bold</b>" })).toEqual({
		kind: "tagged",
		tags: ["sale", "<b>bold</b>"],
		count: 2,
		full: 1,
	});
	expect(await domain.tag({ personId, names: ["tag-c.shop"], text: "sale" })).toMatchObject({ count: 1, full: 0 });
	expect(await list(personId, { tags: ["sale"] })).toEqual(["tag-a.com", "tag-b.com", "tag-c.shop"]);
	expect(await list(personId, { tags: ["sale"], extensions: [".shop"] })).toEqual(["tag-c.shop"]);
	expect(await domain.tags({ personId, names: ["tag-a.com", "tag-c.shop"] })).toEqual({
		kind: "tags",
		used: [
			{ value: "sale", count: 2 },
			{ value: "<b>bold</b>", count: 1 },
		],
		others: [],
	});
	await domain.untag({ personId, names: ["tag-a.com"], tag: "sale" });
	expect(await list(personId, { tags: ["sale"] })).toEqual(["tag-b.com", "tag-c.shop"]);
	expect(await domain.facets({ personId })).toMatchObject({
		tags: [
			{ value: "<b>bold</b>", count: 2 },
			{ value: "sale", count: 2 },
		],
		extensions: [
			{ value: ".com", count: 2 },
			{ value: ".shop", count: 1 },
		],
	});
});

it("leaves a domain that would have too many tags as it is", async () => {
	const { domain } = fixture.actions;
	const { personId } = await owner(2, "full-a.com", "full-b.com");
	const ten = Array.from({ length: 10 }, (_, index) => `t${index}`).join();
	expect(await domain.tag({ personId, names: ["full-a.com"], text: ten })).toMatchObject({ count: 1 });
	const names = ["full-a.com", "full-b.com"];
	expect(await domain.tag({ personId, names, text: "t0,one-more" })).toMatchObject({ count: 1, full: 1 });
	expect(await domain.tag({ personId, names, text: `${ten},eleven` })).toMatchObject({ count: 0, full: 2 });
	expect(await domain.notes({ personId, domain: "full-a.com" })).toMatchObject({ tags: ten.split(",") });
});

it("keeps a note on the card, and finds domains by label", async () => {
	const { domain } = fixture.actions;
	const { personId } = await owner(3, "note-a.com", "note-b.com");
	await domain.writeNote({ personId, names: ["note-a.com"], text: " call <Bob> " });
	const card = await domain.card({ personId, domain: "note-a.com" });
	expect(card).toMatchObject({ kind: "domain", notes: { tags: [], note: "call <Bob>" } });
	await domain.writeNote({ personId, names: ["note-a.com"], text: "" });
	expect(await domain.notes({ personId, domain: "note-a.com" })).toMatchObject({ note: null });
	await fixture.database.sql`update bot.domains set client_ref = 'PO 7' where domain = 'note-b.com'`;
	expect(await list(personId, { labels: ["po 7"] })).toEqual(["note-b.com"]);
	expect(await domain.facets({ personId })).toMatchObject({ labels: [{ value: "PO 7", count: 1 }] });
});

it("shows tags only to their person, exports them, and deletes them with the person", async () => {
	const { domain, privacy, connection } = fixture.actions;
	const { personId, account } = await owner(4, "own-a.com");
	const { personId: boris } = await fixture.customer(5, account);
	await domain.tag({ personId, names: ["own-a.com"], text: "mine" });
	await domain.tag({ personId: boris, names: ["own-a.com"], text: "his" });
	expect(await domain.notes({ personId, domain: "own-a.com" })).toMatchObject({ tags: ["mine"] });
	expect(await list(boris, { tags: ["mine"] })).toEqual([]);
	const text = await privacy.exportData({ personId });
	expect(text).toContain('"mine"');
	expect(text).not.toContain('"his"');
	const kept = async () => {
		const rows = await fixture.database.sql<{ tags: string[] }[]>`
			select tags from bot.domain_notes where domain = 'own-a.com'`;
		return rows.map(({ tags }) => tags.join());
	};
	await privacy.forget({ personId });
	expect(await kept()).toEqual(["his"]);
	for (const { id } of await connection.list({ personId: boris }))
		await connection.disconnect({ personId: boris, connectionId: id });
	expect(await kept()).toEqual(["his"]);
	await privacy.forget({ personId: boris });
	expect(await kept()).toEqual([]);
});

it("tags a domain with the label of its registration, and offers that label as a filter only where it is no tag", async () => {
	const { personId, account } = await owner(70);
	const line = { domain: "labelled-new.com", years: 1, clientRef: "Client One" };
	const quoted = await fixture.actions.quote.register({ personId, lines: [line] });
	const operationId = quoted.kind === "quoted" ? quoted.operation.id : 0;
	await fixture.actions.operation.confirm({ personId, operationId, number: 1 });
	await fixture.settle();
	fixture.service.take("from-outside.com", account, { client_ref: "elsewhere" });
	expect(await list(personId, { tags: ["client one"] })).toEqual(["labelled-new.com"]);
	const { sql } = fixture.database;
	await sql`update bot.domains set client_ref = 'Client One' where domain = 'labelled-new.com'`;
	await sql`update bot.domains set client_ref = 'elsewhere' where domain = 'from-outside.com'`;
	expect(await fixture.actions.domain.facets({ personId })).toMatchObject({
		tags: [{ value: "client one", count: 1 }],
		labels: [{ value: "elsewhere", count: 1 }],
	});
});
