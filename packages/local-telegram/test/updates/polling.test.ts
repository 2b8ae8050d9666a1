import { expect, it } from "vitest";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { startTelegram, type TelegramServer } from "../../../../test/support/telegram.ts";

interface GotUpdate {
	update_id: number;
	message?: { text: string };
}

const poll = async ({ api }: TelegramServer, params: object = {}): Promise<GotUpdate[]> =>
	(await api<GotUpdate[]>("getUpdates", { ...params })).result;

const texts = (updates: GotUpdate[]): (string | undefined)[] => updates.map((update) => update.message?.text);

it("numbers updates in steps of one [API]", async () => {
	const server = await startTelegram();
	for (const text of ["a", "b", "c"]) server.telegram.people.say(1001, { text });
	const [first = 0, ...rest] = (await poll(server)).map((update) => update.update_id);
	expect(first).toBeGreaterThan(0);
	expect(rest).toEqual([first + 1, first + 2]);
});

it("repeats an update until a later offset confirms it [API]", async () => {
	const server = await startTelegram();
	for (const text of ["a", "b", "c"]) server.telegram.people.say(1001, { text });
	const [first = { update_id: 0 }] = await poll(server);
	expect(texts(await poll(server))).toEqual(["a", "b", "c"]);
	expect(texts(await poll(server, { offset: first.update_id + 1 }))).toEqual(["b", "c"]);
	expect(texts(await poll(server, { limit: 1 }))).toEqual(["b"]);
});

it("drops all but the latest on a negative offset [API]", async () => {
	const server = await startTelegram();
	for (const text of ["a", "b", "c"]) server.telegram.people.say(1001, { text });
	expect(texts(await poll(server, { offset: -2 }))).toEqual(["b", "c"]);
	expect(texts(await poll(server))).toEqual(["b", "c"]);
});

it("answers a waiting poll on the first update, or empty after its timeout", async () => {
	const clock = createManualClock();
	const server = await startTelegram({ clock });
	const waiting = poll(server, { timeout: 30 });
	await pending(server);
	server.telegram.people.say(1001, { text: "now" });
	const [update = { update_id: 0 }] = await waiting;
	const empty = poll(server, { offset: update.update_id + 1, timeout: 30 });
	await pending(server);
	clock.advance(30_000);
	expect(await empty).toEqual([]);
});

it("waits at most 50 seconds [SRV]", async () => {
	const clock = createManualClock();
	const server = await startTelegram({ clock });
	const empty = poll(server, { timeout: 600 });
	await pending(server);
	clock.advance(50_000);
	expect(await empty).toEqual([]);
});

it("ends the older of two polls with 409 [SRV 16232]", async () => {
	const clock = createManualClock();
	const server = await startTelegram({ clock });
	const older = server.api("getUpdates", { timeout: 30 });
	await pending(server);
	const newer = poll(server, { timeout: 30 });
	expect(await older).toEqual({
		ok: false,
		error_code: 409,
		description: "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
	});
	server.telegram.people.say(1001, { text: "for the newer" });
	expect(texts(await newer)).toEqual(["for the newer"]);
});

it("refuses a poll while a webhook is set, and a webhook ends a waiting poll [SRV 15703]", async () => {
	const server = await startTelegram();
	const waiting = server.api("getUpdates", { timeout: 30 });
	await pending(server);
	await server.api("setWebhook", { url: "http://127.0.0.1:9/hook" });
	expect((await waiting).description).toBe("Conflict: terminated by setWebhook request");
	expect((await server.api("getUpdates")).description).toBe(
		"Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
	);
	await server.api("deleteWebhook", { drop_pending_updates: true });
	expect((await server.api("getUpdates")).ok).toBe(true);
});

it("stores allowed_updates and does not change existing updates [API]", async () => {
	const server = await startTelegram();
	server.telegram.people.say(1001, { text: "before" });
	expect(texts(await poll(server, { allowed_updates: ["callback_query"] }))).toEqual(["before"]);
	server.telegram.people.say(1001, { text: "unwanted" });
	expect(texts(await poll(server))).toEqual(["before"]);
	await poll(server, { allowed_updates: [] });
	server.telegram.people.say(1001, { text: "wanted" });
	expect(texts(await poll(server))).toEqual(["before", "wanted"]);
});

it("repeats an update on demand, as after a crash", async () => {
	const server = await startTelegram();
	server.telegram.faults.redeliver();
	server.telegram.people.say(1001, { text: "twice" });
	const [first = { update_id: 0 }] = await poll(server);
	const offset = first.update_id + 1;
	expect(texts(await poll(server, { offset }))).toEqual(["twice"]);
	expect(await poll(server, { offset })).toEqual([]);
});

it("removes no update for a poll whose client disconnected", async () => {
	const server = await startTelegram();
	const leaving = new AbortController();
	const gone = fetch(`${server.url}/bot1000:test-token/getUpdates?timeout=30`, { signal: leaving.signal });
	await pending(server);
	leaving.abort();
	await expect(gone).rejects.toThrow();
	await expect.poll(() => server.telegram.calls.map((call) => call.method)).toContain("getUpdates");
	server.telegram.people.say(1001, { text: "kept" });
	expect(texts(await poll(server))).toEqual(["kept"]);
	expect(server.telegram.refusals).toEqual([]);
});

/**
 * When the second of two other calls is answered, the server has also read the `getUpdates` call that the test has just
 * sent.
 */
async function pending({ api }: TelegramServer): Promise<void> {
	await api("getMe");
	await api("getMe");
}
