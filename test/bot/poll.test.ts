import { describe, expect, it, onTestFinished, vi } from "vitest";
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
