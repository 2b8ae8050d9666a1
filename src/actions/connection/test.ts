import { activeConnection, findConnection, openToken } from "../../store/connections.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ConnectResult } from "./types.ts";
import { verifyToken } from "./verify-token.ts";

/**
 * Verifies the stored token of a connection again. Without `connectionId`, uses the active connection. Then activates
 * the tested connection, unless its token fails and the active connection's token works.
 */
export async function test(
	deps: Deps,
	{ personId, connectionId }: Actor & { connectionId?: number },
): Promise<ConnectResult | { kind: "not_found" }> {
	const connection =
		connectionId === undefined
			? await activeConnection(deps.db, personId)
			: await findConnection(deps.db, personId, connectionId);
	if (!connection) return { kind: "not_found" };
	const { serviceUrl } = connection;
	return verifyToken(deps, { personId, serviceUrl, token: openToken(deps.vault, connection) });
}
