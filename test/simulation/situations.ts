import type { Random } from "./random.ts";

/** What is special about a world, beside its people, troubles and crashes. */
interface Situation {
	what: string;
	/** How often it is drawn, compared with the others; 0: only with `--situation`. */
	weight: number;
}

export const situations = {
	plain: { what: "nothing", weight: 12 },
} as const satisfies Record<string, Situation>;

export type SituationName = keyof typeof situations;

export function isSituation(name: string): name is SituationName {
	return Object.hasOwn(situations, name);
}

// The keys of an object literal are the names of its type.
const names = Object.keys(situations) as SituationName[];
const bag = names.flatMap((name) => Array.from({ length: situations[name].weight }, () => name));

export function drawSituation(random: Random): SituationName {
	return random.pick(bag);
}
