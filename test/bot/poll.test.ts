import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Api } from "grammy";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFence } from "../../src/bot/fence.ts";
import { poll } from "../../src/bot/poll.ts";
import { createTestLog } from "../support/log.ts";
import { token } from "../support/telegram.ts";
import { startBot } from "./setup.ts";

// The pauses between tries are real ones.
vi.setConfig({ testTimeout: 60_000 });

describe("polling", () => {
	it("goes on after trouble, and says how it stands", async () => {
		const states: (string | undefined)[] = [];
		const world = await startBot({ onPoll: (state) => void states.push(state) });
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		anna.expectsRefusal("Bad Gateway");
		await anna.starts();
		world.telegram.faults.add({ method: "getUpdates", times: 2, status: 502, description: "Bad Gateway" });
		await anna.says("/help");
		await anna.says("/language");
		await anna.until("Which language");
		expect(states.filter((trouble) => trouble === "Telegram answers 502: Bad Gateway")).toHaveLength(2);
		expect(states.at(-1)).toBeUndefined();
	});

	it("asks a server that answers at once with nothing new at a bounded rate", async () => {
		let asked = 0;
		const end = new AbortController();
		const server = createServer((_request, response) => {
			asked += 1;
			if (asked === 50) end.abort();
			// The first batch is handled; a server that ignores the offset sends it again and again.
			response.end(JSON.stringify({ ok: true, result: asked < 3 ? [] : [{ update_id: 7 }] }));
		});
		await once(server.listen(0, "127.0.0.1"), "listening");
		onTestFinished(() => void server.close());
		// A server that listens on TCP has an address of this kind.
		const { port } = server.address() as AddressInfo;
		const pauses: number[] = [];
		await poll(
			{
				api: new Api(token, { apiRoot: `http://127.0.0.1:${port}` }),
				fence: createFence(),
				handle: async () => "done",
				log: createTestLog(),
				onState: () => {},
				async sleep(milliseconds) {
					pauses.push(milliseconds);
					if (pauses.length === 5) end.abort();
				},
			},
			end.signal,
		);
		expect(pauses).toHaveLength(5);
		expect(asked).toBeLessThan(50);
	});

	it("removes a webhook only where one is in the way", async () => {
		const world = await startBot();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		anna.expectsRefusal("Conflict");
		await anna.starts();
		expect(world.calls.map(({ method }) => method)).not.toContain("deleteWebhook");
		await fetch(`${world.url}/bot${token}/setWebhook?url=http://127.0.0.1:9/hook`);
		await anna.says("/help");
		await anna.until("What I can do");
		expect(world.calls.map(({ method }) => method)).toContain("deleteWebhook");
	});

	it("ends with a clear error when the token is no token of a bot", async () => {
		await expect(startBot({ token: "999:wrong" })).rejects.toMatchObject({ code: "telegram_token_refused" });
	});

	it("loses nothing of what came while it was away", async () => {
		const world = await startBot();
		onTestFinished(() => world[Symbol.asyncDispose]());
		const anna = await world.chat();
		await anna.starts();
		const starting = world.restart();
		await anna.says("/help", { wait: false });
		await starting;
		await anna.until("What I can do");
	});
});
