import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { startTelegram } from "../../../../test/support/telegram.ts";

/** `fetch` cannot set some of these headers. */
function statusOf(url: string, headers: Record<string, string>, method = "GET"): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { headers, method }, (response) => {
			response.resume();
			resolve(response.statusCode);
		});
		sent.once("error", reject).end();
	});
}

describe("the page and the person's side", () => {
	it.each([
		["a foreign name that leads here", { host: "rebound.example:80" }, 403],
		["a name that only begins like ours", { host: "127.0.0.1.evil.example" }, 403],
		["a page of another site", { origin: "https://evil.example" }, 403],
		["a page on another port of this machine", { origin: "http://127.0.0.1:1" }, 403],
		["a sandboxed page", { origin: "null" }, 403],
		["what a proxy passes on", { "x-forwarded-for": "203.0.113.5" }, 403],
		["what a proxy passes on with X-Real-IP", { "x-real-ip": "203.0.113.5" }, 403],
		["what a proxy passes on with Forwarded", { forwarded: "for=203.0.113.5" }, 403],
		["localhost", { host: "localhost:8080" }, 200],
		["a name below localhost", { host: "chat.localhost:8080" }, 200],
		["IPv6", { host: "[::1]:8080" }, 200],
		["the page itself", { host: "127.0.0.1:8080", origin: "http://127.0.0.1:8080" }, 200],
	])("answers %s as specified", async (_who, headers, status) => {
		const { url } = await startTelegram();
		for (const path of ["/people", "/calls", "/"]) expect(await statusOf(url + path, headers)).toBe(status);
		if (status === 403) expect(await statusOf(`${url}/people/1001/start`, headers, "POST")).toBe(403);
	});

	it("can be opened to other machines under their own names, but never to other sites", async () => {
		const { url } = await startTelegram({ exposedAs: ["bot.example"] });
		const people = (headers: Record<string, string>) => statusOf(`${url}/people`, headers);
		expect(await people({ host: "bot.example" })).toBe(200);
		expect(await people({ host: "BOT.example.:8080" })).toBe(200);
		expect(await people({ host: "bot.example", origin: "https://bot.example" })).toBe(200);
		expect(await people({ host: "bot.example", origin: "https://evil.example" })).toBe(403);
	});

	it.each([
		["localhost:8080", 200],
		["192.168.1.5:8080", 200],
		["[2001:db8::1]:8080", 200],
		["203.0.113.7", 200],
		["rebound.example:8080", 403],
		["192.168.1.5.rebound.example", 403],
		["bot.example.rebound.example", 403],
		["not-bot.example", 403],
		["bot.example@rebound.example", 403],
	])("answers the host %j with %i while open to other machines", async (host, status) => {
		const { url } = await startTelegram({ exposedAs: ["bot.example"] });
		for (const path of ["/people", "/"]) expect(await statusOf(url + path, { host })).toBe(status);
		expect(await statusOf(`${url}/people/1001/start`, { host, "x-forwarded-for": "203.0.113.5" }, "POST")).toBe(status);
	});
});

describe("the Bot API", () => {
	it.each([
		["another token", "/bot1000:wrong/getMe", 401, "Unauthorized"],
		["no token at all", "/botx/getMe", 404, "Not Found"],
		["a file with another token", "/file/bot1000:wrong/a.txt", 401, "Unauthorized"],
		["an unknown file", "/file/bot1000:test-token/documents/x", 404, "Not Found"],
	])("refuses %s in Telegram's format", async (_what, path, status, description) => {
		const { url } = await startTelegram();
		const answer = await fetch(url + path);
		expect(await answer.json()).toEqual({ ok: false, error_code: status, description });
	});

	it("refuses a body that is not JSON, and one of more than 50 MB", async () => {
		const { url } = await startTelegram();
		const post = async (type: string, body: string | Blob) => {
			const answer = await fetch(`${url}/bot1000:test-token/getMe`, {
				method: "POST",
				headers: { "content-type": type },
				body,
			});
			return (await answer.json()) as { error_code: number; description: string };
		};
		expect(await post("application/json", "{")).toMatchObject({ error_code: 400 });
		expect(await post("application/octet-stream", new Blob([new Uint8Array(52 * 1024 * 1024)]))).toEqual({
			ok: false,
			error_code: 413,
			description: "Request Entity Too Large",
		});
	});

	it("accepts parameters in the query, as a form and as JSON, and methods in any case", async () => {
		const { url, telegram } = await startTelegram();
		telegram.people.start(1001);
		const send = `${url}/bot1000:test-token/SENDMESSAGE`;
		await fetch(`${send}?chat_id=1001&text=query`);
		await fetch(send, { method: "POST", body: new URLSearchParams({ chat_id: "1001", text: "form" }) });
		const form = new FormData();
		form.set("chat_id", "1001");
		form.set("text", "multipart");
		await fetch(send, { method: "POST", body: form });
		const texts = telegram.people.chat(1001).messages.map((message) => message.text);
		expect(texts).toEqual(["/start", "query", "form", "multipart"]);
	});
});

it("accepts a paste larger than the listener's usual limit", async () => {
	const { url } = await startTelegram();
	const answer = await fetch(`${url}/people/1001/messages`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ text: "example.com\n".repeat(20_000) }),
	});
	expect(((await answer.json()) as { message_ids: number[] }).message_ids).toHaveLength(59);
});
