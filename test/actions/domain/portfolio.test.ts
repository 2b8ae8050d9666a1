import { afterAll, beforeAll, expect, it } from "vitest";
import type { PortfolioQuery } from "../../../src/actions/index.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

let fixture: ActionsFixture;

beforeAll(async () => {
	fixture = await createActionsFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

const first: PortfolioQuery = { sort: "name", offset: 0, limit: 8 };

async function list(personId: number, query: Partial<PortfolioQuery> = {}) {
	const result = await fixture.actions.domain.portfolio({ personId, query: { ...first, ...query } });
	if (result.kind !== "portfolio") return result;
	return { ...result, names: result.domains.map(({ domain }) => domain) };
}

/**
 * Stores the expiry date and renewal price of a domain, as the bot does when a person opens the domain. Without this,
 * the bot would know neither, because the fake registrar lists only names.
 */
async function describeDomain(domain: string, days: number, more: Record<string, unknown> = {}): Promise<void> {
	await fixture.database.sql`
		update bot.domains set expires_at = clock() + ${days} * interval '1 day', ${fixture.database.sql({ renew_cents: 1_250, ...more })}
		where domain = ${domain}`;
}

it("lists the domains of the account page by page, with their number", async () => {
	const { personId, account } = await fixture.customer(1);
	expect(await list(personId)).toMatchObject({ names: [], total: 0, complete: true });
	for (let index = 0; index < 20; index += 1) fixture.service.take(`page-${index + 10}.com`, account);
	expect(await list(personId)).toMatchObject({ total: 20 });
	expect(await list(personId, { offset: 16 })).toMatchObject({
		names: ["page-26.com", "page-27.com", "page-28.com", "page-29.com"],
		total: 20,
	});
});

it("lists the domains that the person opened or changed last first, then by expiry", async () => {
	const { personId, account } = await fixture.customer(61);
	for (const each of ["a", "b", "c", "d"]) fixture.service.take(`recent-${each}.com`, account);
	await list(personId);
	await describeDomain("recent-b.com", 30);
	const [sql, actions] = [fixture.database.sql, fixture.actions];
	const record = { type: "A", hostname: "www", value: "203.0.113.5", ttl: null, priority: null };
	await actions.dns.plan({ personId, domains: ["recent-d.com"], draft: {}, edits: [{ edit: "add", record }] });
	await sql`insert into bot.screens (chat_id, person_id, feature, params, touched_at)
		select ${personId}, ${personId}, 'zone', '{"domain": "recent-c.com"}', clock() + interval '1 minute'`;
	const names = ["recent-c.com", "recent-d.com", "recent-b.com", "recent-a.com"];
	expect(await list(personId, { sort: "recent" })).toMatchObject({ names, total: 4 });
});

it("turns a page past the end into the last one", async () => {
	const { personId, account } = await fixture.customer(6);
	for (let index = 0; index < 9; index += 1) fixture.service.take(`last-${index}.com`, account);
	await list(personId);
	fixture.service.owned.delete("last-8.com");
	expect(await list(personId, { offset: 8 })).toMatchObject({ total: 8, offset: 0 });
});

it("finds a part of a name, a label, or the person's own note", async () => {
	const { personId, account } = await fixture.customer(9);
	for (const name of ["word-a.com", "word-b.com", "word-c.com"]) fixture.service.take(name, account);
	await list(personId);
	const { actions } = fixture;
	await actions.domain.writeNote({ personId, names: ["word-b.com"], text: "Sell to Müller in <May>" });
	expect(await list(personId, { words: ["müller"] })).toMatchObject({ names: ["word-b.com"], total: 1 });
	expect(await list(personId, { words: ["may", "sell", "word"] })).toMatchObject({ names: ["word-b.com"] });
	expect(await list(personId, { words: ["june"] })).toMatchObject({ total: 0 });
	await fixture.customer(10, account);
	expect(await list(10, { words: ["müller"] })).toMatchObject({ total: 0 });
	expect(await list(10, { words: ["word"] })).toMatchObject({ total: 3 });
});

it("adds up what renewing the selected domains costs", async () => {
	const { personId, account } = await fixture.customer(8);
	for (const name of ["sum-a.com", "sum-b.com", "sum-c.com", "sum-d.shop"]) fixture.service.take(name, account);
	expect(await list(personId)).toMatchObject({ total: 4, cost: null });
	for (const name of ["sum-a.com", "sum-b.com", "sum-d.shop"]) await describeDomain(name, 90);
	const cost = async (query: Partial<PortfolioQuery>) => {
		const found = await list(personId, query);
		return "cost" in found ? found.cost : found;
	};
	const names = ["sum-a.com", "sum-c.com", "not-mine.com"];
	expect(await cost({ selected: { all: false, names } })).toEqual({ names: 2, cents: 1_250, unpriced: 1, hidden: 0 });
	// A filter hides a selected domain but does not deselect it, so the cost stays the same.
	expect(await cost({ selected: { all: false, names }, extensions: [".shop"] })).toEqual({
		names: 2,
		cents: 1_250,
		unpriced: 1,
		hidden: 2,
	});
	expect(await cost({ selected: { all: true, names: [] } })).toEqual({
		names: 4,
		cents: 3_750,
		unpriced: 1,
		hidden: 0,
	});
	expect(await cost({ selected: { all: true, names: ["sum-a.com"] }, extensions: [".com"] })).toEqual({
		names: 2,
		cents: 1_250,
		unpriced: 1,
		hidden: 0,
	});
	expect(await cost({ selected: { all: false, names: [] } })).toEqual({ names: 0, cents: 0, unpriced: 0, hidden: 0 });
});

it("does not count a domain as due once its renewal was reported", async () => {
	const { personId, account } = await fixture.customer(7);
	fixture.service.take("just-paid.com", account);
	await list(personId);
	await describeDomain("just-paid.com", 5, { status: "expired" });
	const due = async () => (await fixture.actions.account.overview({ personId }))?.domains?.due.count;
	expect(await due()).toBe(1);
	await fixture.database.sql`
		insert into bot.inbox (account_id, event_id, body_hash, type, domain, body)
		select account_id, 'paid', 'paid', 'domain.renewed', 'just-paid.com', '{}' from bot.connections where person_id = 7`;
	await fixture.settle();
	expect(await due()).toBe(0);
	expect(await list(personId, { status: "expired" })).toMatchObject({ total: 0 });
});

it("counts expired domains apart from those that expire soon", async () => {
	const { personId, account } = await fixture.customer(11);
	const days = { "gone-a.com": -3, "gone-b.com": -1, "soon-a.com": 59, "later-a.com": 61 };
	for (const name of Object.keys(days)) fixture.service.take(name, account);
	await list(personId);
	for (const [name, until] of Object.entries(days)) await describeDomain(name, until, { status: null });
	expect((await fixture.actions.account.overview({ personId }))?.domains).toMatchObject({
		expired: 2,
		due: { count: 3, soon: 1, cents: 3_750 },
	});
});

it("drops a domain that left the account, and shows the copy if the service does not answer", async () => {
	const { personId, account } = await fixture.customer(2);
	for (const name of ["stays.com", "leaves.com"]) fixture.service.take(name, account);
	expect(await list(personId)).toMatchObject({ names: ["leaves.com", "stays.com"] });
	fixture.service.owned.delete("leaves.com");
	expect(await list(personId)).toMatchObject({ names: ["stays.com"] });
	fixture.service.fail(/domains/, ...Array.from({ length: 9 }, () => ({ kind: "reset" }) as const));
	expect(await list(personId)).toMatchObject({ names: ["stays.com"], old: expect.any(Date) });
	fixture.service.heal();
	account.whitelisted = false;
	expect(await list(personId)).toMatchObject({ kind: "trouble", trouble: "forbidden" });
});

it("sorts, filters and searches, also in Unicode and by label", async () => {
	const { personId, account } = await fixture.customer(3);
	for (const name of ["b.com", "a.net", "xn--e1afmkfd.com"]) fixture.service.take(name, account);
	await list(personId);
	await describeDomain("b.com", 10, { client_ref: "Shop 17" });
	await describeDomain("a.net", 100, { status: "blocked" });
	await describeDomain("xn--e1afmkfd.com", 50, { edge_profile_key: "main" });
	const names = async (query: Partial<PortfolioQuery>) => {
		const found = await list(personId, query);
		return "names" in found ? found.names : found.kind;
	};
	expect(await names({ sort: "expiry" })).toEqual(["b.com", "xn--e1afmkfd.com", "a.net"]);
	expect(await names({ withinDays: 60, sort: "expiry" })).toEqual(["b.com", "xn--e1afmkfd.com"]);
	expect(await names({ extensions: [".net"] })).toEqual(["a.net"]);
	expect(await names({ extensions: [".com"] })).toContain("xn--e1afmkfd.com");
	expect(await names({ words: ["прим"] })).toEqual(["xn--e1afmkfd.com"]);
	expect(await names({ words: ["shop"] })).toEqual(["b.com"]);
	expect(await names({ status: "blocked" })).toEqual(["a.net"]);
	expect(await names({ status: "edge" })).toEqual(["xn--e1afmkfd.com"]);
	expect(await names({ words: ["none"] })).toEqual([]);
	expect(await names({ words: ["b", "shop"], extensions: [".com"] })).toEqual(["b.com"]);
	expect(await names({ words: ["b", "none"] })).toEqual([]);
	for (const [domain, text] of [
		["b.com", "sale, q1"],
		["a.net", "sale"],
	] as const)
		await fixture.actions.domain.tag({ personId, names: [domain], text });
	expect(await names({ tags: ["sale"] })).toEqual(["a.net", "b.com"]);
	expect(await names({ tags: ["sale", "q1"] })).toEqual(["b.com"]);
});

it("sums up the account: the number, the next expiry, what renewals cost, and blocks", async () => {
	const { personId, account } = await fixture.customer(4);
	const overview = () => fixture.actions.account.overview({ personId });
	for (const name of ["soon.com", "later.com", "blocked.com"]) fixture.service.take(name, account);
	expect(await overview()).toMatchObject({
		balanceCents: 50_000,
		balanceIsOld: false,
		needYou: 0,
		domains: { count: 3 },
	});
	await describeDomain("soon.com", 5);
	await describeDomain("blocked.com", 59, { status: "blocked" });
	await describeDomain("later.com", 61);
	expect(await overview()).toMatchObject({
		inDoubt: 0,
		domains: {
			count: 3,
			next: { domain: "soon.com", cents: 1_250 },
			expired: 0,
			due: { count: 2, cents: 2_500 },
			blocked: 1,
		},
	});
	await describeDomain("blocked.com", -3, { status: "expired" });
	expect(await overview()).toMatchObject({ domains: { next: { domain: "soon.com" }, expired: 1, due: { count: 2 } } });
	await fixture.database.sql`update bot.domains set renew_cents = null where domain = 'soon.com'`;
	expect(await overview()).toMatchObject({ domains: { due: { count: 2, cents: null } } });
	fixture.service.fail(/account/, ...Array.from({ length: 9 }, () => ({ kind: "reset" }) as const));
	expect(await overview()).toMatchObject({ balanceCents: 50_000, balanceIsOld: true });
	fixture.service.heal();
});

it("continues the first listing of a large account with the next tap", async () => {
	const { personId, account } = await fixture.customer(5);
	fixture.service.take("only.com", account);
	await list(personId);
	const accountId = (await fixture.actions.connection.current({ personId }))?.account?.id ?? 0;
	await fixture.database.sql`
		update bot.accounts set listed_at = null, listing_cursor = 'page 2', listing_began_at = clock() where id = ${accountId}`;
	await list(personId);
	expect(fixture.service.calls.at(-1)?.path).toContain("cursor=page");
});
