import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { InlineKeyboardButton, Message, Update } from "grammy/types";
import { Agent, request } from "undici";
import type { Act, Job, Report } from "./crowd.ts";

// Runs a minimal Telegram server. It uses little processor time, so the measured time is that of the bot. It delivers
// updates to the bot's webhook, or by polling if the bot has set no webhook. It records when a chat gets its answer.
// In jobs that measure alerts (`isStrict`), the server refuses messages above thirty per second. In all other jobs, it
// refuses none.

interface Chat {
	keyboard: InlineKeyboardButton[];
	message: number;
	/** The next act in `runAtRandom`. Undefined until the first one there. */
	next?: number;
	/** `done` is called when the text arrives. */
	waiting?: { until: string; since: number; done: (ms: number) => void };
}

const chats = new Map<number, Chat>();
const queue: Update[] = [];
let poll: (() => void) | undefined;
let lastUpdate = 0;
let lastMessage = 0;
const sent: number[] = [];
let refused = 0;
let repeated = 0;

const chatOf = (id: number): Chat => {
	const known = chats.get(id) ?? { keyboard: [], message: 0 };
	chats.set(id, known);
	return known;
};

const server = createServer(async (call, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of call) chunks.push(chunk);
	const given = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {};
	const method = (call.url ?? "").split("/").at(-1) ?? "";
	const answer = await answerTo(method, given);
	response.writeHead(answer.error_code ?? 200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});

interface Answer {
	ok: boolean;
	result?: unknown;
	error_code?: number;
	description?: string;
	parameters?: object;
}

async function answerTo(method: string, given: Record<string, never>): Promise<Answer> {
	if (method === "getMe")
		return { ok: true, result: { id: 1000, is_bot: true, first_name: "Bench", username: "bench_bot" } };
	if (method === "getUpdates")
		return { ok: true, result: await updatesFrom(given["offset"] ?? 0, given["limit"] ?? 100) };
	if (method === "setWebhook") {
		webhook = { url: given["url"] ?? "", secret: given["secret_token"] ?? "" };
		for (const update of queue.splice(0)) void deliver(update);
	}
	if (method !== "sendMessage" && method !== "editMessageText") return { ok: true, result: true };
	if (method === "sendMessage" && isFlood()) {
		refused += 1;
		return { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 1 } };
	}
	return { ok: true, result: show(given) };
}

/**
 * True above thirty messages within a second. A busy machine can stall this server, which then reads the messages of
 * several seconds at once. So a message counts from the earliest time at which it can have arrived.
 */
function isFlood(): boolean {
	const now = performance.now();
	while ((sent[0] ?? now) <= now - 1_000) sent.shift();
	sent.push(looks.beforeLast);
	return isStrict && sent.length > 30;
}

/**
 * When this server last finished looking for arrived requests. After a stall, the first look accepts new connections
 * and the second one reads their requests. So the time before the last look is from before the stall.
 */
const looks = { beforeLast: 0, last: 0 };

/** Node runs `setImmediate` right after it has looked for arrived requests. */
function noteLooks(): NodeJS.Timeout {
	const note = () => Object.assign(looks, { beforeLast: looks.last, last: performance.now() });
	return setInterval(() => setImmediate(note), 5);
}

let isStrict = false;
/** Then an update counts as unanswered. */
const longestMs = 30_000;
/** The minimum between two updates of one person. */
const reactionMs = 300;
let webhook = { url: "", secret: "" };
const agent = new Agent({ connections: 100 });

/** Repeats an update until the webhook answers with 200, as Telegram does. */
async function deliver(update: Update): Promise<void> {
	if (webhook.url === "") {
		queue.push(update);
		poll?.();
		return;
	}
	for (;;) {
		const headers = { "content-type": "application/json", "x-telegram-bot-api-secret-token": webhook.secret };
		const options = { method: "POST", headers, body: JSON.stringify(update), dispatcher: agent } as const;
		const status = await request(webhook.url, options).then(
			async ({ statusCode, body }) => {
				await body.dump();
				return statusCode;
			},
			() => undefined,
		);
		if (status === 200) return;
		repeated += 1;
		await sleep(250);
	}
}

async function updatesFrom(offset: number, limit: number): Promise<Update[]> {
	while (queue[0] && queue[0].update_id < offset) queue.shift();
	if (queue.length === 0) await new Promise<void>((resolve) => (poll = resolve));
	return queue.slice(0, limit);
}

function show(given: { chat_id?: number; message_id?: number; text?: string; reply_markup?: unknown }): Message {
	const { chat_id: id = 0, text = "" } = given;
	const chat = chatOf(id);
	const message = given.message_id ?? ++lastMessage;
	const markup = given.reply_markup as { inline_keyboard?: InlineKeyboardButton[][] } | undefined;
	// Even if the bot edits an older message meanwhile.
	if (message >= chat.message) Object.assign(chat, { message, keyboard: (markup?.inline_keyboard ?? []).flat() });
	const { waiting } = chat;
	if (waiting && text.replaceAll(/<[^>]*>/g, "").includes(waiting.until)) {
		delete chat.waiting;
		waiting.done(performance.now() - waiting.since);
	}
	const from = { id: 1000, is_bot: true, first_name: "Bench" };
	return { message_id: message, date: 0, chat: privateChat(id), from, text } as Message;
}

