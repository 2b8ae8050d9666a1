import { createHash, randomBytes } from "node:crypto";
import { readName } from "../../rules/mandate.ts";
import { insertMandate, mandatesOf, stateOf } from "../../store/programs.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { type NewMandate, newMandate } from "./types.ts";

const mostLive = 20;
const tokenBytes = 32;
export const programTokenPrefix = "dtp_";

/** The bot stores only this hash of a token. A token is too long to guess, so the hash needs no salt. */
export function hashOf(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/**
 * Gives a program a mandate for the active account. `secret` is its token, which the bot cannot show again. `names` may
 * contain TLDs, such as `.com`.
 */
export async function create(
	deps: Deps,
	{ personId, mandate }: Actor & { mandate: NewMandate },
): Promise<{ kind: "shown_once"; mandateId: number; secret: string } | { kind: "invalid" | "full" } | Trouble> {
	const parsed = newMandate.safeParse(mandate);
	const names = parsed.data?.names.map(readName) ?? [];
	if (!parsed.success || names.some((each) => each === undefined)) return { kind: "invalid" };
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const others = await mandatesOf(deps.db, personId, accountId);
	if (others.filter((each) => stateOf(each) === "live").length >= mostLive) return { kind: "full" };
	const secret = `${programTokenPrefix}${randomBytes(tokenBytes).toString("base64url")}`;
	const values = { ...parsed.data, names: names.filter((each) => each !== undefined), personId, accountId };
	const token = { tokenHash: hashOf(secret), tokenLast4: secret.slice(-4) };
	const mandateId = await deps.db.transaction((tx) => insertMandate(tx, { ...values, ...token }));
	return { kind: "shown_once", mandateId, secret };
}
