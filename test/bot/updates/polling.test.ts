import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Api } from "grammy";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createAbortScope } from "../../../src/bot/api/scopes.ts";
import { poll } from "../../../src/bot/updates/polling.ts";
import { createTestLog } from "../../support/log.ts";
import { token } from "../../support/telegram.ts";
import { startBot } from "../setup.ts";

// Some tests really wait for the pauses between polling attempts, so they need a longer timeout.
vi.setConfig({ testTimeout: 60_000 });

describe("polling", () => {
	it("continues after a failure, and reports its health", async () => {
		const states: (string | undefined)[] = [];
		const world = await startBot({ onPoll: (state) => void states.push(state) });
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		anna.expectsRefusal("Bad Gateway");
		await anna.starts();
		world.telegram.faults.add({ method: "getUpdates", times: 2, status: 502, description: "Bad Gateway" });
		await anna.says("/help");
		await anna.says("/language");
		await anna.until("Choose a language");
		expect(states.filter((trouble) => trouble === "Telegram answers 502: Bad Gateway")).toHaveLength(2);
		expect(states.at(-1)).toBeUndefined();
	});

	it.each<[string, (asked: number) => object[]]>([
		["repeats a batch", (asked) => (asked < 3 ? [] : [{ update_id: 7 }])],
		["alternates two batches", (asked) => [{ update_id: asked % 2 ? 7 : 9 }]],
		["sends updates without an id", () => [{}]],
	])("limits the request rate to a server that ignores the offset and %s", async (_how, updates) => {
		const { requests, pauses } = await pollFrom((_method, count) => ({ ok: true, result: updates(count) }));
		expect(pauses).toHaveLength(5);
		expect(requests.length).toBeLessThan(10);
	});

	it("pauses, reports and logs once while removing the webhook does not help", async () => {
		const { requests, pauses, states, lines } = await pollFrom((method) =>
			method === "deleteWebhook" ? { ok: true, result: true } : webhookActive,
		);
		expect(requests.filter((method) => method === "getUpdates")).toHaveLength(5);
		expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 15_000]);
		expect(states).toEqual(Array(4).fill("Telegram still sends this bot's updates to a webhook after its removal."));
		expect(lines.filter((line) => line.includes("webhook"))).toHaveLength(1);
	});

	it("waits at most a day, even if Telegram asks for more", async () => {
		const flood = { ok: false, error_code: 429, description: "Too Many Requests", parameters: { retry_after: 1e10 } };
		const { pauses } = await pollFrom(() => flood);
		expect(pauses).toEqual(Array(5).fill(24 * 60 * 60_000));
	});

	it("removes a webhook only if one blocks polling", async () => {
		const world = await startBot();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		anna.expectsRefusal("Conflict");
		await anna.starts();
		expect(world.calls.map(({ method }) => method)).not.toContain("deleteWebhook");
		await fetch(`${world.url}/bot${token}/setWebhook?url=http://127.0.0.1:9/hook`);
		await anna.says("/help");
		await anna.until("What you can do here");
		expect(world.calls.map(({ method }) => method)).toContain("deleteWebhook");
	});

	it("ends with a clear error if the token is not a bot token", async () => {
		await expect(startBot({ token: "999:wrong" })).rejects.toMatchObject({ code: "telegram_token_refused" });
	});

	it("loses no updates from its downtime", async () => {
		const world = await startBot();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		await anna.starts();
		const starting = world.restart();
		await anna.says("/help", { wait: false });
		await starting;
		await anna.until("What you can do here");
	});
});

const webhookActive = {
	ok: false,
	error_code: 409,
	description:
		"Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
};

/**
 * Runs the bot's polling against a server that gives these answers. The polling stops after five pauses or fifty
 * requests.
 */
async function pollFrom(answer: (method: string, count: number) => object) {
	const requests: string[] = [];
	const pauses: number[] = [];
	const states: (string | undefined)[] = [];
	const log = createTestLog();
	const end = new AbortController();
	const server = createServer((request, response) => {
		const method = request.url?.split("/").at(-1) ?? "";
		requests.push(method);
		if (requests.length === 50) end.abort();
		response.end(JSON.stringify(answer(method, requests.length)));
	});
	await once(server.listen(0, "127.0.0.1"), "listening");
	onTestFinished(() => void server.close());
	// A server that listens on TCP always has an `AddressInfo`.
	const { port } = server.address() as AddressInfo;
	await poll(
		{
			api: new Api(token, { apiRoot: `http://127.0.0.1:${port}` }),
			abortScope: createAbortScope(),
			handle: async () => "done",
			log,
			onState: (state) => void states.push(state),
			async sleep(milliseconds) {
				pauses.push(milliseconds);
				if (pauses.length === 5) end.abort();
			},
		},
		end.signal,
	);
	return { requests, pauses, states, lines: log.lines };
}
