import type { Packet } from "dns-packet";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import type { Live } from "../../../src/actions/index.ts";
import { answerTo, type ScriptedServer, startScriptedServer } from "../../support/dns-server.ts";
import { startService } from "../../support/service.ts";
import { ownerOf } from "../changing.ts";
import { type ActionsFixture, createActionsFixture } from "../fixture.ts";

const minuteMs = 60_000;
let fixture: ActionsFixture;
let one: ScriptedServer;
let two: ScriptedServer;
let next = 1;
let serial = 1;
const world = new AsyncDisposableStack();

beforeAll(async () => {
	[one, two] = [world.use(await startScriptedServer(() => [])), world.use(await startScriptedServer(() => []))];
	fixture = world.use(await createActionsFixture({ dns: { resolvers: [one, two] } }));
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Answers each query for an A record with the address `data`. A query for a nameserver's own name (`ns…`) gets no
 * address, so the bot cannot ask that nameserver.
 */
const says = (data: string) => (query: Packet) => {
	const [asked] = query.questions ?? [];
	const isAddress = asked?.type === "A" && !asked.name.startsWith("ns");
	return [answerTo(query, isAddress ? [{ type: "A", name: asked.name, ttl: 300, data }] : [])];
};

/**
 * Returns only the verdicts of the resolvers. The nameservers of the domain never answer here, because they do not
 * exist.
 */
const verdictsOf = (live: Live | null) =>
	(live?.answer?.servers ?? []).filter(({ role }) => role === "resolver").map(({ verdict }) => verdict);

/**
 * Returns a domain to which the bot has just added the record `www A 192.0.2.2`. The bot now checks repeatedly whether
 * DNS servers return this record.
 */
async function changed() {
	const domain = `live-${serial++}.com`;
	const mine = await ownerOf(fixture, next++, domain);
	const { personId } = mine;
	const add = (value: string) => ({ edit: "add" as const, record: { type: "A", hostname: "www", value } });
	const operation = await mine.carryOut(
		await fixture.actions.dns.plan({ personId, domains: [domain], draft: {}, edits: [add("192.0.2.2")] }),
	);
	const start = async (operationId?: number) => {
		const result = await fixture.actions.live.start({
			personId,
			domain,
			...(operationId !== undefined && { operationId }),
		});
		if (result.kind !== "started") throw new Error(result.kind);
		return result.watchId;
	};
	const watchId = await start(operation.id);
	onTestFinished(async () => void (await fixture.database.sql`delete from bot.watches where id = ${watchId}`));
	return {
		...mine,
		start,
		watchId,
		look: () => fixture.tasks.watch(String(watchId), new AbortController().signal),
		read: () => fixture.actions.live.read({ personId, watchId }),
		async told() {
			return (await fixture.notifications()).filter((each) => each === `live to ${personId}`).length;
		},
	};
}

it("counts the servers that follow, says what the others keep, and notifies once when all agree", async () => {
	const mine = await changed();
	[one.script, two.script] = [says("192.0.2.2"), says("192.0.2.1")];
	await mine.look();
	const [after] = await fixture.database.sql<{ at: Date }[]>`select clock() + interval '300 s' as at`;
	const seen = await mine.read();
	expect(seen?.answer).toMatchObject({ outcome: "waiting", questions: 1, total: 1 });
	expect(verdictsOf(seen)).toEqual(["new", "old"]);
	const [old] = seen?.answer?.servers.at(-1)?.old ?? [];
	expect(old).toMatchObject({ name: `www.${mine.domain}`, type: "A", values: ["192.0.2.1"] });
	expect(Math.abs(Date.parse(old?.until ?? "") - (after?.at.getTime() ?? 0))).toBeLessThan(10_000);
	expect(await mine.told()).toBe(0);
	two.script = says("192.0.2.2");
	for (let look = 1; look <= 2; look += 1) {
		await fixture.database.advance(2 * minuteMs);
		await mine.look();
	}
	expect((await mine.read())?.answer).toMatchObject({ outcome: "live", agree: true });
	expect((await mine.read())?.nextAt).toBeNull();
	await fixture.database.advance(10 * minuteMs);
	await mine.look();
	expect(await mine.told()).toBe(1);
});

it("gives up after an hour, with one notification", async () => {
	const mine = await changed();
	[one.script, two.script] = [says("192.0.2.1"), says("192.0.2.1")];
	for (let passed = 0; passed <= 70; passed += 10) {
		await mine.look();
		await fixture.database.advance(10 * minuteMs);
	}
	expect((await mine.read())?.answer?.outcome).toBe("gave_up");
	expect(await mine.told()).toBe(1);
});

it("is live without a server that stays silent, and not without any", async () => {
	const mine = await changed();
	[one.script, two.script] = [() => [], () => []];
	await mine.look();
	expect((await mine.read())?.answer).toMatchObject({ outcome: "waiting", agree: false });
	one.script = says("192.0.2.2");
	await fixture.database.advance(2 * minuteMs);
	await mine.look();
	expect((await mine.read())?.answer).toMatchObject({ outcome: "waiting", agree: true });
	await fixture.database.advance(2 * minuteMs);
	await mine.look();
	expect((await mine.read())?.answer?.outcome).toBe("live");
}, 30_000);

it("takes a dead service for no answer, and keeps the last one", async () => {
	const mine = await changed();
	[one.script, two.script] = [says("192.0.2.2"), says("192.0.2.1")];
	await mine.look();
	await fixture.database.advance(2 * minuteMs);
	fixture.service.fail(/dns/, { kind: "reset" });
	await mine.look();
	const seen = await mine.read();
	expect(seen).toMatchObject({ failure: "service_down", answer: { outcome: "waiting" } });
	expect(await mine.told()).toBe(0);
	fixture.service.heal();
});

it("replaces the question by that of a later change, and continues it on demand", async () => {
	const mine = await changed();
	[one.script, two.script] = [says("192.0.2.1"), says("192.0.2.1")];
	await mine.look();
	expect(await mine.start()).toBe(mine.watchId);
	expect((await mine.read())?.answer?.questions).toBe(1);
	const { personId, domain } = mine;
	const edits = [{ edit: "add" as const, record: { type: "A", hostname: "shop", value: "192.0.2.7" } }];
	const later = await mine.carryOut(await fixture.actions.dns.plan({ personId, domains: [domain], draft: {}, edits }));
	await fixture.database.advance(minuteMs);
	expect(await mine.start(later.id)).toBe(mine.watchId);
	expect((await mine.read())?.answer).toBeNull();
	[one.script, two.script] = [says("192.0.2.7"), says("192.0.2.7")];
	await mine.look();
	expect(verdictsOf(await mine.read())).toEqual(["new", "new"]);
	await fixture.database.advance(2 * minuteMs);
	await mine.look();
	expect((await mine.read())?.answer?.outcome).toBe("live");
	expect(await mine.told()).toBe(1);
});

it("is shown to its person only", async () => {
	const mine = await changed();
	const { personId } = await fixture.meet(next++);
	expect(await fixture.actions.live.read({ personId, watchId: mine.watchId })).toBeNull();
});

it("turns green at the built-in service's nameserver", async () => {
	await using service = await startService();
	const builtIn = await service.service.listenDns({ host: "127.0.0.1", port: 0 });
	await using other = await createActionsFixture({ service: { url: service.url }, dns: { builtIn } });
	const caller = await service.open();
	const config = { records: [{ type: "A", hostname: "www", value: "203.0.113.5", ttl: 300 }] };
	await caller.send("POST", "/domains/register", { domain: "green.com", config });
	await other.meet(1);
	await other.actions.connection.connect({ personId: 1, token: caller.token });
	const started = await other.actions.live.start({ personId: 1, domain: "green.com" });
	if (started.kind !== "started") throw new Error(started.kind);
	await other.tasks.watch(String(started.watchId), new AbortController().signal);
	const seen = await other.actions.live.read({ personId: 1, watchId: started.watchId });
	expect(seen?.answer).toMatchObject({ outcome: "live", questions: 2 });
	// The first check already finds the change. The open screen shows it, so no notification is sent.
	expect(await other.notifications()).toEqual([]);
	expect(seen?.answer?.servers.map(({ name, role, verdict }) => `${name} ${role} ${verdict}`)).toEqual([
		"ns1.sandbox.test nameserver new",
		"ns2.sandbox.test nameserver new",
		`127.0.0.1:${builtIn.port} sandbox new`,
	]);
});
