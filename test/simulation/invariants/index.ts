import type { Account, Member } from "../cast.ts";
import type { Play } from "../play.ts";
import { checkAccess } from "./access.ts";
import { checkGuard } from "./guard.ts";
import { checkMoney } from "./money.ts";
import { checkNews } from "./news.ts";
import { checkPace } from "./pace.ts";
import { checkTold } from "./told.ts";
import { checkWrites } from "./writes.ts";
import { checkZones } from "./zones.ts";

export interface Cast {
	accounts: readonly Account[];
	members: readonly Member[];
}

/** Finds what is not as promised, in sentences. */
export type Check = (play: Play, cast: Cast) => Promise<string[]>;

/** Of money and of what a domain has: nothing that a slow machine could excuse. */
const grave: readonly Check[] = [checkMoney, checkGuard, checkAccess, checkWrites, checkZones];
/** Of what was told and how fast it went, for which moments count. */
const timed: readonly Check[] = [checkTold, checkPace, checkNews];

export interface Broken {
	sentences: string[];
	/** One of them at least is about money or a domain. */
	grave: boolean;
}

/** What a world at rest has that it must not have. */
export async function findBroken(play: Play, cast: Cast): Promise<Broken> {
	const found = async (checks: readonly Check[]): Promise<string[]> => {
		const sentences: string[] = [];
		for (const check of checks) sentences.push(...(await check(play, cast)));
		return sentences;
	};
	const worst = await found(grave);
	return { sentences: [...worst, ...(await found(timed))], grave: worst.length > 0 };
}
