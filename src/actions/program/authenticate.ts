import { isConnected } from "../../store/accounts.ts";
import { type KnownMandate, stateOf, useMandate } from "../../store/programs.ts";

import type { Deps } from "../deps.ts";
import { hashOf } from "./create.ts";

export type { KnownMandate } from "../../store/programs.ts";

const form = /^dtp_[\w-]{43}$/;

/**
 * Finds the mandate of a program's token. `unknown`: the token was never issued. `ended`: the mandate has expired, the
 * person stopped the program or left the account, or the person is banned.
 */
export async function authenticate(
	{ db }: Deps,
	{ token }: { token: string },
): Promise<{ kind: "mandate"; mandate: KnownMandate } | { kind: "unknown" | "ended" }> {
	const mandate = form.test(token) ? await useMandate(db, hashOf(token)) : undefined;
	if (!mandate) return { kind: "unknown" };
	const isLive = stateOf(mandate) === "live" && (await isConnected(db, mandate.personId, mandate.accountId));
	return isLive ? { kind: "mandate", mandate } : { kind: "ended" };
}
