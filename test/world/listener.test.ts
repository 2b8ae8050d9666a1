import { request } from "node:http";
import { connect } from "node:net";
import { expect, it, vi } from "vitest";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Returns the status of a request with this `Host` header, which `fetch` cannot set. */
function statusFor(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode));
		sent.once("error", reject).end();
	});
}

/** Sends raw bytes to the server. Returns the whole answer when the server has closed the connection. */
async function exchangeRaw(url: string, text: string): Promise<string> {
	const socket = connect(Number(new URL(url).port), "127.0.0.1");
	socket.write(text);
	return Buffer.concat(await socket.toArray()).toString();
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

it("answers every malformed request in the project's error format, and logs no error", async () => {
	const { url, log } = await openWorld();
	const answerTo = async (path: string, init: RequestInit = {}): Promise<[number, string]> => {
		const answer = await fetch(url + path, init);
		const text = await answer.text();
		expect(text).not.toMatch(/FST_|fastify|statusCode/i);
		expect(answer.headers.get("x-request-id")).toMatch(/^[\w-]+$/);
		return [answer.status, JSON.parse(text).error.code];
	};
	const json = { method: "POST", headers: { "content-type": "application/json" } };
	expect(await answerTo("/%E0%A4%A")).toEqual([400, "bad_request"]);
	expect(await answerTo("/events/%E0%A4%A", { method: "POST" })).toEqual([400, "bad_request"]);
	expect(await answerTo(`/telegram/${"a".repeat(600)}`, json)).toEqual([400, "bad_request"]);
	expect(await answerTo("/events/%00", { method: "POST", body: "{}" })).toEqual([404, "not_found"]);
	expect(await answerTo("/events/%ED%A0%80", { method: "POST", body: "{}" })).toEqual([400, "bad_request"]);
	expect(await answerTo("/telegram/%00", { ...json, body: "{}" })).toEqual([404, "not_found"]);
	expect(await answerTo("/telegram/guess", { ...json, body: deep(20_000) })).toEqual([404, "not_found"]);
	expect(await answerTo("/people/1001/messages", { ...json, body: deep(500_000) })).toEqual([400, "invalid"]);
	expect(await answerTo("/people/1001/messages", { ...json, body: `{"text":${deep(500_000)}}` })).toEqual([
		400,
		"invalid",
	]);
	expect(await answerTo("/people", { ...json, body: `{"a":${deep(500_000)}}` })).toEqual([400, "invalid"]);
	const page = await fetch(`${url}/%E0%A4%A`, { headers: { accept: "text/html" } });
	expect(await page.text()).toContain("The request is malformed.");
	const long = `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`;
	for (const [text, status] of [
		["FOO / HTTP/1.1\r\n\r\n", 400],
		["GET / HTTP/1.1\r\nno colon\r\n\r\n", 400],
		["GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400],
		[long, 431],
	] as const) {
		const [head = "", body = ""] = (await exchangeRaw(url, text)).split("\r\n\r\n");
		expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*\r\n(.*\r\n)*X-Request-Id: `));
		expect(JSON.parse(body)).toMatchObject({ error: { code: expect.stringMatching(/^[a-z_]+$/) } });
	}
	expect(log.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
});

it("shows an exposed page under its address and the names in the settings, and under no other name", async () => {
	const { url } = await openWorld({ EXPOSE: "page", PUBLIC_URL: "https://bot.example", TELEGRAM_MODE: "polling" });
	const people = (host: string) => statusFor(`${url}/people`, host);
	expect(await people("bot.example")).toBe(200);
	expect(await people(new URL(url).host)).toBe(200);
	expect(await people("192.168.1.5:8080")).toBe(200);
	expect(await people("rebound.example")).toBe(403);
});
