import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ConnectResult } from "./types.ts";
import { verifyToken } from "./verify-token.ts";

/**
 * Matches a credential that an `Authorization` header allows (RFC 6750, 2.1) and that is long enough to be a secret.
 */
const form = /^[\w.~+/-]{8,4096}=*$/;

/**
 * Verifies the token, stores it encrypted and activates its connection. An unverified token does not replace an active
 * one that works. Sending the same token again returns the same connection.
 */
export async function connect(
	deps: Deps,
	{ personId, token, personName }: Actor & { token: string; personName?: string | undefined },
): Promise<ConnectResult> {
	const word = token.trim();
	if (!form.test(word)) return { kind: "malformed" };
	return verifyToken(deps, { personId, serviceUrl: deps.service.url, token: word, ...(personName && { personName }) });
}
