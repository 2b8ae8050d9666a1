import type { Client } from "../client/index.ts";
import type { Result } from "../client/result.ts";
import { type ConnectionRow, moveConnection } from "../store/connections.ts";
import type { Deps } from "./deps.ts";

/**
 * Marks the connection as without access if the service refused its token (401) or the bot's IP address (403). Does
 * nothing if the person has replaced the token meanwhile.
 */
export async function recordAccess(deps: Deps, connection: ConnectionRow, result: Result<unknown>): Promise<void> {
	if (result.kind !== "refused" || (result.status !== 401 && result.status !== 403)) return;
	const to = result.status === 401 ? "needs_token" : "needs_whitelist";
	const moved = await moveConnection(deps.db, connection, "live", to);
	if (moved) deps.log.info({ connection: connection.id, state: to }, "a connection lost its access");
}

/** Wraps a client so that each call passes its result to `record` before returning it to the caller. */
export function observed(client: Client, record: (result: Result<unknown>) => Promise<void>): Client {
	const watch =
		<Input extends unknown[], Value>(call: (...input: Input) => Promise<Result<Value>>) =>
		async (...input: Input): Promise<Result<Value>> => {
			const result = await call(...input);
			await record(result);
			return result;
		};
	return {
		spell: client.spell,
		account: watch(client.account),
		zones: watch(client.zones),
		search: watch(client.search),
		searchBatch: watch(client.searchBatch),
		domains: watch(client.domains),
		domain: watch(client.domain),
		dns: watch(client.dns),
		deliveries: watch(client.deliveries),
		send: watch(client.send),
	};
}
