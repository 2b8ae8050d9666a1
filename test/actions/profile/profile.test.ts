import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { peopleOf } from "../../../src/store/accounts.ts";
import { createRealWorld, freezeDuringIssue } from "../real-world.ts";

let world: Awaited<ReturnType<typeof createRealWorld>>;
let last = 0;

beforeAll(async () => {
	world = await createRealWorld();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person with a new sandbox account. */
async function owner() {
	const anna = await world.meet(++last);
	const opened = await world.actions.connection.openSandbox(anna);
	if (opened.kind !== "connected") throw new Error(opened.kind);
	return { ...anna, userId: opened.connection.account?.userId ?? 0 };
}

const who = ({ personId }: { personId: number }) => ({ personId });

describe("the profile", () => {
	it("is shown whole to the person who opened the account here", async () => {
		const anna = await owner();
		expect(await world.actions.profile.read(who(anna))).toMatchObject({
			kind: "owned",
			profile: {
				userId: anna.userId,
				balanceCents: 50_000,
				sandbox: true,
				apiEnabled: true,
				whitelist: ["127.0.0.1"],
				webhook: { ours: true, enabled: true, newSecretFrom: null },
			},
			guide: { addresses: ["127.0.0.1"], receiverUrl: expect.stringContaining("/events/") },
		});
	});

	it("is read-only for the holder of a pasted token, who can change nothing", async () => {
		const anna = await owner();
		const issued = await world.actions.profile.issueToken({ ...who(anna), sure: true });
		const boris = await world.meet(++last);
		const token = issued.kind === "shown_once" ? issued.secret : "";
		expect(await world.actions.connection.connect({ ...boris, token })).toMatchObject({ kind: "connected" });
		const { profile } = world.actions;
		expect(await profile.read(boris)).toMatchObject({ kind: "read_only", account: { userId: anna.userId } });
		expect(await profile.issueToken({ ...boris, sure: true })).toEqual({ kind: "not_owner" });
		expect(await profile.editWhitelist({ ...boris, add: ["203.0.113.1"], sure: true })).toEqual({ kind: "not_owner" });
		expect(await profile.rotateSecret(boris)).toEqual({ kind: "not_owner" });
		expect(await profile.setWebhook({ ...boris, to: "nowhere" })).toEqual({ kind: "not_owner" });
		expect(await profile.testWebhook(boris)).toEqual({ kind: "not_owner" });
	});
});

describe("a freeze of the account", () => {
	it("keeps the webhook and the whitelist, until an hour after its end was asked for", async () => {
		const anna = await owner();
		const { profile, freeze } = world.actions;
		const own = world.deps.service.egress[0] ?? "";
		await profile.editWhitelist({ ...who(anna), add: ["198.51.100.7"], sure: true });
		const accountId = (await world.actions.connection.current(anna))?.account?.id ?? 0;
		await freeze.freeze({ ...who(anna), accountId, domain: "" });
		const weakening = () =>
			Promise.all([
				profile.setWebhook({ ...who(anna), to: "nowhere", sure: true }),
				profile.setWebhook({ ...who(anna), to: { url: "https://hooks.example.net/x" } }),
				profile.setWebhookEnabled({ ...who(anna), enabled: false }),
				profile.rotateSecret(who(anna)),
				profile.editWhitelist({ ...who(anna), add: ["203.0.113.9"] }),
				profile.editWhitelist({ ...who(anna), remove: [own, "198.51.100.7"], sure: true }),
				profile.setApi({ ...who(anna), enabled: true }),
			]);
		const frozen = Array(7).fill({ kind: "frozen" });
		expect(await weakening()).toEqual(frozen);
		expect(await profile.setWebhook({ ...who(anna), to: "ours" })).toMatchObject({ kind: "changed" });
		expect(await profile.editWhitelist({ ...who(anna), remove: ["198.51.100.7"] })).toMatchObject({ kind: "changed" });
		expect(await profile.setApi({ ...who(anna), enabled: false, sure: true })).toMatchObject({ kind: "changed" });
		const freezeId = (await freeze.read({ ...who(anna), domain: "" }))?.freeze?.id ?? 0;
		await freeze.end({ ...who(anna), freezeId });
		expect(await weakening()).toEqual(frozen);
		await world.database.advance(3_601_000);
		expect(await profile.setApi({ ...who(anna), enabled: true })).toMatchObject({ kind: "changed" });
		expect(await profile.setWebhookEnabled({ ...who(anna), enabled: false })).toMatchObject({ kind: "changed" });
	});
});

describe("the token", () => {
	it("is re-issued after asking twice, shown once, and used by this bot at once", async () => {
		const anna = await owner();
		const { issueToken } = world.actions.profile;
		expect(await issueToken(who(anna))).toEqual({ kind: "ask_twice", warning: "old_token" });
		const accountId = (await world.actions.connection.current(anna))?.account?.id ?? 0;
		await world.actions.freeze.freeze({ ...who(anna), accountId, domain: "" });
		expect(await issueToken({ ...who(anna), sure: true })).toEqual({ kind: "frozen" });
		const freezeId = (await world.actions.freeze.read({ ...who(anna), domain: "" }))?.freeze?.id ?? 0;
		await world.actions.freeze.end({ ...who(anna), freezeId });
		expect(await issueToken({ ...who(anna), sure: true })).toEqual({ kind: "frozen" });
		await world.database.advance(3_601_000);
		const issued = await issueToken({ ...who(anna), sure: true });
		expect(issued).toMatchObject({ kind: "shown_once", secret: expect.stringMatching(/^dts_/) });
		const secret = issued.kind === "shown_once" ? issued.secret : "";
		const current = await world.actions.connection.current(who(anna));
		expect(current).toMatchObject({ state: "live", tokenLast4: secret.slice(-4), account: { owned: true } });
		expect(await world.actions.account.read(who(anna))).toMatchObject({ kind: "account" });
		expect(JSON.stringify(await world.database.sql`select * from bot.connections`)).not.toContain(secret);
	});

	it("is re-issued before a freeze that begins meanwhile, or not at all", async () => {
		const anna = await owner();
		const accountId = (await world.actions.connection.current(anna))?.account?.id ?? 0;
		const freeze = () => world.actions.freeze.freeze({ ...who(anna), accountId, domain: "" });
		const replace = () => world.actions.profile.issueToken({ ...who(anna), sure: true });
		expect(await freezeDuringIssue(world, freeze, replace)).toEqual(["issued", "frozen"]);
		expect(await replace()).toEqual({ kind: "frozen" });
	});

	it("is re-issued for many people at once", async () => {
		const owners = await Promise.all(Array.from({ length: 14 }, owner));
		const issue = (anna: { personId: number }) => world.actions.profile.issueToken({ ...who(anna), sure: true });
		const issued = await Promise.all(owners.map(issue));
		expect(issued).toMatchObject(Array(14).fill({ kind: "shown_once" }));
	});

	it("ends access for holders of the old one at once, and never for the owner", async () => {
		const anna = await owner();
		const issue = async () => {
			const issued = await world.actions.profile.issueToken({ ...who(anna), sure: true });
			return issued.kind === "shown_once" ? issued.secret : "";
		};
		const boris = await world.meet(++last);
		const joined = await world.actions.connection.connect({ ...boris, token: await issue() });
		const accountId = joined.kind === "connected" ? (joined.connection.account?.id ?? 0) : 0;
		expect(await peopleOf(world.deps.db, accountId)).toEqual(expect.arrayContaining([anna.personId, boris.personId]));
		const token = await issue();
		expect(await world.actions.connection.current(boris)).toMatchObject({ state: "needs_token" });
		expect(await peopleOf(world.deps.db, accountId)).toEqual([anna.personId]);
		await world.actions.profile.setApi({ ...who(anna), enabled: false, sure: true });
		await world.actions.account.read(who(anna));
		expect(await world.actions.connection.current(who(anna))).toMatchObject({ state: "needs_token" });
		expect(await peopleOf(world.deps.db, accountId)).toEqual([anna.personId]);
		await world.actions.profile.setApi({ ...who(anna), enabled: true });
		expect(await world.actions.connection.connect({ ...boris, token })).toMatchObject({ kind: "connected" });
		expect(await world.actions.connection.current(who(anna))).toMatchObject({ state: "live" });
	});

	it("is one token for two taps on one button, concurrent or successive", async () => {
		const anna = await owner();
		const issue = (buttonId: string) => world.actions.profile.issueToken({ ...who(anna), sure: true, buttonId });
		const [one, two] = await Promise.all([issue("1.1"), issue("1.1")]);
		expect(one).toMatchObject({ kind: "shown_once" });
		expect(two).toEqual(one);
		expect(await issue("1.1")).toEqual(one);
		expect(await world.actions.account.read(who(anna))).toMatchObject({ kind: "account" });
		expect(await issue("1.2")).not.toEqual(one);
		expect(await issue("1.1")).toEqual({ kind: "ask_twice", warning: "old_token" });
	});

	it("issued while the API is off is used once it is on, and the old one's holder is notified", async () => {
		const anna = await owner();
		const { issueToken, setApi } = world.actions.profile;
		const first = await issueToken({ ...who(anna), sure: true });
		const boris = await world.meet(++last);
		const old = first.kind === "shown_once" ? first.secret : "";
		expect(await world.actions.connection.connect({ ...boris, token: old })).toMatchObject({ kind: "connected" });
		await setApi({ ...who(anna), enabled: false, sure: true });
		const issued = await issueToken({ ...who(anna), sure: true });
		const lastFour = issued.kind === "shown_once" ? issued.secret.slice(-4) : "";
		expect(await world.actions.connection.current(who(anna))).toMatchObject({
			state: "needs_token",
			tokenLast4: lastFour,
			account: { owned: true },
		});
		expect(await world.actions.connection.current(boris)).toMatchObject({ state: "needs_token" });
		await setApi({ ...who(anna), enabled: true });
		expect(await world.actions.connection.current(who(anna))).toMatchObject({ state: "live", tokenLast4: lastFour });
		expect(await world.actions.account.read(who(anna))).toMatchObject({ kind: "account" });
		expect(await world.actions.connection.list(who(anna))).toHaveLength(1);
	});

	it("leaves the profile to its owner if issued while the whitelist excludes this bot", async () => {
		const anna = await owner();
		const { editWhitelist, issueToken, read } = world.actions.profile;
		await editWhitelist({ ...who(anna), remove: ["127.0.0.1"], sure: true });
		await issueToken({ ...who(anna), sure: true });
		expect(await world.actions.connection.current(who(anna))).toMatchObject({ state: "needs_whitelist" });
		expect(await read(who(anna))).toMatchObject({ kind: "owned" });
		await editWhitelist({ ...who(anna), add: ["127.0.0.1"], sure: true });
		expect(await world.actions.connection.current(who(anna))).toMatchObject({ state: "live" });
	});

	it("requires 40 USD", async () => {
		const anna = await owner();
		await world.service.admin.credit("take", anna.userId, -(50_000 - 3_999));
		const issued = await world.actions.profile.issueToken({ ...who(anna), sure: true });
		expect(issued).toEqual({ kind: "short", balanceCents: 3_999, neededCents: 4_000 });
	});

	it("does nothing while the API is off", async () => {
		const anna = await owner();
		const { setApi } = world.actions.profile;
		expect(await setApi({ ...who(anna), enabled: false })).toEqual({ kind: "ask_twice", warning: "api_off" });
		expect(await world.actions.account.read(who(anna))).toMatchObject({ kind: "account" });
		expect(await setApi({ ...who(anna), enabled: false, sure: true })).toMatchObject({
			kind: "changed",
			profile: { apiEnabled: false },
		});
		expect(await world.actions.account.read(who(anna))).toMatchObject({ trouble: "unauthorized" });
		expect(await world.actions.profile.read(who(anna))).toMatchObject({ kind: "owned" });
		expect(await setApi({ ...who(anna), enabled: true })).toMatchObject({ profile: { apiEnabled: true } });
		expect(await world.actions.connection.test(who(anna))).toMatchObject({ kind: "connected" });
	});
});

describe("the whitelist", () => {
	it("adds and removes entries, and asks before it admits every address or none", async () => {
		const anna = await owner();
		const edit = (change: { add?: string[]; remove?: string[]; sure?: boolean }) =>
			world.actions.profile.editWhitelist({ ...who(anna), ...change });
		expect(await edit({ add: [" 203.0.113.0/24 "] })).toMatchObject({
			profile: { whitelist: ["127.0.0.1", "203.0.113.0/24"] },
		});
		expect(await edit({ remove: ["203.0.113.0/24"] })).toMatchObject({ profile: { whitelist: ["127.0.0.1"] } });
		for (const everyone of ["0.0.0.0/0", "::/0", "::ffff:0.0.0.0/96"]) {
			expect(await edit({ add: [everyone] })).toEqual({ kind: "ask_twice", warning: "everyone" });
		}
		expect(await edit({ remove: ["127.0.0.1"] })).toEqual({ kind: "ask_twice", warning: "last_address" });
		await edit({ add: ["203.0.113.0/24", "127.0.0.0/8"] });
		expect(await edit({ remove: ["203.0.113.0/24"] })).toMatchObject({ kind: "changed" });
		expect(await edit({ remove: ["127.0.0.1"] })).toMatchObject({ kind: "changed" });
		await edit({ add: ["2001:db8::1"] });
		expect(await edit({ remove: ["127.0.0.0/8"] })).toEqual({ kind: "ask_twice", warning: "own_address" });
		await edit({ add: ["127.0.0.1"] });
		expect(await edit({ remove: ["127.0.0.0/8"] })).toMatchObject({ kind: "changed" });
		expect(await edit({ remove: ["2001:db8::1"] })).toMatchObject({ profile: { whitelist: ["127.0.0.1"] } });
		expect(await edit({ add: ["300.1.1.1"] })).toMatchObject({ kind: "refused", code: "validation_error" });
		expect(await edit({ remove: ["127.0.0.1"], sure: true })).toMatchObject({ profile: { whitelist: [] } });
		expect(await world.actions.account.read(who(anna))).toMatchObject({ trouble: "forbidden" });
		expect(await edit({ add: ["127.0.0.1"] })).toMatchObject({ profile: { whitelist: ["127.0.0.1"] } });
	});
});

describe("events", () => {
	it("can be tested, and are accepted through both steps of a new secret", async () => {
		const anna = await owner();
		const { testWebhook, rotateSecret, useSecret } = world.actions.profile;
		const delivered = { kind: "tested", delivered: true, statusCode: 200, error: null };
		expect(await testWebhook(who(anna))).toEqual(delivered);
		const rotated = await rotateSecret(who(anna));
		expect(rotated).toMatchObject({ kind: "shown_once", secret: expect.stringMatching(/^whsec_/) });
		expect(rotated).toMatchObject({ profile: { webhook: { newSecretFrom: expect.any(Date) } } });
		await world.database.advance(1_000);
		expect(await testWebhook(who(anna))).toEqual(delivered);
		expect(await useSecret(who(anna))).toMatchObject({ profile: { webhook: { newSecretFrom: null, ours: true } } });
		await world.database.advance(1_000);
		expect(await testWebhook(who(anna))).toEqual(delivered);
	});

	it("are accepted when a second new secret replaces the first, or a button is tapped twice", async () => {
		const anna = await owner();
		const { testWebhook, rotateSecret, useSecret } = world.actions.profile;
		const first = await rotateSecret({ ...who(anna), buttonId: "1.1" });
		expect(await rotateSecret({ ...who(anna), buttonId: "1.1" })).toEqual(first);
		const second = await rotateSecret({ ...who(anna), buttonId: "1.2" });
		expect(second).toMatchObject({ kind: "shown_once" });
		expect(second).not.toEqual(first);
		expect(await testWebhook(who(anna))).toMatchObject({ delivered: true });
		await useSecret(who(anna));
		await world.database.advance(1_000);
		expect(await testWebhook(who(anna))).toMatchObject({ delivered: true });
	});

	it("are signed with a new secret, which is shown, when they go to another address", async () => {
		const anna = await owner();
		const { setWebhook, rotateSecret } = world.actions.profile;
		const seen = await rotateSecret(who(anna));
		const moved = await setWebhook({ ...who(anna), to: { url: "https://hooks.example.com/a" } });
		expect(moved).toMatchObject({
			kind: "shown_once",
			secret: expect.stringMatching(/^whsec_/),
			profile: { webhook: { url: "https://hooks.example.com/a", ours: false, newSecretFrom: null } },
		});
		expect(moved.kind === "shown_once" && seen.kind === "shown_once" && moved.secret !== seen.secret).toBe(true);
		const again = await setWebhook({ ...who(anna), to: { url: "https://hooks.example.com/b" } });
		expect(again).toMatchObject({ kind: "changed", profile: { webhook: { url: "https://hooks.example.com/b" } } });
	});

	it("go to the owner's address, whose secret is shown, and come back", async () => {
		const anna = await owner();
		const { setWebhook, setWebhookEnabled, testWebhook } = world.actions.profile;
		const bad = await setWebhook({ ...who(anna), to: { url: "http://example.com/hook" } });
		expect(bad).toMatchObject({ kind: "refused", code: "validation_error" });
		expect(await setWebhook({ ...who(anna), to: "nowhere" })).toEqual({ kind: "ask_twice", warning: "no_webhook" });
		expect(await setWebhook({ ...who(anna), to: "nowhere", sure: true })).toMatchObject({
			profile: { webhook: { url: null, ours: false } },
		});
		const own = await setWebhook({ ...who(anna), to: { url: "https://hooks.example.com/a" } });
		expect(own).toMatchObject({
			kind: "shown_once",
			profile: { webhook: { url: "https://hooks.example.com/a", ours: false } },
		});
		await world.actions.connection.openSandbox(who(anna));
		const stays = await world.actions.profile.read(who(anna));
		expect(stays).toMatchObject({ profile: { webhook: { url: "https://hooks.example.com/a" } } });
		expect(await setWebhook({ ...who(anna), to: "ours" })).toMatchObject({
			profile: { webhook: { ours: true, enabled: true } },
		});
		expect(await testWebhook(who(anna))).toMatchObject({ kind: "tested", delivered: true });
		const off = await setWebhookEnabled({ ...who(anna), enabled: false });
		expect(off).toMatchObject({ profile: { webhook: { enabled: false } } });
	});
});

it("saves defaults, nameserver presets and edge profiles", async () => {
	const anna = await owner();
	const { savePreset, saveEdgeProfile, setDefaults, removePreset, removeEdgeProfile } = world.actions.profile;
	const nameservers = ["a.example.net", "b.example.net"];
	expect(await savePreset({ ...who(anna), key: "mine", nameservers })).toMatchObject({
		profile: { presets: [{ key: "mine", nameservers }] },
	});
	expect(await savePreset({ ...who(anna), key: "bad", nameservers: ["one"] })).toMatchObject({ kind: "refused" });
	await saveEdgeProfile({ ...who(anna), key: "main", enabled: true, zones: [".com"] });
	const defaults = { nameserverPresetKey: "mine", edgeProfileKey: "main", defaultTtl: 600 };
	expect(await setDefaults({ ...who(anna), defaults })).toMatchObject({ profile: { defaults } });
	expect(await setDefaults({ ...who(anna), defaults: { defaultTtl: 5 } })).toMatchObject({ kind: "refused" });
	await setDefaults({ ...who(anna), defaults: { nameserverPresetKey: null, edgeProfileKey: null } });
	expect(await removePreset({ ...who(anna), key: "mine" })).toMatchObject({ profile: { presets: [] } });
	expect(await removeEdgeProfile({ ...who(anna), key: "main" })).toMatchObject({ profile: { edgeProfiles: [] } });
});

it("lists the deliveries of the events that were sent here", async () => {
	const anna = await owner();
	const list = await world.actions.delivery.list({ ...who(anna), limit: 5 });
	expect(list).toMatchObject({ kind: "deliveries", deliveries: [], webhookEnabled: true });
});
