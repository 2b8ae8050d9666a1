import type { Passage } from "../watch.ts";
import type { Check } from "./index.ts";

const perSecond = 10;
/** A turn may be taken this long before its request arrives. */
const turnMs = 600;

/** No token asks more than ten times in any rolling second, and none asks while it is known to be blocked. */
export const checkPace: Check = async ({ stage, watch }) => {
	const byToken = Map.groupBy(watch.passages, (passage) => passage.token);
	return [...byToken].flatMap(([token, passages]) => {
		const times = passages.map((passage) => passage.at).toSorted((one, other) => one - other);
		const fast = times.find((time, index) => (times[index + perSecond] ?? Number.POSITIVE_INFINITY) - time < 1_000);
		const key = stage.vault.fingerprint(token);
		const blocks = watch.blocks.filter((block) => block.key === key);
		const early = passages.filter(({ at }) => blocks.some(({ from, until }) => at > from + turnMs && at < until - 50));
		return [
			...(fast === undefined
				? []
				: [`more than ${perSecond} requests in the second from ${new Date(fast).toISOString()}`]),
			...early.map((passage) => `${describe(passage)} inside a known block`),
		];
	});
};

function describe({ method, path }: Passage): string {
	return `${method} ${path}`;
}
