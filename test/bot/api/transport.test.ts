import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Api, GrammyError, HttpError, InputFile, InputMediaBuilder } from "grammy";
import { afterEach, describe, expect, it } from "vitest";
import { createAbortScope } from "../../../src/bot/api/scopes.ts";
import { type Call, createTransport, type Outcome, retryDelay } from "../../../src/bot/api/transport.ts";
import { createTestLog } from "../../support/log.ts";

const token = "123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw";
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ok =
	(result: unknown): Answer =>
	(_request, response) =>
		response.end(JSON.stringify({ ok: true, result }));
const refuse =
	(status: number, description: string, parameters = {}): Answer =>
	(_request, response) => {
		response.statusCode = status;
		response.end(JSON.stringify({ ok: false, error_code: status, description, parameters }));
	};
const cut: Answer = (request) => request.socket.destroy();

/**
 * Starts a Bot API server that gives these answers in order and repeats the last one. Returns the bot's API client for
 * this server. The returned lists of request bodies, pauses and calls grow during the test.
 */
async function telegram(...answers: Answer[]) {
	const bodies: string[] = [];
	const server = createServer(async (request, response) => {
		const answer = answers.length > 1 ? answers.shift() : answers[0];
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		bodies.push(Buffer.concat(chunks).toString("utf8"));
		answer?.(request, response);
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	const { port } = server.address() as AddressInfo;
	const log = createTestLog();
	const slept: number[] = [];
	const calls: Call[] = [];
	const abortScope = createAbortScope();
	const transport = createTransport({
		abortScope,
		log,
		sleep: async (milliseconds) => void slept.push(milliseconds),
		onCall: (call) => calls.push(call),
	});
	const root = `http://127.0.0.1:${port}`;
	const api = new Api(token, { apiRoot: root, fetch: transport.fetch });
	afterEach(async () => {
		await transport.close();
		server.close();
	});
	return { api, root, transport, fence: abortScope, slept, calls, bodies, lines: log.lines };
}

describe("the transport", () => {
	it("sends a call and returns its result", async () => {
		const { api, bodies, calls } = await telegram(ok({ message_id: 7 }));
		expect(await api.sendMessage(1, "пример.рф")).toEqual({ message_id: 7 });
		expect(JSON.parse(bodies[0] ?? "")).toEqual({ chat_id: 1, text: "пример.рф" });
		expect(calls).toMatchObject([{ method: "sendMessage", status: 200 }]);
	});

	it("uploads a file", async () => {
		const { api, bodies } = await telegram(ok({ message_id: 8 }));
		await api.sendDocument(1, new InputFile(Buffer.from("a,b\n"), "имена.csv"));
		expect(bodies[0]).toContain("a,b\n");
		expect(bodies[0]).toContain("имена.csv");
	});

	it("waits out a short flood limit and counts both attempts", async () => {
		const { api, slept, calls } = await telegram(refuse(429, "Too Many Requests", { retry_after: 2 }), ok(true));
		await expect(api.answerCallbackQuery("1")).resolves.toBe(true);
		expect(slept).toEqual([2_000]);
		expect(calls.map((call) => call.status)).toEqual([429, 200]);
	});

	const file = () => new InputFile(Buffer.from("a,b\n"), "имена.csv");
	it.each<[string, (api: Api) => Promise<unknown>]>([
		["sendMessage", (api) => api.sendMessage(1, "x")],
		["sendDocument", (api) => api.sendDocument(1, file())],
		["sendPhoto", (api) => api.sendPhoto(1, file())],
		["sendMediaGroup", (api) => api.sendMediaGroup(1, [InputMediaBuilder.document(file())])],
		["editMessageMedia", (api) => api.editMessageMedia(1, 2, InputMediaBuilder.document(file()))],
		["editMessageText", (api) => api.editMessageText(1, 2, "x")],
		["setWebhook", (api) => api.setWebhook("https://example.com/", { certificate: file() })],
	])("repeats %s after a flood limit with the same bytes", async (method, call) => {
		const { api, slept, calls, bodies } = await telegram(refuse(429, "Flood", { retry_after: 1 }), ok(true));
		await expect(call(api)).resolves.toBe(true);
		expect(slept).toEqual([1_000]);
		expect(calls).toMatchObject([
			{ method, status: 429 },
			{ method, status: 200 },
		]);
		expect(bodies[1]).not.toBe("");
		expect(bodies[1]).toBe(bodies[0]);
	});

	it("leaves even a short flood limit of a notification to the caller", async () => {
		const { root, transport, slept } = await telegram(refuse(429, "Too Many Requests", { retry_after: 1 }));
		const api = new Api(token, { apiRoot: root, fetch: transport.notificationFetch });
		await expect(api.sendMessage(1, "x")).rejects.toMatchObject({ parameters: { retry_after: 1 } });
		expect(slept).toEqual([]);
	});

	it("returns a long flood limit to the caller, with its duration", async () => {
		const { api, slept } = await telegram(refuse(429, "Too Many Requests", { retry_after: 60 }));
		const error = await api.sendMessage(1, "x").catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(GrammyError);
		expect(error).toMatchObject({ parameters: { retry_after: 60 } });
		expect(slept).toEqual([]);
	});

	it("retries an edit after a broken connection, but never a new message", async () => {
		const { api, bodies } = await telegram(cut, ok(true));
		await api.editMessageText(1, 2, "x");
		expect(bodies).toHaveLength(2);
		const broken = await telegram(cut, ok(true));
		await expect(broken.api.sendMessage(1, "x")).rejects.toThrow(HttpError);
		expect(broken.bodies).toHaveLength(1);
	});

	it("gives up after three attempts", async () => {
		const { api, bodies, slept } = await telegram(refuse(502, "Bad Gateway"));
		await expect(api.deleteMessage(1, 2)).rejects.toThrow("Bad Gateway");
		expect(bodies).toHaveLength(3);
		expect(slept).toEqual([250, 500]);
	});

	it("does not accept the HTML of a proxy as a result", async () => {
		const { api } = await telegram((_request, response) => response.end("<html>busy</html>"));
		await expect(api.sendMessage(1, "x")).rejects.toThrow(HttpError);
	});

	it("rejects a call from an abandoned handler", async () => {
		const { api, fence, bodies } = await telegram(ok(true));
		const abandoned = AbortSignal.abort(new Error("abandoned"));
		await expect(fence.run(abandoned, () => api.sendMessage(1, "late"))).rejects.toThrow(HttpError);
		expect(bodies).toEqual([]);
	});

	it("aborts a call when its handler is abandoned", async () => {
		const handler = new AbortController();
		const { api, fence } = await telegram(() => handler.abort());
		await expect(fence.run(handler.signal, () => api.editMessageText(1, 2, "x"))).rejects.toThrow(HttpError);
	});

	it("respects the signal that grammY passes", async () => {
		const given = new AbortController();
		const { root, transport } = await telegram(() => given.abort());
		const init = { method: "POST", headers: {}, body: "{}", signal: given.signal };
		await expect(transport.fetch(`${root}/bot${token}/getMe`, init)).rejects.toThrow("aborted");
	});

	it("never logs or throws the token", async () => {
		const { api, lines } = await telegram(cut);
		const error = await api.editMessageText(1, 2, "x").catch((thrown: unknown) => thrown);
		expect(lines.join()).toContain("editMessageText");
		expect(lines.join() + JSON.stringify(error) + String(error)).not.toContain(token);
	});
});

const answer = (status: number, retryAfter?: number): Outcome => ({
	kind: "answer",
	status,
	...(retryAfter !== undefined && { retryAfter }),
});

describe("the retry delay of a call", () => {
	it.each<[string, string, number, Outcome, number | null]>([
		["an unsent call is retried, for any method", "sendMessage", 1, { kind: "unsent" }, 250],
		["the second pause is twice the first", "sendMessage", 2, { kind: "unsent" }, 500],
		["the third attempt is the last", "sendMessage", 3, { kind: "unsent" }, null],
		["a message that may have arrived is never sent again", "sendMessage", 1, { kind: "broken" }, null],
		["a file is not sent again after a server error", "sendDocument", 1, answer(502), null],
		["an edit can be repeated", "editMessageText", 1, { kind: "broken" }, 250],
		["an answer to a callback query can be repeated", "answerCallbackQuery", 1, answer(500), 250],
		["a refused message is sent again after the requested wait", "sendMessage", 1, answer(429, 2), 2_000],
		["a handler does not wait longer", "sendMessage", 1, answer(429, 30), null],
		["a flood limit without a duration waits a second", "editMessageText", 1, answer(429), 1_000],
		["a refusal is final", "editMessageText", 1, answer(400), null],
		["a success is final", "sendMessage", 1, answer(200), null],
		["the polling loop retries its own calls", "getUpdates", 1, { kind: "unsent" }, null],
	])("%s", (_rule, method, number, outcome, delay) => {
		expect(retryDelay({ method, number }, outcome)).toBe(delay);
	});
});
