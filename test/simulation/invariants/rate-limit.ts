import type { Passage, Watch } from "../watch.ts";
import type { Check } from "./index.ts";

const perSecond = 10;
/** A turn may be taken this long before its request arrives. */
const turnMs = 600;
/** On a machine with other work even this long, where nobody of that token asked for a turn in between. */
const lateTurnMs = 5_000;
/** It takes a bot no longer than this to write down that it is blocked. */
const knownMs = 1_500;

/** No token asks more than ten times in any rolling second, and none asks while it is known to be blocked. */
export const checkPace: Check = async ({ watch, stage }) => {
	const byToken = Map.groupBy(watch.passages, (passage) => passage.token);
	return [...byToken].flatMap(([token, passages]) => {
		const key = stage.vault.fingerprint(token);
		const times = passages.map((passage) => passage.at).toSorted((one, other) => one - other);
		const fast = times.find((time, index) => (times[index + perSecond] ?? Number.POSITIVE_INFINITY) - time < 1_000);
		const blocks = passages.flatMap((passage) => blockOf(passage, key, watch));
		const asked = watch.turns.filter(({ keys }) => keys.includes(key)).map(({ at }) => at);
		const isEarly = (at: number, { from, until }: Block): boolean => {
			if (at <= from + turnMs || at >= until) return false;
			return at > from + lateTurnMs || asked.some((turn) => turn > from && turn < at);
		};
		const early = passages.filter(({ at }) => blocks.some((block) => isEarly(at, block)));
		return [
			...(fast === undefined
				? []
				: [`more than ${perSecond} requests in the second from ${new Date(fast).toISOString()}`]),
			...passages
				.filter((passage) => isForgotten(passage, key, watch))
				.map(({ method, path }) => {
					return `${method} ${path} was refused for asking too fast, and nobody wrote that down`;
				}),
			...early.map(({ method, path }) => `${method} ${path} inside a known block`),
		];
	});
};

interface Block {
	from: number;
	until: number;
}

/** From when until when a refusal for asking too fast was known in the bots' database. */
function blockOf({ passed, endedAt = 0 }: Passage, key: string, { blocks, deaths, databaseCrashes }: Watch): Block[] {
	if (passed !== 429) return [];
	const known = blocks.find(
		({ key: of, from }) =>
			of === key && from > endedAt - 50 && from < endedAt + knownMs && !deaths.some((at) => isCutShort(from, at)),
	);
	if (!known) return [];
	// A database that crashes loses what it kept unlogged.
	const lostAt = databaseCrashes.find((at) => at > known.from) ?? Number.POSITIVE_INFINITY;
	return [{ from: known.from, until: Math.min(lostAt, known.until - 50) }];
}

/** What is said right before a death may never have been done. */
function isCutShort(said: number, death: number): boolean {
	return death > said - 50 && death < said + knownMs;
}

/** Whoever is refused for asking too fast writes it down for all, unless it dies before. */
function isForgotten(
	{ passed, endedAt = 0 }: Passage,
	key: string,
	{ blocks, deaths, databaseCrashes }: Watch,
): boolean {
	if (passed !== 429) return false;
	const written = blocks.some((block) => block.key === key && block.from > endedAt - 50);
	return !written && ![...deaths, ...databaseCrashes].some((at) => at > endedAt - 50 && at < endedAt + knownMs);
}
