import { join } from "node:path";
import type { TestSpecification } from "vitest/node";
import { BaseSequencer } from "vitest/node";

/** If a long file started last, the other workers would have nothing to do meanwhile. */
export function longestFirst(paths: readonly string[]): typeof BaseSequencer {
	return class extends BaseSequencer {
		override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
			const sorted = await super.sort(files);
			const rank = ({ moduleId }: TestSpecification): number => {
				const at = paths.findIndex((path) => moduleId.includes(join("test", path)));
				return at < 0 ? paths.length : at;
			};
			return sorted.toSorted((one, other) => rank(one) - rank(other));
		}
	};
}
