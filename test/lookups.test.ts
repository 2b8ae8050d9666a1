import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project, sourceFiles } from "./support/source-files.ts";

/**
 * External text must not be the key of a lookup in a plain object. Every object inherits keys such as `constructor` and
 * `__proto__`, so the lookup may find a value that was never stored. Use a Map for arbitrary keys, or check
 * `Object.hasOwn` first. A table with fixed keys must list these keys in its type. The compiler then rejects an
 * arbitrary text as the key.
 */
it("never looks up external text in a plain object", () => {
	const table = /^(?:export )?\s*(?:const|let) (\w+): .*\bRecord<string,.*= \{(?!\})/gm;
	const found = sourceFiles().flatMap((file) => {
		const source = readFileSync(join(project, file), "utf8");
		const tables = [...source.matchAll(table)].filter(([, name]) => !source.includes(`Object.hasOwn(${name},`));
		return tables.map(([line]) => `${file}: ${line.trim()}`);
	});
	expect(found).toEqual([]);
});
