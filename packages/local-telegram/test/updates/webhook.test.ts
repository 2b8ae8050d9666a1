import { expect, it, onTestFinished } from "vitest";
import { createTestLog } from "../../../../test/support/log.ts";
import { createManualClock } from "../../../../test/support/manual-clock.ts";
import { createReceiver, type Receiver } from "../../../../test/support/receiver.ts";
import { startTelegram } from "../../../../test/support/telegram.ts";

async function receiver(): Promise<Receiver> {
	const made = await createReceiver();
	onTestFinished(() => made[Symbol.asyncDispose]());
	return made;
}

const bodyOf = ({ bytes }: { bytes: Buffer }) =>
	JSON.parse(String(bytes)) as { update_id: number; message: { text: string } };

it("posts each update with the secret in its header [API]", async () => {
	const { telegram, api } = await startTelegram();
	const bot = await receiver();
	expect((await api("setWebhook", { url: bot.url, secret_token: "se-cret_1" })).ok).toBe(true);
	telegram.people.start(1001);
	const delivered = await bot.next();
	expect(delivered.headers["x-telegram-bot-api-secret-token"]).toBe("se-cret_1");
	expect(delivered.headers["content-type"]).toBe("application/json");
	expect(bodyOf(delivered).message.text).toBe("/start");
});

it("retries a refused update at once, then after 2 and 4 seconds [SRV 493]", async () => {
	const [clock, log] = [createManualClock(), createTestLog()];
	const { telegram, api } = await startTelegram({ clock, log });
	const bot = await receiver();
	bot.answer = (_request, response) => void response.writeHead(500).end();
	await api("setWebhook", { url: bot.url });
	telegram.people.start(1001);
	const ids = [bodyOf(await bot.next()).update_id, bodyOf(await bot.next()).update_id];
	await failures(log, 2);
	clock.advance(1999);
	expect(bot.received).toHaveLength(2);
	clock.advance(1);
	ids.push(bodyOf(await bot.next()).update_id);
	await failures(log, 3);
	bot.answer = (_request, response) => void response.writeHead(200).end();
	clock.advance(4000);
	ids.push(bodyOf(await bot.next()).update_id);
	expect(new Set(ids).size).toBe(1);
	await expect.poll(async () => (await info(api)).pending_update_count).toBe(0);
	expect((await info(api)).last_error_message).toBe("Wrong response from the webhook: 500 Internal Server Error");
});

it("obeys Retry-After [SRV]", async () => {
	const [clock, log] = [createManualClock(), createTestLog()];
	const { telegram, api } = await startTelegram({ clock, log });
	const bot = await receiver();
	bot.answer = (_request, response) => void response.writeHead(429, { "retry-after": "30" }).end();
	await api("setWebhook", { url: bot.url });
	telegram.people.start(1001);
	await bot.next();
	await failures(log, 1);
	clock.advance(29_999);
	expect(bot.received).toHaveLength(1);
	clock.advance(1);
	await bot.next();
});

it("keeps the order within a chat and serves others in parallel [SRV]", async () => {
	const { telegram, api } = await startTelegram();
	const bot = await receiver();
	const held: (() => void)[] = [];
	bot.answer = (_request, response) => void held.push(() => response.writeHead(200).end());
	await api("setWebhook", { url: bot.url });
	telegram.people.say(1001, { text: "one" });
	telegram.people.say(1001, { text: "two" });
	telegram.people.say(1002, { text: "other" });
	const first = [bodyOf(await bot.next()).message.text, bodyOf(await bot.next()).message.text].sort();
	expect(first).toEqual(["one", "other"]);
	expect(bot.received).toHaveLength(2);
	for (const release of held.splice(0)) release();
	expect(bodyOf(await bot.next()).message.text).toBe("two");
	for (const release of held) release();
});

it("continues current deliveries when the same webhook is set again [SRV process_set_webhook_query]", async () => {
	const { telegram, api } = await startTelegram();
	const bot = await receiver();
	const held: (() => void)[] = [];
	bot.answer = (_request, response) => void held.push(() => response.writeHead(200).end());
	const webhook = { url: bot.url, secret_token: "one" };
	await api("setWebhook", webhook);
	telegram.people.start(1001);
	const first = bodyOf(await bot.next()).update_id;
	expect(await api("setWebhook", webhook)).toMatchObject({ ok: true, result: true });
	expect(bot.received).toHaveLength(1);
	await api("setWebhook", { ...webhook, secret_token: "two" });
	expect(bodyOf(await bot.next()).update_id).toBe(first);
	expect(bot.received).toHaveLength(2);
	for (const release of held) release();
});

it("drops a tap after 150 seconds [SRV add_update]", async () => {
	const clock = createManualClock();
	const { telegram, api } = await startTelegram({ clock });
	telegram.people.start(1001);
	const keyboard = { inline_keyboard: [[{ text: "Go", callback_data: "go" }]] };
	const { result } = await api<{ message_id: number }>("sendMessage", {
		chat_id: 1001,
		text: "?",
		reply_markup: keyboard,
	});
	telegram.people.tap(1001, { message_id: result.message_id, row: 0, column: 0 });
	clock.advance(149_999);
	expect((await info(api)).pending_update_count).toBe(2);
	clock.advance(1);
	expect((await info(api)).pending_update_count).toBe(1);
});

it("runs the call that a receiver answers with", async () => {
	const { telegram, api } = await startTelegram();
	const bot = await receiver();
	bot.answer = (_request, response) => {
		response.writeHead(200, { "content-type": "application/json" });
		response.end(JSON.stringify({ method: "sendMessage", chat_id: 1001, text: "in the answer" }));
	};
	await api("setWebhook", { url: bot.url });
	telegram.people.start(1001);
	await expect.poll(() => telegram.people.chat(1001).messages.at(-1)?.text).toBe("in the answer");
});

type Api = Awaited<ReturnType<typeof startTelegram>>["api"];

async function info(api: Api) {
	const { result } = await api<{ pending_update_count: number; last_error_message?: string }>("getWebhookInfo");
	return result;
}

/** The server logs a failure some time after the webhook's answer. */
function failures(log: { lines: string[] }, count: number): Promise<void> {
	const noted = (): number => log.lines.filter((line) => line.includes("refused an update")).length;
	return expect.poll(noted).toBe(count);
}
