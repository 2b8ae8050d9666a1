import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { project, requestsOf } from "./support/source-files.ts";

/**
 * The imports that each folder of `src/` may make. The table comes from docs/architecture.md, so the test compares the
 * page with the code. A file at the root of `src/`, such as `config.ts`, counts as a folder. `all` allows every import.
 * `nothing at all` forbids even the shared files.
 */
const table = readTable(readFileSync(join(project, "docs", "architecture.md"), "utf8"));

interface Row {
	values: string[];
	types: string[];
	/** True if the folder may import the shared files (`errors.ts`, `log.ts` and others). */
	shared: boolean;
}

function readTable(page: string): Map<string, Row> {
	const section = page.split("## Who may import whom")[1] ?? "";
	const rows = section
		.split("\n")
		.filter((line) => line.startsWith("|"))
		.slice(2)
		.map((line) => line.split("|").map((cell) => cell.trim()));
	return new Map(
		rows.flatMap(([, folders = "", targets = ""]) => {
			const named = targets.startsWith("nothing") ? [] : targets.split(", ");
			const row = {
				shared: targets !== "nothing at all",
				values: named.filter((each) => !each.endsWith(" (types)")),
				types: named.map((each) => each.replace(" (types)", "")),
			};
			return folders.split(", ").map((folder): [string, Row] => [folder, row]);
		}),
	);
}

const root = join(project, "src");

interface Import {
	from: string;
	to: string;
	typeOnly: boolean;
}

/** Returns all static and dynamic imports in `file` of other files in `folder`, with paths relative to `folder`. */
function importsOf(file: string, folder: string): Import[] {
	const found = requestsOf(join(folder, file));
	return found
		.filter((each) => each.specifier.startsWith("."))
		.map((each) => ({
			from: file,
			to: relative(folder, join(folder, dirname(file), each.specifier)),
			typeOnly: each.typeOnly,
		}));
}

/** Returns the names of the packages that a file imports, such as `grammy` for `grammy/types`. */
function packagesOf(file: string, folder: string): string[] {
	const names = requestsOf(join(folder, file)).filter(({ specifier }) => !specifier.startsWith("."));
	return names.map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}

function folderOf(path: string): string {
	return (path.split("/")[0] ?? "").replace(/\.ts$/, "");
}

function allowed({ from, to, typeOnly }: Import): boolean {
	const [source, target] = [folderOf(from), folderOf(to)];
	if (source === target) return true;
	const row = table.get(source);
	if (!row) return false;
	if (row.shared && (["errors", "trace", "batch", "slices"].includes(target) || (target === "log" && typeOnly)))
		return true;
	return row.values.includes("all") || (typeOnly ? row.types : row.values).includes(target);
}

const allFiles = globSync("**/*.ts", { cwd: root });
const imports = allFiles.flatMap((file) => importsOf(file, root));

describe("the import table", () => {
	it("lists every folder of src", () => {
		const folders = [...new Set(allFiles.map(folderOf))].sort();
		expect(folders.filter((folder) => !table.has(folder))).toEqual([]);
	});

	it("allows exactly the listed imports", () => {
		expect(allowed({ from: "rules/money.ts", to: "contract/zones.ts", typeOnly: true })).toBe(true);
		expect(allowed({ from: "rules/money.ts", to: "contract/zones.ts", typeOnly: false })).toBe(false);
		expect(allowed({ from: "bot/index.ts", to: "store/people.ts", typeOnly: false })).toBe(false);
		expect(allowed({ from: "bot/index.ts", to: "log.ts", typeOnly: true })).toBe(true);
	});

	it("holds for every import", () => {
		const broken = imports.filter((each) => !allowed(each));
		expect(broken.map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("allows SQL of the bot only in its store", () => {
		const files = globSync("{actions,bot,client,rules,world}/**/*.ts", { cwd: root });
		expect(files.filter((file) => readFileSync(join(root, file), "utf8").includes("drizzle-orm"))).toEqual([]);
	});

	it("imports from outside src only through packages", () => {
		expect(imports.filter((each) => each.to.startsWith("..")).map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("keeps every package to its own folder and to the packages that it names", () => {
		const home = join(project, "packages");
		const sources = globSync("*/src/**/*.ts", { cwd: home });
		expect(sources.length).toBeGreaterThan(100);
		const broken = sources.flatMap((file) => {
			const [name = ""] = file.split("/");
			const { dependencies = {} } = JSON.parse(readFileSync(join(home, name, "package.json"), "utf8"));
			const inside = importsOf(file, home).filter(({ to }) => !to.startsWith(`${name}/src/`));
			const named = packagesOf(file, home).filter(
				(each) => !each.startsWith("node:") && !Object.hasOwn(dependencies, each),
			);
			return [...inside.map(({ to }) => to), ...named].map((to) => `${file} -> ${to}`);
		});
		expect(broken).toEqual([]);
	});

	it("has no import cycle in src, packages, test and bench, type-only imports included", () => {
		const found = globSync("{src,packages,test,bench}/**/*.ts", {
			cwd: project,
			exclude: ["**/node_modules/**"],
		}).flatMap((file) => importsOf(file, project));
		const loads = new Map<string, string[]>();
		for (const each of found) {
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
