import type { FastifyInstance } from "fastify";
import { onTestFinished } from "vitest";
import { type AppOptions, createApp } from "../../src/http/app.ts";
import { listen } from "../../src/http/listen.ts";
import { createTestLog } from "./log.ts";

/** Starts an HTTP server on a free port with the routes that `add` registers. It is closed when the test ends. */
export async function startApp(
	add: (app: FastifyInstance) => void,
	options: Partial<AppOptions> = {},
): Promise<string> {
	const app = createApp({ log: createTestLog(), ...options });
	onTestFinished(() => app.close());
	add(app);
	return listen(app, { host: "127.0.0.1", port: 0, setting: "PORT" });
}
