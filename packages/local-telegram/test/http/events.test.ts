import { describe, expect, it } from "vitest";
import { startTelegram } from "../../../../test/support/telegram.ts";

describe("HEAD", () => {
	it.each([
		"/people/1001/stream",
		"/people/1001/chat",
		"/people/1001/chats",
		"/people",
		"/calls",
		"/refusals",
		"/",
		"/page/main.js",
		"/people/1001/files/x",
		"/people/4711/stream",
	])("answers %s with the status and type of GET, and ends", async (path) => {
		const { url } = await startTelegram();
		const head = await fetch(url + path, { method: "HEAD" });
		expect(await head.text()).toBe("");
		const stop = new AbortController();
		const get = await fetch(url + path, { signal: stop.signal });
		expect({ status: head.status, type: head.headers.get("content-type") }).toEqual({
			status: get.status,
			type: get.headers.get("content-type"),
		});
		stop.abort();
	});
});
