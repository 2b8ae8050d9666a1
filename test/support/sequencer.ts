import { join } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** Whole worlds and processes: what takes longest by far. */
const long = ["journeys", "commands", "world.test.ts"].map((part) => join("test", part));

/** The long ones first, so that what ends last is short and no worker waits for another. */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isLong = ({ moduleId }: TestSpecification): boolean => long.some((part) => moduleId.includes(part));
		return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
	}
}
