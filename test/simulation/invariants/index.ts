import type { RunContext } from "../context.ts";
import { checkAccess } from "./access.ts";
import { checkAsked } from "./asked.ts";
import { checkBounds } from "./bounds.ts";
import type { Check, People } from "./check.ts";
import { checkMandates } from "./mandates.ts";
import { checkMoney } from "./money.ts";
import { checkNotifications } from "./notifications.ts";
import { checkNotifiedOnce } from "./notified-once.ts";
import { checkRateLimit } from "./rate-limit.ts";
import { checkReceipts } from "./receipts.ts";
import { checkRenewals } from "./renewals.ts";
import { checkSpendingLimits } from "./spending-limits.ts";
import { checkWrites } from "./writes.ts";
import { checkZones } from "./zones.ts";

const checks: readonly Check[] = [
	checkMandates,
	checkMoney,
	checkReceipts,
	checkRenewals,
	checkSpendingLimits,
	checkAccess,
	checkWrites,
	checkZones,
	checkBounds,
	checkAsked,
	checkNotifiedOnce,
	checkRateLimit,
	checkNotifications,
];

/** Returns a sentence for each violation. */
export async function findBroken(context: RunContext, people: People): Promise<string[]> {
	const sentences: string[] = [];
	for (const check of checks) sentences.push(...(await check(context, people)));
	return sentences;
}
