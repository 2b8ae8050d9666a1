import { limits } from "@domains/contract/limits.ts";
import { isConnected } from "../../store/accounts.ts";
import { findExpiring, saveRenewalChoice } from "../../store/expiring.ts";
import { readClock } from "../../store/now.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { quoteLines } from "../quote/quote-lines.ts";
import type { QuoteResult } from "../quote/types.ts";
import { withPrices } from "./expiring.ts";
import type { ExpiringName, RenewalChoice } from "./types.ts";

const dayMs = 24 * 3_600_000;
/**
 * Reminders come in the morning, but a person can pause them at any time of the day. Each pause is shortened by this
 * much, so that it ends before the reminder on its last day.
 */
const halfDayMs = dayMs / 2;

type OfAccount = Actor & { accountId: number };

/**
 * Returns one domain with its expiry date and what the person decided about its renewal. Returns null if its expiry
 * date is unknown, or if the person is not connected to the account.
 */
export async function nameOf(
	deps: Deps,
	{ personId, accountId, domain }: OfAccount & { domain: string },
): Promise<(ExpiringName & { isActive: boolean }) | null> {
	if (!(await isConnected(deps.db, personId, accountId))) return null;
	const rows = await findExpiring(
		deps.db,
		{ personId, accountId },
		{ days: 36_600, renewableDays: limits.renewableDays, domain },
	);
	const access = await openAccess(deps, personId, accountId);
	const isActive = !("kind" in access) && access.connection.active;
	const [name] = "kind" in access ? rows : await withPrices(deps, access, rows);
	return name ? { ...name, isActive } : null;
}

/**
 * Stores a person's decision about the next renewal of a domain:
 * - `later`: the next reminder comes after 10, 3 or 1 days. The sooner the domain expires, the shorter the pause.
 * - `let_go`: only one more reminder comes, on the last day.
 * - null: reminders come as in the person's settings.
 */
export async function choose(
	deps: Deps,
	{ personId, accountId, domain, choice }: OfAccount & { domain: string; choice: RenewalChoice | null },
): Promise<{ kind: "saved" } | { kind: "not_found" }> {
	const name = await nameOf(deps, { personId, accountId, domain });
	if (!name) return { kind: "not_found" };
	const now = await readClock(deps.db);
	const pauseMs = dayMs * pauseDays((name.expiresAt.getTime() - now.getTime()) / dayMs) - halfDayMs;
	const remindAt = choice === "later" ? new Date(now.getTime() + pauseMs) : null;
	const saved = await saveRenewalChoice(deps.db, { personId, accountId }, domain, { choice, remindAt });
	return { kind: saved ? "saved" : "not_found" };
}

/** Returns the pause in days before the next reminder, for a domain that expires in `days` days. */
function pauseDays(days: number): number {
	if (days > 30) return 10;
	return days > 7 ? 3 : 1;
}

/** Makes one quote for one more year of each domain. The account need not be the active one. */
export async function quote(
	deps: Deps,
	{ personId, accountId, domains }: OfAccount & { domains: readonly string[] },
): Promise<QuoteResult> {
	const lines = domains.map((domain) => ({ domain, years: 1 }));
	return quoteLines(deps, personId, "renew", lines, { accountId });
}
