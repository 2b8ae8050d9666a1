import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { slowBackgroundWork, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";

const root = join(import.meta.dirname, "..", "..");
const sources = Object.entries(plants).flatMap(([name, { sources = [] }]) =>
	sources.map((each) => [name, each] as const),
);

it.each([...sources, ...[...slowBackgroundWork, smallRequests].map((each) => ["every run", each] as const)])(
	"the source text that %s replaces occurs exactly once",
	async (_name, { file, from }) => {
		const source = await readFile(join(root, file), "utf8");
		expect(source.split(from)).toHaveLength(2);
	},
);
