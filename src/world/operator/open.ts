import type { Config } from "../../config.ts";
import { ownUrl } from "../../http/listen.ts";
import type { Log } from "../../log.ts";
import { createPace } from "../../postgres/pace.ts";
import { openBase } from "../base.ts";
import { createMeasures } from "../measures.ts";
import { buildService } from "../service.ts";
import { openVerbs } from "../verbs.ts";
import type { OperatorDeps } from "./command.ts";

/** The verbs on the data of a world that may be running beside it. */
export async function openOperator(config: Config, log: Log): Promise<AsyncDisposable & OperatorDeps> {
	await using stack = new AsyncDisposableStack();
	const base = stack.use(await openBase({ config, log, folders: ["bot", "service"] }));
	const receiver = config.http.publicUrl ?? (config.service.url ? null : ownUrl(config.http));
	const { port: ownPort } = config.http;
	const own = config.service.url === undefined ? await buildService({ config, log, base, receiver, ownPort }) : null;
	if (own) stack.defer(() => own.close());
	const url = config.service.url ?? ownUrl(config.builtInService);
	const service = { url, name: config.service.url ?? "built-in", desk: own?.desk ?? null };
	const { signal: cut } = new AbortController();
	const pace = createPace(base.sql);
	const { actions } = stack.use(
		openVerbs({ config, log, base, pace, measures: createMeasures(), service, receiver, cut }),
	);
	const parts = stack.move();
	return { db: base.db, actions, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
