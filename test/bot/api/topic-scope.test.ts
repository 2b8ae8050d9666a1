import { Api } from "grammy";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTopicScope } from "../../../src/bot/api/scopes.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

describe("a private chat with topics", () => {
	let world: BotUnderTest;
	beforeAll(async () => {
		world = await startBot();
	});
	afterAll(() => world[Symbol.asyncDispose]());

	it("gets each answer in the topic of its question", async () => {
		const anna = await world.customer();
		await anna.says("zorbthread.com", { thread: 77 });
		expect((await anna.until("zorbthread.com")).thread_id).toBe(77);
		await anna.says("/help", { thread: 78 });
		expect((await anna.until("What you can do here")).thread_id).toBe(78);
		await anna.says("/help");
		await anna.untilView(({ messages }) => messages.filter(({ thread_id }) => thread_id === undefined).length === 2);
	});

	it("gets an answer whose first send failed in the topic of its question, from the job that repeats it", async () => {
		const anna = await world.customer();
		anna.expectsRefusal("Too Many Requests");
		world.telegram.faults.add({ method: "sendMessage", times: 1, status: 429, retryAfter: 40 });
		await anna.says("zorbagain.com", { thread: 79, wait: false });
		const unsent = () => world.fixture.database.sql`
			select 1 from bot.screens where topic_id = 79 and message_id is null and lease_until is null`;
		await expect.poll(unsent).toHaveLength(1);
		await world.advance(41_000);
		await world.work();
		expect((await anna.until("zorbagain.com")).thread_id).toBe(79);
		// A later answer outside topics is not sent to that topic.
		await anna.says("/help");
		expect((await anna.until("What you can do here")).thread_id).toBeUndefined();
	});
});

describe("a scope", () => {
	const refusal = { ok: false, error_code: 400, description: "Bad Request: message thread not found" } as const;
	const sent = async (topic: Parameters<ReturnType<typeof createTopicScope>["run"]>[0], isGone = false) => {
		const scope = createTopicScope();
		const payloads: unknown[] = [];
		const api = new Api("1000:local");
		// The cast is safe: the test reads no result.
		const accepted = { ok: true, result: {} as never } as const;
		api.config.use(async (_previous, _method, payload) => {
			payloads.push(payload);
			return isGone && payloads.length === 1 ? refusal : accepted;
		});
		api.config.use(scope.transformer);
		await scope.run(topic, async () => {
			await api.sendMessage(5, "a");
			await api.setMessageReaction(5, 1, []);
		});
		return payloads.map((payload) => JSON.stringify(payload).includes('"message_thread_id":7'));
	};

	it("changes only messages to its chat", async () => {
		expect(await sent({ chatId: 5, id: 7 })).toEqual([true, false]);
		expect(await sent({ chatId: 6, id: 7 })).toEqual([false, false]);
		expect(await sent(null)).toEqual([false, false]);
	});

	it("sends outside a topic that was deleted meanwhile", async () => {
		expect(await sent({ chatId: 5, id: 7 }, true)).toEqual([true, false, false]);
	});
});