const privateChat = (id: number) => ({ id, type: "private" as const, first_name: "Person" });

/** Returns the milliseconds until the chat shows `until`. */
function act(id: number, { say, tap, until }: Act): Promise<number> {
	const from = { id, is_bot: false, first_name: "Person", language_code: "en" };
	const chat = chatOf(id);
	const { promise, resolve } = Promise.withResolvers<number>();
	const update_id = ++lastUpdate;
	chat.waiting = { until, since: performance.now(), done: resolve };
	const base = { message_id: tap === undefined ? ++lastMessage : chat.message, date: 0, chat: privateChat(id) };
	if (tap !== undefined) {
		const button = chat.keyboard.find((each) => each.text.includes(tap));
		const data = button && "callback_data" in button ? button.callback_data : undefined;
		if (data === undefined) throw new Error(`no button "${tap}" among ${chat.keyboard.map((each) => each.text)}`);
		const callback = { id: String(update_id), from, chat_instance: "1", data, message: base as Message };
		void deliver({ update_id, callback_query: callback } as Update);
	} else {
		const text = (say ?? "").replaceAll("{id}", String(id)).replaceAll("{n}", String(update_id));
		const command = /^\/\w+/.exec(text)?.[0];
		const entities = command ? [{ type: "bot_command" as const, offset: 0, length: command.length }] : [];
		void deliver({ update_id, message: { ...base, from, text, entities } } as Update);
	}
	return promise;
}

/**
 * Each of `job.atOnce` people acts again when the answer to their last act has arrived. With `job.everyMs`, also waits
 * for the planned time of the next act.
 */
async function run(job: Job): Promise<Report> {
	const begun = performance.now();
	const latencies: number[] = [];
	const isOver = (): boolean => job.ms === undefined || performance.now() - begun >= job.ms;
	const atOnce = Math.min(job.atOnce, job.chats.length);
	// A chat can wait for only one answer at a time.
	const people = Array.from({ length: atOnce }, async (_, person) => {
		const own = job.chats.filter((_chat, index) => index % atOnce === person);
		// With `everyMs`, the starts are evenly distributed over it.
		let planned = begun + ((job.everyMs ?? 0) * person) / atOnce;
		do {
			for (const chat of own)
				for (const each of [job, ...(job.then ?? [])]) {
					if (job.everyMs !== undefined) await sleep(Math.max(0, planned - performance.now()));
					const late = job.everyMs === undefined ? 0 : performance.now() - planned;
					latencies.push(late + (await act(chat, each)));
					planned += job.everyMs ?? 0;
				}
		} while (!isOver());
	});
	await Promise.all(people);
	return { latencies, seconds: (performance.now() - begun) / 1_000, refused, repeated: 0, unanswered: 0 };
}

/**
 * The mean interval is `job.everyMs`. A person does the acts in a fixed order and starts again after the last
 * one. The next job continues where the previous one stopped.
 */
async function runAtRandom(job: Job): Promise<Report> {
	const begun = performance.now();
	const before = repeated;
	let unanswered = 0;
	const latencies: number[] = [];
	const acts = [job, ...(job.then ?? [])];
	// All acts happen all the time. No person begins with a tap, because the previous act opens the screen with the
	// button.
	const starts = acts.flatMap(({ tap }, index) => (tap === undefined ? index : []));
	const everyMs = job.everyMs ?? 0;
	const people = job.chats.map(async (id) => {
		const chat = chatOf(id);
		for (let planned = begun; ; ) {
			planned += reactionMs - Math.log(1 - Math.random()) * (everyMs - reactionMs);
			if (planned > begun + (job.ms ?? 0)) return;
			await sleep(Math.max(0, planned - performance.now()));
			const late = performance.now() - planned;
			chat.next ??= starts[id % starts.length] ?? 0;
			const answered = await Promise.race([act(id, acts[chat.next] ?? job), sleep(longestMs)]);
			chat.next = answered === undefined ? 0 : (chat.next + 1) % acts.length;
			if (answered === undefined) unanswered += 1;
			else latencies.push(late + answered);
			// A real person needs a moment to find the button.
			await sleep(reactionMs / 3);
		}
	});
	await Promise.all(people);
	return { latencies, seconds: (performance.now() - begun) / 1_000, refused, repeated: repeated - before, unanswered };
}

/** Meanwhile the server refuses messages above the rate limit. */
async function listen({ chats: ids, until }: Job): Promise<Report> {
	isStrict = true;
	const noting = noteLooks();
	const begun = performance.now();
	const waits = ids.map((id) => {
		const { promise, resolve } = Promise.withResolvers<number>();
		chatOf(id).waiting = { until, since: begun, done: resolve };
		return promise;
	});
	const latencies = await Promise.all(waits);
	isStrict = false;
	clearInterval(noting);
	return { latencies, seconds: (performance.now() - begun) / 1_000, refused, repeated: 0, unanswered: 0 };
}

process.on("message", (job: Job) => {
	void (job.listen ? listen(job) : job.atRandom ? runAtRandom(job) : run(job)).then((report) => process.send?.(report));
});
process.on("disconnect", () => process.exit());
server.listen(0, "127.0.0.1", () => {
	// The cast is safe: the server listens on TCP, so its address is an object and not a path.
	const { port } = server.address() as AddressInfo;
	process.send?.({ url: `http://127.0.0.1:${port}` });
});
