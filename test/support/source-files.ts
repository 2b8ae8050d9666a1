import { globSync } from "node:fs";
import { join } from "node:path";

/** The folder of the project. */
export const project = join(import.meta.dirname, "..", "..");

/** Returns the paths of all TypeScript files of the product, those of packages included, relative to `project`. */
export function sourceFiles(): string[] {
	return globSync("{src,packages/*/src}/**/*.ts", { cwd: project }).sort();
}
