import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Actions } from "../../../src/actions/index.ts";
import { commands } from "../../../src/bot/commands.ts";
import { createFeatures } from "../../../src/bot/features/index.ts";
import { routes } from "../../../src/bot/screens.ts";
import { createTestLog } from "../../support/log.ts";
import { texts } from "../../support/texts.ts";

it("draws every route, each in one feature", () => {
	const features = createFeatures({
		// Creating the features calls no action, so an empty object is enough.
		actions: {} as Actions,
		texts,
		settings: { serviceName: null, sandbox: true, supportUrl: null, topUpUrl: null },
		readFile: async () => ({ kind: "problem", problem: "file-binary" }),
		log: createTestLog(),
		now: () => new Date(),
	});
	const drawn = features.flatMap(({ screens }) => screens.map(({ name }) => name));
	expect(drawn.sort()).toEqual(
		Object.values(routes)
			.map(({ name }) => name)
			.sort(),
	);
});

it("handles every listed command", () => {
	const root = join(import.meta.dirname, "../../..");
	const sources = globSync("src/bot/features/**/*.ts", { cwd: root }).map((file) =>
		readFileSync(join(root, file), "utf8"),
	);
	const handled = sources.flatMap((source) => [...source.matchAll(/\.command\("(\w+)"/g)].map(([, name]) => name));
	expect([...new Set(handled)].sort()).toEqual([...commands].sort());
});
