import { join } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Tests that start whole worlds or processes, which take by far the longest. */
const long = ["journeys", "commands", "world.test.ts"].map((part) => join("test", part));

/** Runs the long tests first, so that no worker has to wait for a long one at the end. */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isLong = ({ moduleId }: TestSpecification): boolean => long.some((part) => moduleId.includes(part));
		return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
	}
}
