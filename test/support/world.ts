import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { parseConfig } from "../../src/config.ts";
import { createWorld } from "../../src/world.ts";
import { type Chat, type ChatOptions, openChat } from "./chat.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createTestLog } from "./log.ts";
import { createDirectory } from "./process.ts";

export interface TestWorld {
	url: string;
	database: TestDatabase;
	log: ReturnType<typeof createTestLog>;
	/** Opens the chat of a person with the bot; a refusal of Telegram that was not expected fails the test at its end. */
	chat(options?: Omit<ChatOptions, "url">): Promise<Chat>;
	/** Ends it before the test does. */
	close(): Promise<void>;
}

/** The whole world in this process, as `npm start` builds it, on a database of the test's own. */
export async function openWorld(env: Record<string, string> = {}): Promise<TestWorld> {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const log = createTestLog();
	const config = parseConfig({
		DATABASE_URL: database.url,
		SECRET_KEY: randomBytes(32).toString("base64"),
		DATA_DIR: await createDirectory(),
		PORT: "0",
		SERVICE_PORT: "0",
		NO_BROWSER: "1",
		...env,
	});
	const world = await createWorld(config, log);
	onTestFinished(() => world[Symbol.asyncDispose]());
	return {
		url: world.url,
		database,
		log,
		async chat(options = {}) {
			const chat = await openChat({ url: world.url, patience: 15_000, ...options });
			onTestFinished(async () => {
				chat.close();
				await chat.expectNoRefusals();
			});
			return chat;
		},
		close: async () => world[Symbol.asyncDispose](),
	};
}
