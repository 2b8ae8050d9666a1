import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Operation } from "../../src/actions/index.ts";
import { longWait } from "../support/long-wait.ts";
import { createRealWorld } from "./real-world.ts";

let world: Awaited<ReturnType<typeof createRealWorld>>;
let last = 0;

beforeAll(async () => {
	world = await createRealWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * True if every item of the order is settled and its charge is known. A webhook event settles an item too, and may
 * arrive before the HTTP answer. But only the HTTP answer contains the charge.
 */
const isSettledWithCharge = ({ settledAt, items }: Operation) =>
	settledAt !== null && items.every((item) => item.priceCents === null || item.chargedCents !== null);

/**
 * Creates a person with a sandbox account. `carryOut` confirms a quote or a planned change, and waits for the outcome.
 */
async function customer() {
	const anna = await world.meet(++last);
	const opened = await world.actions.connection.openSandbox(anna);
	const userId = opened.kind === "connected" ? (opened.connection.account?.userId ?? 0) : 0;
	async function carryOut(offer: { kind: string; operation?: Operation }): Promise<Operation> {
		if (!offer.operation) throw new Error(`nothing to confirm: ${offer.kind}`);
		const { id: operationId, quote } = offer.operation;
		const number = quote?.number ?? 0;
		const confirmed = await world.actions.operation.confirm({ ...anna, operationId, number, sure: true });
		if (confirmed.kind !== "confirmed") throw new Error(confirmed.kind);
		return vi.waitUntil(async () => {
			const found = await world.actions.operation.get({ ...anna, operationId });
			return found.kind === "operation" && isSettledWithCharge(found.operation) ? found.operation : undefined;
		}, longWait);
	}
	const own = async (domain: string) =>
		carryOut(await world.actions.quote.register({ ...anna, lines: [{ domain, years: 1 }] }));
	return { anna, userId, carryOut, own };
}

it("renews a name and keeps its label", async () => {
	const { anna, carryOut } = await customer();
	const line = { domain: "renewed.com", years: 1, clientRef: "shop" };
	const bought = await carryOut(await world.actions.quote.register({ ...anna, lines: [line] }));
	const quote = await world.actions.quote.renew({ ...anna, lines: [{ domain: "renewed.com", years: 2 }] });
	expect(quote).toMatchObject({ kind: "quoted", operation: { quote: { expected: false } } });
	const renewed = await carryOut(quote);
	expect(renewed).toMatchObject({ state: "succeeded", items: [{ phase: "succeeded" }] });
	const [before, after] = [bought.items[0]?.expiresAt, renewed.items[0]?.expiresAt];
	expect((after?.getUTCFullYear() ?? 0) - (before?.getUTCFullYear() ?? 0)).toBe(2);
	const card = await world.actions.domain.card({ ...anna, domain: "renewed.com" });
	expect(card).toMatchObject({ domain: { clientRef: "shop", externalRef: bought.reference } });
});

it("buys a list in one call, with an outcome for each name and no charge for failed ones", async () => {
	const { anna } = await customer();
	const domains = ["list-a.com", "provider-error-b.com", "list-c.com", "taken-d.com"];
	const lines = domains.map((domain) => ({ domain, years: 1 }));
	const quote = await world.actions.quote.register({ ...anna, lines });
	expect(quote).toMatchObject({ kind: "quoted", skipped: [{ domain: "taken-d.com", reason: "not_available" }] });
	if (quote.kind !== "quoted") return;
	const { id: operationId } = quote.operation;
	await world.actions.operation.confirm({ ...anna, operationId, number: 1 });
	const phases = async () => {
		const found = await world.actions.operation.get({ ...anna, operationId });
		return found.kind === "operation" ? found.operation.items.map((item) => item.phase) : [];
	};
	await vi.waitUntil(async () => (await phases()).filter((each) => each === "succeeded").length === 2, longWait);
	const account = await world.actions.account.read(anna);
	const each = (quote.operation.quote?.totalCents ?? 0) / 3;
	expect(account).toMatchObject({ account: { balanceCents: 50_000 - 2 * each } });
});

it("changes records as planned, reads them back, and undoes the change", async () => {
	const { anna, carryOut, own } = await customer();
	await own("records.com");
	const edits = [
		{ edit: "add", record: { type: "A", hostname: "www", value: "203.0.113.5" } },
		{ edit: "add", record: { type: "MX", hostname: "@", value: "mail.example.net", priority: 10 } },
	] as const;
	const done = await carryOut(await world.actions.dns.plan({ ...anna, domains: ["records.com"], draft: {}, edits }));
	// The change cannot be undone: the zone was empty before, and the service has no call that empties a zone.
	expect(done).toMatchObject({ state: "succeeded", undoable: false });
	const zone = await world.actions.dns.read({ ...anna, domain: "records.com" });
	expect(zone).toMatchObject({ kind: "zone", mode: "managed" });
	expect(zone.kind === "zone" && zone.records.map((each) => each.hostname).sort()).toEqual(["@", "www"]);
	const drop = { edit: "remove", record: { type: "A", hostname: "www", value: "203.0.113.5" } } as const;
	const dropped = await carryOut(
		await world.actions.dns.plan({ ...anna, domains: ["records.com"], draft: {}, edits: [drop] }),
	);
	expect(dropped).toMatchObject({ state: "succeeded", undoable: true });
	await carryOut(await world.actions.operation.undo({ ...anna, operationId: dropped.id }));
	const back = await world.actions.dns.read({ ...anna, domain: "records.com" });
	expect(back.kind === "zone" && back.records).toHaveLength(2);
});

it("moves a domain to other nameservers and to a preset", async () => {
	const { anna, carryOut, own } = await customer();
	await own("servers.com");
	const target = { nameservers: ["a.example.net", "b.example.net"] };
	const moved = await carryOut(
		await world.actions.nameservers.plan({ ...anna, wanted: [{ domain: "servers.com", target }] }),
	);
	expect(moved).toMatchObject({ state: "succeeded" });
	expect(await world.actions.dns.read({ ...anna, domain: "servers.com" })).toMatchObject({
		mode: "external",
		...target,
	});
	const preset = { presetKey: "default" };
	await carryOut(
		await world.actions.nameservers.plan({ ...anna, wanted: [{ domain: "servers.com", target: preset }] }),
	);
	expect(await world.actions.dns.read({ ...anna, domain: "servers.com" })).toMatchObject({ mode: "managed" });
});

it("plans a preset as its servers, and makes no plan if the domain already has them", async () => {
	const { anna, carryOut, own } = await customer();
	await own("shown.com");
	const ours = ["ns1.sandbox.test", "ns2.sandbox.test"];
	const nameservers = ["a.example.net", "b.example.net"];
	const { profile } = world.actions;
	await profile.savePreset({ ...anna, key: "mine", nameservers });
	const plan = (presetKey: string) =>
		world.actions.nameservers.plan({ ...anna, wanted: [{ domain: "shown.com", target: { presetKey } }] });
	expect(await plan("default")).toEqual({
		kind: "nothing",
		skipped: [{ domain: "shown.com", reason: "already_so" }],
	});
	const planned = await plan("mine");
	expect(planned).toMatchObject({ operation: { change: { before: ours, after: nameservers, presetKey: "mine" } } });
	// Change the preset after the plan was made. The plan must still set the nameservers that it showed.
	await profile.savePreset({ ...anna, key: "mine", nameservers: ["c.example.net", "d.example.net"] });
	expect(await carryOut(planned)).toMatchObject({ state: "succeeded", undoable: true });
	expect(await world.actions.dns.read({ ...anna, domain: "shown.com" })).toMatchObject({ nameservers });
	expect(await plan("default")).toMatchObject({ operation: { change: { after: ours, presetKey: "default" } } });
});

it("leaves an edge profile by nameservers that the domain shares with the service", async () => {
	const { anna, carryOut, own } = await customer();
	await own("leaving.com");
	await world.actions.profile.saveEdgeProfile({ ...anna, key: "main", enabled: true, zones: null });
	await carryOut(await world.actions.edge.plan({ ...anna, wanted: [{ domain: "leaving.com", profileKey: "main" }] }));
	const plan = () =>
		world.actions.nameservers.plan({ ...anna, wanted: [{ domain: "leaving.com", target: { presetKey: "default" } }] });
	const planned = await plan();
	expect(planned).toMatchObject({ operation: { change: { leavesEdge: true, risks: ["nameservers"] } } });
	expect(await carryOut(planned)).toMatchObject({ state: "succeeded", undoable: true });
	expect(await world.actions.dns.read({ ...anna, domain: "leaving.com" })).toMatchObject({ mode: "managed" });
	expect(await plan()).toMatchObject({ kind: "nothing" });
});

it("binds an edge profile, and explains why one does not fit", async () => {
	const { anna, carryOut, own } = await customer();
	await own("edge.com");
	const domain = "edge.com";
	const plan = (profileKey: string) => world.actions.edge.plan({ ...anna, wanted: [{ domain, profileKey }] });
	const save = (key: string, enabled: boolean, zones: string[]) =>
		world.actions.profile.saveEdgeProfile({ ...anna, key, enabled, zones });
	expect(await plan("main")).toMatchObject({ kind: "bad_profile", problem: "missing" });
	await save("main", true, [".net"]);
	expect(await plan("main")).toEqual({
		kind: "nothing",
		skipped: [{ domain, reason: "profile", profileKey: "main", edge: "zone" }],
	});
	await save("main", true, [".com"]);
	const planned = await plan("main");
	await save("main", false, [".com"]);
	expect(await plan("main")).toMatchObject({ kind: "bad_profile", problem: "off" });
	expect(await carryOut(planned)).toMatchObject({ state: "failed", problem: { code: "edge_not_configured" } });
	await save("main", true, [".com"]);
	expect(await carryOut(await plan("main"))).toMatchObject({ state: "succeeded" });
	expect(await world.actions.domain.card({ ...anna, domain: "edge.com" })).toMatchObject({
		domain: { edgeProfileKey: "main" },
	});
});

it("reports what a new name gets from the account, and when its profile is off or does not fit", async () => {
	const { anna } = await customer();
	const { saveEdgeProfile, savePreset, setDefaults } = world.actions.profile;
	const quoted = async (domain: string) => {
		const result = await world.actions.quote.register({ ...anna, lines: [{ domain, years: 1 }] });
		return result.kind === "quoted" ? result.operation.quote?.defaults : result.kind;
	};
	expect(await quoted("bare.com")).toBeUndefined();
	await savePreset({ ...anna, key: "mine", nameservers: ["a.example.net", "b.example.net"] });
	await setDefaults({ ...anna, defaults: { nameserverPresetKey: "mine" } });
	expect(await quoted("preset.com")).toEqual({ edgeProfileKey: null, nameserverPresetKey: "mine" });
	await saveEdgeProfile({ ...anna, key: "main", enabled: true, zones: [".com"] });
	await setDefaults({ ...anna, defaults: { edgeProfileKey: "main" } });
	const main = { edgeProfileKey: "main", nameserverPresetKey: null };
	expect(await quoted("wanted.com")).toEqual(main);
	expect(await quoted("wanted.net")).toEqual({ ...main, edgeProblem: "zone" });
	await saveEdgeProfile({ ...anna, key: "main", enabled: true, zones: [".uk"], sure: true });
	expect(await quoted("wanted.co.uk")).toEqual({ ...main, edgeProblem: "zone" });
	await saveEdgeProfile({ ...anna, key: "main", enabled: false, zones: null, sure: true });
	expect(await quoted("wanted.com")).toEqual({ ...main, edgeProblem: "off" });
});

it("learns that a domain was blocked, and refuses changes of it until it is unblocked", async () => {
	const { anna, carryOut, own } = await customer();
	await own("blocked.com");
	await world.service.admin.block("block-1", "blocked.com", "abuse report");
	const card = () => world.actions.domain.card({ ...anna, domain: "blocked.com" });
	await vi.waitUntil(async () => {
		const seen = await card();
		return seen.kind === "domain" && seen.blockedSince !== null;
	}, longWait);
	const add = { edit: "add", record: { type: "A", hostname: "@", value: "203.0.113.5" } } as const;
	const refused = await world.actions.dns.plan({ ...anna, domains: ["blocked.com"], draft: {}, edits: [add] });
	expect(refused).toEqual({
		kind: "nothing",
		skipped: [
			{ domain: "blocked.com", reason: "blocked", block: { since: expect.any(Date), reportsEnd: expect.any(Boolean) } },
		],
	});
	const renewal = await world.actions.quote.renew({ ...anna, lines: [{ domain: "blocked.com", years: 1 }] });
	expect(await carryOut(renewal)).toMatchObject({ state: "succeeded" });
	await world.service.admin.unblock("unblock-1", "blocked.com");
	await vi.waitUntil(async () => {
		const seen = await card();
		return seen.kind === "domain" && seen.blockedSince === null;
	}, longWait);
});

it("marks premium names in every quote and receipt: of one, of a list, asked again, and of a renewal", async () => {
	const { anna, own, carryOut } = await customer();
	const premium = (quote: { kind: string; operation?: Operation }) =>
		quote.operation?.items.map((item) => [item.domain, item.premium]);
	const { quote } = world.actions;
	const lines = ["plain-gem.com", "gem.io"].map((domain) => ({ domain, years: 1 }));
	const one = await quote.register({ ...anna, lines: [{ domain: "gem.io", years: 1 }] });
	expect(premium(one)).toEqual([["gem.io", true]]);
	const many = await quote.register({ ...anna, lines });
	const marked = [
		["plain-gem.com", false],
		["gem.io", true],
	];
	expect(premium(many)).toEqual(marked);
	const operationId = many.kind === "quoted" ? many.operation.id : 0;
	expect(premium(await quote.again({ ...anna, operationId }))).toEqual(marked);
	expect(await own("gem.io")).toMatchObject({ items: [{ premium: true }] });
	await own("plain-gem.com");
	const renewal = await quote.renew({ ...anna, lines: [{ domain: "gem.io", years: 1 }] });
	expect(premium(renewal)).toEqual([["gem.io", true]]);
	expect(await carryOut(renewal)).toMatchObject({ state: "succeeded", items: [{ premium: true }] });
	const renewals = await quote.renew({ ...anna, lines });
	expect(premium(renewals)).toEqual(marked);
	const receipt = await carryOut(renewals);
	expect(premium({ kind: "receipt", operation: receipt })).toEqual(marked);
});

it("shows what renewals cost in the sums that are charged, and reports nothing that was renewed elsewhere", async () => {
	const { anna, userId, own, carryOut } = await customer();
	const dayMs = 24 * 3_600_000;
	const names = ["sum-a.com", "sum-b.net", "sum-c.io", "sum-elsewhere.com"];
	const credited = await world.service.admin.credit("sum-credit", userId, 100_000);
	expect(credited.kind).toBe("done");
	for (const name of names) await own(name);
	const { sql } = world.database;
	const look = async () => {
		const rows = await sql<{ id: string }[]>`
			update bot.watches set wake_at = clock() where account_id in (
				select account_id from bot.connections where person_id = ${anna.personId}) returning id`;
		for (const { id } of rows) await world.tasks.watch(id, new AbortController().signal);
	};
	const reminders = async () =>
		await sql<{ id: number }[]>`select id::int from bot.reminders where person_id = ${anna.personId} order by id`;
	await look();
	expect(await reminders()).toEqual([]);
	const [clock] = await sql<{ at: Date }[]>`select clock() as at`;
	const time = (clock?.at.getTime() ?? 0) % dayMs;
	await world.database.advance(345 * dayMs + 10 * (dayMs / 24) - time);
	const elsewhere = await world.service.admin.renew("sum-elsewhere", userId, "sum-elsewhere.com", 1);
	expect(elsewhere.kind).toBe("done");
	await look();
	const [{ id: reminderId } = { id: 0 }, ...more] = await reminders();
	expect(more).toEqual([]);
	const reminder = await world.actions.renewal.reminder({ ...anna, reminderId });
	const [part] = reminder?.parts ?? [];
	if (!part) throw new Error("nothing was reported");
	const { accountId, balanceCents } = part.account;
	const domains = part.names.map(({ domain }) => domain);
	expect(domains.toSorted()).toEqual(["sum-a.com", "sum-b.net", "sum-c.io"]);
	const shown = part.names.reduce((sum, { renewCents }) => sum + (renewCents ?? Number.NaN), 0);
	const renewed = await carryOut(await world.actions.renewal.quote({ ...anna, accountId, domains }));
	expect(renewed.items.reduce((sum, { chargedCents }) => sum + (chargedCents ?? 0), 0)).toBe(shown);
	expect(await world.actions.account.read(anna)).toMatchObject({
		account: { balanceCents: (balanceCents ?? 0) - shown },
	});
	expect(await world.actions.renewal.reminder({ ...anna, reminderId })).toBeNull();
	await world.database.advance(dayMs);
	await look();
	expect(await reminders()).toHaveLength(1);
});

it("refuses a record type that the service does not store, in a file, a record and a template", async () => {
	const { anna, own } = await customer();
	const domain = "types.com";
	await own(domain);
	const { dns } = world.actions;
	const text = "www A 203.0.113.7\nwww HINFO cpu os\n";
	expect(await dns.readFile({ domain, text })).toMatchObject({
		records: 1,
		isComplete: true,
		refused: [{ line: 2, problem: "type", type: "HINFO" }],
	});
	const record = { type: "HINFO", hostname: "www", value: '"cpu" "os"' };
	const add = [{ edit: "add" as const, record }];
	const skipped = [{ domain, reason: "type", refusals: [{ record, problem: "type" }] }];
	const refused = { kind: "nothing", skipped };
	expect(await dns.plan({ ...anna, domains: [domain], draft: {}, edits: add })).toMatchObject(refused);
	await dns.saveTemplate({ ...anna, domain, name: "info", records: [record] });
	const [template] = await dns.templates(anna);
	expect(
		await dns.applyTemplate({ ...anna, domains: [domain], draft: {}, template: template?.key ?? "" }),
	).toMatchObject(refused);
	expect(await dns.plan({ ...anna, domains: [domain], edits: add })).toMatchObject(refused);
});
