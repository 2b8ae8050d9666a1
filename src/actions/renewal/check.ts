import { activeConnection } from "../../store/connections.ts";
import { findWatch } from "../../store/watches.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { DateCheck } from "./types.ts";

/**
 * Returns when the active account's expiry dates were last read, and when the newest check failed, if it did. Returns
 * null without an account, or before the first check.
 */
export async function lastCheck({ db }: Deps, { personId }: Actor): Promise<DateCheck | null> {
	const accountId = (await activeConnection(db, personId))?.accountId ?? null;
	const watch = accountId === null ? undefined : await findWatch(db, { kind: "expiry", accountId });
	if (!watch?.lookedAt) return null;
	return { checkedAt: watch.answeredAt, failedAt: watch.failure === null ? null : watch.lookedAt };
}
