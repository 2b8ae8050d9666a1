import { localUrl } from "@domains/kit/http/listen.ts";
import type { Log } from "@domains/kit/log.ts";
import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import type { Config } from "../../config.ts";
import { openActions } from "../actions.ts";
import { openInfrastructure } from "../infrastructure.ts";
import { createUnreadable, createWorldMetrics } from "../metrics.ts";
import { buildService } from "../service.ts";
import type { OperatorDeps } from "./command.ts";

/** A running bot may use the same database at the same time. */
export async function openOperator(config: Config, log: Log): Promise<AsyncDisposable & OperatorDeps> {
	await using stack = new AsyncDisposableStack();
	const base = stack.use(await openInfrastructure({ config, log, folders: ["bot", "service"] }));
	const receiver = config.http.publicUrl ?? (config.service.url ? null : localUrl(config.http));
	const { port: ownPort } = config.http;
	const own = config.service.url === undefined ? await buildService({ config, log, base, receiver, ownPort }) : null;
	if (own) stack.defer(() => own.close());
	const url = config.service.url ?? localUrl(config.builtInService);
	const service = {
		url,
		name: config.service.url ?? "built-in",
		admin: own?.admin ?? null,
		dns: null,
		registrar: own?.registrar ?? null,
	};
	const { signal: shutdown } = new AbortController();
	const rateLimiter = createRateLimiter(base.sql);
	const metrics = createWorldMetrics();
	const onUnreadable = createUnreadable(log, metrics.onUnreadable);
	const { actions } = stack.use(
		openActions({ config, log, base, rateLimiter, metrics, service, receiver, onUnreadable, shutdown }),
	);
	const parts = stack.move();
	return { db: base.db, actions, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
