import type { ServiceCall, Watch } from "../watch.ts";
import type { Check } from "./check.ts";

const perSecond = 10;
/** From a bot's request for a permit to its call, on a busy machine. */
const permitMs = 5_000;
/** From a 429 until the bot has recorded it in the database, which blocks the token for all bots. */
const knownMs = 1_500;

/** Not more than ten times in any second, and not during a block that the bots know about. */
export const checkRateLimit: Check = async ({ watch, backend }) => {
	const byToken = Map.groupBy(watch.serviceCalls, (call) => call.token);
	return [...byToken].flatMap(([token, serviceCalls]) => {
		const key = backend.vault.fingerprint(token);
		const times = serviceCalls.map((call) => call.at).toSorted((one, other) => one - other);
		const fast = times.find((time, index) => (times[index + perSecond] ?? Number.POSITIVE_INFINITY) - time < 1_000);
		const blocks = serviceCalls.flatMap((call) => blockOf(call, key, watch));
		const requested = watch.permits.filter(({ keys }) => keys.includes(key)).map(({ at }) => at);
		const early = blocks.flatMap((block) => callsDuring(block, serviceCalls, requested));
		return [
			...(fast === undefined
				? []
				: [`more than ${perSecond} requests in the second from ${new Date(fast).toISOString()}`]),
			...serviceCalls
				.filter((call) => isForgotten(call, key, watch))
				.map(({ method, path }) => {
					return `${method} ${path} got a 429, and no bot recorded it`;
				}),
			...early.map(({ method, path }) => `${method} ${path} was sent during a known block`),
		];
	});
};

interface Block {
	from: number;
	until: number;
}

/**
 * A bot that got its permit before the block may still send its call shortly afterwards. So if n permits were still
 * unused at the start of the block, the first n calls are left out.
 */
function callsDuring(block: Block, calls: readonly ServiceCall[], requested: readonly number[]): ServiceCall[] {
	const isBefore = (at: number): boolean => at > block.from - permitMs && at <= block.from;
	const sent = calls.filter(({ at }) => isBefore(at)).length;
	const waiting = Math.max(0, requested.filter(isBefore).length - sent);
	const during = calls
		.filter(({ at }) => at > block.from && at < block.until)
		.toSorted((one, other) => one.at - other.at);
	const late = during.filter(({ at }) => at <= block.from + permitMs).slice(0, waiting);
	return during.filter((call) => !late.includes(call));
}

/**
 * All bots knew that the service had answered this call with a 429. Empty for another answer, or if the bot may have
 * died before it recorded the 429.
 */
function blockOf(
	{ passed, endedAt = 0 }: ServiceCall,
	key: string,
	{ blocks, deaths, databaseCrashes }: Watch,
): Block[] {
	if (passed !== 429) return [];
	const known = blocks.find(
		({ key: of, from }) =>
			of === key && from > endedAt - 50 && from < endedAt + knownMs && !deaths.some((at) => isCutShort(from, at)),
	);
	if (!known) return [];
	// The table with the blocks is unlogged, so a crash of the database empties it.
	const lostAt = databaseCrashes.find((at) => at > known.from) ?? Number.POSITIVE_INFINITY;
	return [{ from: known.from, until: Math.min(lostAt, known.until - 50) }];
}

/** A bot died at about this time, so the record of a 429 may be missing. */
function isCutShort(recordedAt: number, death: number): boolean {
	return death > recordedAt - 50 && death < recordedAt + knownMs;
}

/** Although neither a bot nor the database died at that time. */
function isForgotten(
	{ passed, endedAt = 0 }: ServiceCall,
	key: string,
	{ blocks, deaths, databaseCrashes }: Watch,
): boolean {
	if (passed !== 429) return false;
	const written = blocks.some((block) => block.key === key && block.from > endedAt - 50);
	return !written && ![...deaths, ...databaseCrashes].some((at) => at > endedAt - 50 && at < endedAt + knownMs);
}
