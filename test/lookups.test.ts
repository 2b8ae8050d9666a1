import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "src");

/**
 * A plain object answers to `constructor` and `__proto__` as well, so a text from outside must not choose its key.
 * A table with free keys is a Map, or is asked with `Object.hasOwn`; one with a fixed set of keys names them in its type.
 */
it("looks up texts from outside in no plain object", () => {
	const table = /^(?:export )?\s*(?:const|let) (\w+): .*\bRecord<string,.*= \{(?!\})/gm;
	const found = globSync("**/*.ts", { cwd: root }).flatMap((file) => {
		const source = readFileSync(join(root, file), "utf8");
		const tables = [...source.matchAll(table)].filter(([, name]) => !source.includes(`Object.hasOwn(${name},`));
		return tables.map(([line]) => `${file}: ${line.trim()}`);
	});
	expect(found).toEqual([]);
});
