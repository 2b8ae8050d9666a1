import { type AppOptions, createApp } from "@domains/kit/http/app.ts";
import { listen } from "@domains/kit/http/listen.ts";
import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { createTestLog } from "./log.ts";

/** Closed when the test ends. */
export async function startApp(
	add: (app: FastifyInstance) => void,
	options: Partial<AppOptions> = {},
): Promise<string> {
	const app = createApp({ log: createTestLog(), ...options });
	onTestFinished(() => app.close());
	add(app);
	return listen(app, { host: "127.0.0.1", port: 0, setting: "PORT" });
}
