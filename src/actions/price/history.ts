import { isConnected } from "../../store/accounts.ts";
import { type PriceJump, type PriceSpan, priceJumps, priceSpans } from "../../store/prices.ts";
import { findWatch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export type { PriceJump, PriceSpan } from "../../store/prices.ts";

/** The maximum number of rows in an exported price history. */
const mostSpans = 1_000;

export interface PriceHistory {
	kind: "history";
	/** A TLD with its leading dot, or a domain. */
	subject: string;
	/**
	 * The periods in which the prices stayed the same, newest first. After a time in which the bot could not read the
	 * prices, a new period begins.
	 */
	spans: readonly PriceSpan[];
	/** When the bot last read the prices; null if it never did. */
	lookedAt: Date | null;
	/** Why the last price check failed; null if it succeeded. */
	failure: string | null;
}

/** Returns the prices that the bot saw for a TLD or a domain in the active account. */
export async function history(
	deps: Deps,
	{ personId, subject }: Actor & { subject: string },
): Promise<PriceHistory | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const spans = await deps.reader((db) => priceSpans(db, accountId, subject, mostSpans));
	const watch = await findWatch(deps.db, { kind: "prices", accountId });
	return { kind: "history", subject, spans, lookedAt: watch?.answeredAt ?? null, failure: watch?.failure ?? null };
}

/**
 * Returns the price jumps that the account's price check at time `at` reported: sharp rises, and domains that became
 * premium. Leaves out domains that are no longer in the account, and domains whose price reports the person has muted.
 * Returns null if none is left, or if the person is no longer connected to the account.
 */
export async function jumps(
	{ db }: Deps,
	{ personId, accountId, at }: Actor & { accountId: number; at: Date },
): Promise<readonly PriceJump[] | null> {
	if (!(await isConnected(db, personId, accountId))) return null;
	const found = await priceJumps(db, { personId, accountId }, at);
	return found.length > 0 ? found : null;
}
