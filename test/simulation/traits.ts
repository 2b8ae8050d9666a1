import { createRandom } from "./random.ts";
import { drawSituation, type SituationName } from "./situations.ts";

/** What the seed of a world chooses before the world is built. The cost of a world depends mostly on these choices. */
export interface Traits {
	situation: SituationName;
	/** True if many people use three bot processes at the same time. The rate limit then slows the bots down. */
	isCrowded: boolean;
	/** True if months pass at the end of the world. */
	isLong: boolean;
	/** True if the bots wait in real time. Races with the workers of the service, which have no clock of the run, need it. */
	hasRealWaits: boolean;
}

/** Draws the traits of the world with this seed. If `situation` is undefined, the seed chooses it. */
export function drawTraits({ seed, situation: given }: { seed: number; situation: SituationName | undefined }): Traits {
	const random = createRandom(seed);
	const situation = given ?? drawSituation(random.fork("situation"));
	return {
		situation,
		isCrowded: random.fork("crowd").chance(0.1),
		isLong: situation === "half-year" || random.fork("long").chance(0.06),
		hasRealWaits: random.fork("real-waits").chance(0.2),
	};
}
