import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { usage } from "./options.ts";
import { skippedWaits, slowBackgroundWork, smallRequests } from "./planting.ts";
import { plants } from "./plants.ts";

const root = join(import.meta.dirname, "..", "..");
const sources = Object.entries(plants).flatMap(([name, { sources = [] }]) =>
	sources.map((each) => [name, each] as const),
);

it.each([
	...sources,
	...[...slowBackgroundWork, ...skippedWaits, smallRequests].map((each) => ["every run", each] as const),
])("the source text that %s replaces occurs exactly once", async (_name, { file, from }) => {
	const source = await readFile(join(root, file), "utf8");
	expect(source.split(from)).toHaveLength(2);
});

it.each(Object.entries(plants))("--help and the log of the simulation say what %s does", async (name, { what }) => {
	expect(usage.split("\n").map((line) => line.replaceAll(/ +/g, " "))).toContain(` ${name} ${what}`);
	expect(await readFile(join(import.meta.dirname, "CHANGELOG.md"), "utf8")).toContain(`| \`${name}\`: ${what} |`);
});
