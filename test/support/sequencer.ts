import { join } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/**
 * The test files that run first, in this order. `limits.test.ts` needs a new worker. When it ran after many other files
 * in the same worker, the service sometimes did not answer one of its requests. The other files take long, because they
 * start processes or wait.
 */
const first = [
	"service/limits.test.ts",
	"commands/stop.test.ts",
	"postgres/embedded.test.ts",
	"journeys",
	"world.test.ts",
	"commands",
	"bot/features/profile/index.test.ts",
	"bot/bad-input.test.ts",
	"world/doctor.test.ts",
	"conformance/verdict.test.ts",
	"jobs",
	"actions/real-service.test.ts",
	"postgres/session.test.ts",
	"bot/features/operation/index.test.ts",
	"actions/operation/run-request.test.ts",
].map((path) => join("test", path));

/**
 * Runs the long test files first. If a long file started last, the other workers would have nothing to do meanwhile.
 */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const rank = ({ moduleId }: TestSpecification): number => {
			const at = first.findIndex((path) => moduleId.includes(path));
			return at < 0 ? first.length : at;
		};
		return sorted.toSorted((one, other) => rank(one) - rank(other));
	}
}
