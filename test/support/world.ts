import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { type Config, parseConfig } from "../../src/config.ts";
import { createWorld } from "../../src/world.ts";
import { type Chat, type ChatOptions, openChat } from "./chat.ts";
import { createTestDatabase, type TestDatabase } from "./database.ts";
import { createTestLog } from "./log.ts";
import { temporaryDirectory } from "./temporary.ts";

export interface TestWorld extends AsyncDisposable {
	url: string;
	config: Config;
	database: TestDatabase;
	log: ReturnType<typeof createTestLog>;
	/** The test fails at its end if Telegram refused a call that the test did not expect. */
	chat(options?: Omit<ChatOptions, "url">): Promise<Chat>;
	close(): Promise<void>;
}

/** As `npm start` does, in this process, on a new database. Closed when the test ends. */
export async function openWorld(env: Record<string, string> = {}): Promise<TestWorld> {
	const world = await createTestWorld(env);
	onTestFinished(() => world[Symbol.asyncDispose]());
	return world;
}

/** Serves several tests: the caller must dispose of the result. */
export async function createTestWorld(env: Record<string, string> = {}): Promise<TestWorld> {
	await using stack = new AsyncDisposableStack();
	const database = stack.use(await createTestDatabase());
	const { path } = stack.use(await temporaryDirectory());
	const log = createTestLog();
	const config = parseConfig({
		DATABASE_URL: database.url,
		SECRET_KEY: randomBytes(32).toString("base64"),
		DATA_DIR: path,
		PORT: "0",
		SERVICE_PORT: "0",
		NO_BROWSER: "1",
		...env,
	});
	const world = stack.use(await createWorld(config, log));
	const parts = stack.move();
	return {
		url: world.url,
		config,
		database,
		log,
		async chat(options = {}) {
			const chat = await openChat({ url: world.url, timeoutMs: 15_000, ...options });
			onTestFinished(async () => {
				chat.close();
				await chat.expectNoRefusals();
			});
			return chat;
		},
		close: async () => world[Symbol.asyncDispose](),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
