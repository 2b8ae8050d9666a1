import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";

/**
 * Who may import whom (docs/architecture.md shows the same table). A name followed by `!` may be imported for its
 * types only. A root file of `src/` (such as `vault.ts`) counts as a folder of its name.
 */
const table: Record<string, string[]> = {
	errors: [],
	log: [],
	contract: [],
	postgres: [],
	telegram: [],
	vault: [],
	net: [],
	http: [],
	config: [],
	rules: ["contract!"],
	webhooks: ["contract", "rules"],
	client: ["contract", "rules"],
	jobs: ["postgres"],
	store: ["postgres", "vault", "rules!"],
	actions: ["contract", "rules", "client", "store", "jobs", "webhooks", "net"],
	bot: ["actions!", "rules"],
	service: ["contract", "rules", "postgres", "jobs", "vault", "webhooks", "net"],
	workers: ["jobs", "actions!", "bot!", "service!"],
	world: ["*"],
	commands: ["*"],
};

const root = join(import.meta.dirname, "..", "src");

interface Import {
	from: string;
	to: string;
	typeOnly: boolean;
}

/** Every static and dynamic import of a file whose target is ours, as paths below `src/`. */
function importsOf(file: string): Import[] {
	const source = readFileSync(join(root, file), "utf8");
	const { module } = parseSync(file, source);
	const found: { specifier: string; typeOnly: boolean }[] = [
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
	return found
		.filter((each) => each.specifier.startsWith("."))
		.map((each) => ({
			from: file,
			to: relative(root, join(root, dirname(file), each.specifier)),
			typeOnly: each.typeOnly,
		}));
}

function folderOf(path: string): string {
	return (path.split("/")[0] ?? "").replace(/\.ts$/, "");
}

function allowed({ from, to, typeOnly }: Import): boolean {
	const [source, target] = [folderOf(from), folderOf(to)];
	if (source === target || target === "errors" || (target === "log" && typeOnly)) return true;
	const row = table[source] ?? [];
	return row.includes("*") || row.includes(target) || (typeOnly && row.includes(`${target}!`));
}

const files = globSync("**/*.ts", { cwd: root }).filter((file) => !file.startsWith("telegram/page/browser/"));
const imports = files.flatMap(importsOf);

describe("the import table", () => {
	it("names every folder of src", () => {
		const folders = [...new Set(files.map(folderOf))].sort();
		expect(folders.filter((folder) => !(folder in table))).toEqual([]);
	});

	it("is kept by every import", () => {
		const broken = imports.filter((each) => !allowed(each)).map((each) => `${each.from} -> ${each.to}`);
		expect(broken).toEqual([]);
	});

	it("leaves src only through packages", () => {
		expect(imports.filter((each) => each.to.startsWith("..")).map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("has no cycle of files that load each other", () => {
		const loads = new Map<string, string[]>();
		for (const each of imports.filter((one) => !one.typeOnly)) {
			loads.set(each.from, [...(loads.get(each.from) ?? []), each.to]);
		}
		const done = new Set<string>();
		const cycles: string[] = [];
		const visit = (file: string, path: string[]): void => {
			if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(" -> "));
			if (done.has(file) || path.includes(file)) return;
			for (const next of loads.get(file) ?? []) visit(next, [...path, file]);
			done.add(file);
		};
		for (const file of loads.keys()) visit(file, []);
		expect(cycles).toEqual([]);
	});
});
