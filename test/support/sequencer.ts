import { join } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Tests that start whole worlds or processes, which take by far the longest. */
const long = ["journeys", "commands", "world.test.ts"].map((part) => join("test", part));

/**
 * Runs in a worker that no other test has used. After many other files one of its requests stayed unanswered, rarely;
 * alone it never did.
 */
const fresh = join("test", "service", "limits.test.ts");

/** Runs the long tests first, so that no worker has to wait for a long one at the end. */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const rank = ({ moduleId }: TestSpecification): number =>
			moduleId.includes(fresh) ? 0 : long.some((part) => moduleId.includes(part)) ? 1 : 2;
		return sorted.toSorted((one, other) => rank(one) - rank(other));
	}
}
