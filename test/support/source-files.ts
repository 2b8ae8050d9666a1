import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

export const project = join(import.meta.dirname, "..", "..");

/** With packages, relative to `project`. */
export function sourceFiles(): string[] {
	return globSync("{src,packages/*/src}/**/*.ts", { cwd: project }).sort();
}

interface Request {
	/** Such as `../log.ts` or `grammy/types`. */
	specifier: string;
	typeOnly: boolean;
}

/** `path` is absolute. */
export function requestsOf(path: string): Request[] {
	const source = readFileSync(path, "utf8");
	const { module } = parseSync(path, source);
	return [
		...module.staticImports.map((each) => ({
			specifier: each.moduleRequest.value,
			typeOnly: each.entries.length > 0 && each.entries.every((entry) => entry.isType),
		})),
		...module.staticExports.flatMap((each) =>
			each.entries.flatMap((entry) =>
				entry.moduleRequest ? [{ specifier: entry.moduleRequest.value, typeOnly: entry.isType }] : [],
			),
		),
		...module.dynamicImports.map((each) => ({
			specifier: source.slice(each.moduleRequest.start, each.moduleRequest.end).replaceAll(/["'`]/g, ""),
			typeOnly: false,
		})),
	];
}
