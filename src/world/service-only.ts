import { setTimeout as sleep } from "node:timers/promises";
import type { ServiceAdmin } from "@domains/contract/admin.ts";
import { localUrl } from "@domains/kit/http/listen.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Config } from "../config.ts";
import { dayMs } from "../rules/local-time.ts";
import { openInfrastructure } from "./infrastructure.ts";
import { buildService, openBuiltIn } from "./service.ts";

/** Runs the background work too, without a bot. */
export async function createServiceWorld(
	config: Config,
	log: Log,
	signal: AbortSignal,
): Promise<AsyncDisposable & { url: string }> {
	await using stack = new AsyncDisposableStack();
	const { shutdownSignal: shutdown, close } = createShutdown(log);
	const base = stack.use(await openInfrastructure({ config, log, folders: ["service"], signal }));
	const parts = stack.adopt(new AsyncDisposableStack(), close);
	const { url, background } = parts.use(
		await openBuiltIn({ config, log, base, receiver: null, ownPort: null, shutdown }),
	);
	const { queues, nightly } = background;
	parts.use(base.jobs.work({ queues, db: base.db, shutdown }));
	const night = (): Promise<void> => nightly().catch((error) => log.error({ error }, "nightly work failed"));
	const first = night();
	const timer = setInterval(() => void night(), dayMs);
	parts.defer(async () => {
		clearInterval(timer);
		await first;
	});
	const opened = stack.move();
	return { url, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** A running bot may use the same database at the same time. */
export async function openAdmin(config: Config, log: Log): Promise<AsyncDisposable & { admin: ServiceAdmin }> {
	await using stack = new AsyncDisposableStack();
	const base = stack.use(await openInfrastructure({ config, log, folders: ["service"] }));
	const receiver = config.http.publicUrl ?? localUrl(config.http);
	const service = await buildService({ config, log, base, receiver, ownPort: config.http.port });
	stack.defer(() => service.close());
	const parts = stack.move();
	return { admin: service.admin, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

const graceMs = 4_500;
const leaveMs = 6_000;

/** Shuts the process down in less than ten seconds. The caller closes the database after `close`. */
export function createShutdown(log: Log) {
	const shutdown = new AbortController();
	return {
		/**
		 * Aborts 4.5 s after the shutdown began. Code that still waits for another process, such as an HTTP call, must then
		 * stop waiting.
		 */
		shutdownSignal: shutdown.signal,
		/**
		 * Closes the parts that use the database. Waits at most six seconds for them, because the caller must still close
		 * the database.
		 */
		async close(parts: AsyncDisposable): Promise<void> {
			const over = new AbortController();
			const after = (ms: number) => sleep(ms, true, { signal: over.signal }).catch(() => false);
			void after(graceMs).then((passed) => passed && shutdown.abort());
			const closed = parts[Symbol.asyncDispose]().then(() => false);
			const timedOut = await Promise.race([closed, after(leaveMs)]).finally(() => over.abort());
			if (timedOut) log.warn({}, "some parts did not close before the end of the shutdown");
		},
	};
}
