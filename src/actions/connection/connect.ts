import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { ConnectResult } from "./types.ts";
import { verifyToken } from "./verify-token.ts";

/** What can stand in an `Authorization` header as one word (RFC 6750, 2.1), at a length that could be a secret. */
const form = /^[\w.~+/-]{8,4096}=*$/;

export async function connect(deps: Deps, { personId, token }: Actor & { token: string }): Promise<ConnectResult> {
	const word = token.trim();
	if (!form.test(word)) return { kind: "malformed" };
	return verifyToken(deps, { personId, serviceUrl: deps.service.url, token: word });
}
