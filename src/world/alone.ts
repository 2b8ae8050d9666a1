import type { Config } from "../config.ts";
import type { AccountDesk } from "../contract/desk.ts";
import { ownUrl } from "../http/listen.ts";
import { createMetrics } from "../http/metrics.ts";
import type { Log } from "../log.ts";
import { openBase } from "./base.ts";
import { buildService, openBuiltIn } from "./service.ts";

/** The built-in service and its work in the background, without a bot. */
export async function createServiceWorld(config: Config, log: Log): Promise<AsyncDisposable & { url: string }> {
	await using stack = new AsyncDisposableStack();
	const base = stack.use(await openBase({ config, log, folders: ["service"] }));
	const { url, background } = stack.use(
		await openBuiltIn({ config, log, base, metrics: createMetrics(), receiver: null }),
	);
	stack.use(base.jobs.work({ ...background, db: base.db }));
	const parts = stack.move();
	return { url, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** The operator's desk on the data of a world that may be running beside it. */
export async function openDesk(config: Config, log: Log): Promise<AsyncDisposable & { desk: AccountDesk }> {
	await using stack = new AsyncDisposableStack();
	const base = stack.use(await openBase({ config, log, folders: ["service"] }));
	const receiver = config.http.publicUrl ?? ownUrl(config.http);
	const service = await buildService({ config, log, base, receiver });
	stack.defer(() => service.close());
	const parts = stack.move();
	return { desk: service.desk, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
