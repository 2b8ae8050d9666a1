import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { programTokenPrefix } from "../program/create.ts";
import type { ConnectResult } from "./types.ts";
import { verifyToken } from "./verify-token.ts";

/** Matches text that can be a bearer token (RFC 6750, 2.1) and is long enough to be a secret. */
const form = /^[\w.~+/-]{8,4096}=*$/;

/**
 * Verifies a token that the person sent, stores it encrypted, and activates its connection. A token that cannot be
 * verified does not replace an active connection that works. The same token sent twice yields the same connection.
 */
export async function connect(
	deps: Deps,
	{ personId, token, personName }: Actor & { token: string; personName?: string | undefined },
): Promise<ConnectResult> {
	const word = token.trim();
	if (!form.test(word)) return { kind: "malformed" };
	// The token of a program belongs to this bot: the registrar must never see it.
	if (word.startsWith(programTokenPrefix)) return { kind: "token_refused" };
	return verifyToken(deps, { personId, serviceUrl: deps.service.url, token: word, ...(personName && { personName }) });
}
