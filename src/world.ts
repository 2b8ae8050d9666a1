import type { Config } from "./config.ts";
import { createApp } from "./http/app.ts";
import { addHealth, createReadiness } from "./http/health.ts";
import { listen } from "./http/listen.ts";
import { addMetrics, createMetrics } from "./http/metrics.ts";
import type { Log } from "./log.ts";
import { openBase } from "./world/base.ts";

export interface World extends AsyncDisposable {
	/** The address to open in a browser. */
	url: string;
}

/** Everything that no setting replaces, each part over those before it. Closes in reverse, readiness first. */
export async function createWorld(config: Config, log: Log): Promise<World> {
	await using stack = new AsyncDisposableStack();
	const metrics = createMetrics();
	const readiness = createReadiness();
	const base = stack.use(await openBase({ config, log, folders: ["bot", "service"], role: "start" }));
	readiness.add("database", async () => void (await base.sql`select 1`));

	const time = metrics.timer("http_request_seconds", "Requests answered, by route", ["method", "route", "status"]);
	const app = createApp({ log, onAnswer: ({ milliseconds, ...labels }) => time(labels, milliseconds) });
	stack.defer(() => app.close());
	addHealth(app, readiness);
	addMetrics(app, metrics.registry, { exposed: config.http.expose.has("metrics") });
	const url = await listen(app, { ...config.http, setting: "PORT" });

	stack.defer(() => readiness.close());
	const parts = stack.move();
	return { url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
