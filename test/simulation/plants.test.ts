import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { calm, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";

const root = join(import.meta.dirname, "..", "..");
const sources = Object.entries(plants).flatMap(([name, { sources = [] }]) =>
	sources.map((each) => [name, each] as const),
);

it.each([...sources, ...[...calm, smallRequests].map((each) => ["every run", each] as const)])(
	"what %s edits stands once in its file",
	async (_name, { file, from }) => {
		const source = await readFile(join(root, file), "utf8");
		expect(source.split(from)).toHaveLength(2);
	},
);
