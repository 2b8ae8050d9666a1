import type { Account, Member } from "../cast.ts";
import type { Play } from "../play.ts";
import { checkAccess } from "./access.ts";
import { checkAsked } from "./asked.ts";
import { checkBounds } from "./bounds.ts";
import { checkMoney } from "./money.ts";
import { checkNews } from "./notifications.ts";
import { checkTold } from "./notified-once.ts";
import { checkPace } from "./rate-limit.ts";
import { checkReceipts } from "./receipts.ts";
import { checkGuard } from "./spending-limits.ts";
import { checkWrites } from "./writes.ts";
import { checkZones } from "./zones.ts";

export interface Cast {
	accounts: readonly Account[];
	members: readonly Member[];
}

/** Finds what is not as promised, in sentences. */
export type Check = (play: Play, cast: Cast) => Promise<string[]>;

const checks: readonly Check[] = [
	checkMoney,
	checkReceipts,
	checkGuard,
	checkAccess,
	checkWrites,
	checkZones,
	checkBounds,
	checkAsked,
	checkTold,
	checkPace,
	checkNews,
];

/** What a world at rest has that it must not have. */
export async function findBroken(play: Play, cast: Cast): Promise<string[]> {
	const sentences: string[] = [];
	for (const check of checks) sentences.push(...(await check(play, cast)));
	return sentences;
}
