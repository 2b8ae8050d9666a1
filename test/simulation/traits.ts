import { createRandom } from "./random.ts";
import { drawSituation, type SituationName } from "./situations.ts";

/** The seed chooses them before the world is built. Its cost depends mostly on them. */
export interface Traits {
	situation: SituationName;
	/** Many people and three bot processes: the rate limit slows the bots down. */
	isCrowded: boolean;
	isLong: boolean;
	/** Races with the workers of the service, which have no clock of the run, need real time. */
	hasRealWaits: boolean;
	/** People without an account write at once, so updates share statements, and PostgreSQL refuses some of these. */
	hasBatches: boolean;
}

/** If `situation` is undefined, the seed chooses it. */
export function drawTraits({ seed, situation: given }: { seed: number; situation: SituationName | undefined }): Traits {
	const random = createRandom(seed);
	const situation = given ?? drawSituation(random.fork("situation"));
	return {
		situation,
		isCrowded: random.fork("crowd").chance(0.1),
		isLong: situation === "half-year" || random.fork("long").chance(0.06),
		hasRealWaits: random.fork("real-waits").chance(0.2),
		hasBatches: random.fork("has-batches").chance(0.25),
	};
}
