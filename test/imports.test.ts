import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readImportTable } from "./support/import-table.ts";
import { project, requestsOf } from "./support/source-files.ts";

/**
 * The imports that each folder of `src/` may make. The table comes from docs/architecture.md, so the test compares the
 * page with the code. A file at the root of `src/`, such as `config.ts`, counts as a folder. `all` allows every import.
 */
const table = readImportTable();

const root = join(project, "src");
const packages = join(project, "packages");

interface Import {
	from: string;
	to: string;
	typeOnly: boolean;
	/** False if the import names a package. */
	isPath: boolean;
}

/**
 * Returns all static and dynamic imports in `file` of other files of the project, with paths relative to `folder`. An
 * import through a package has the path of the package's file.
 */
function importsOf(file: string, folder: string): Import[] {
	return requestsOf(join(folder, file)).flatMap(({ specifier, typeOnly }) => {
		const [, name, path] = /^(?:@domains\/)?([^/]+)\/(.+)$/.exec(specifier) ?? [];
		if (specifier.startsWith("."))
			return { from: file, to: relative(folder, join(folder, dirname(file), specifier)), typeOnly, isPath: true };
		if (name === undefined || path === undefined || !existsSync(join(packages, name))) return [];
		return { from: file, to: relative(folder, join(packages, name, "src", path)), typeOnly, isPath: false };
	});
}

/** Returns the names of the packages that a file imports, such as `grammy` for `grammy/types`. */
function packagesOf(file: string, folder: string): string[] {
	const names = requestsOf(join(folder, file)).filter(({ specifier }) => !specifier.startsWith("."));
	return names.map(({ specifier }) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier);
}

/** Returns the folder of `src` or the package that has a file. The folders of `kit` count apart: `kit/postgres`. */
function folderOf(path: string): string {
	const [, name, folder] = /^\.\.\/packages\/([^/]+)\/src\/([^/]+)/.exec(path) ?? [];
	if (name !== undefined) return name === "kit" ? `kit/${folder?.replace(/\.ts$/, "")}` : name;
	return (path.split("/")[0] ?? "").replace(/\.ts$/, "");
}

const shared = ["kit/errors", "kit/trace", "kit/batch", "kit/slices"];

function allowed({ from, to, typeOnly }: Omit<Import, "isPath">): boolean {
	const [source, target] = [folderOf(from), folderOf(to)];
	if (source === target) return true;
	const row = table.get(source);
	if (!row) return false;
	if (shared.includes(target) || (target === "kit/log" && typeOnly)) return true;
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
		expect(allowed({ from: "bot/index.ts", to: "store/people.ts", typeOnly: true })).toBe(true);
		expect(allowed({ from: "bot/index.ts", to: "store/people.ts", typeOnly: false })).toBe(false);
		expect(allowed({ from: "bot/index.ts", to: "../packages/kit/src/log.ts", typeOnly: true })).toBe(true);
		expect(allowed({ from: "bot/index.ts", to: "../packages/kit/src/jobs/index.ts", typeOnly: true })).toBe(false);
	});

	it("holds for every import", () => {
		const broken = imports.filter((each) => !allowed(each));
		expect(broken.map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("allows SQL of the bot only in its store", () => {
		const files = globSync("{actions,bot,client,rules,world}/**/*.ts", { cwd: root });
		expect(files.filter((file) => readFileSync(join(root, file), "utf8").includes("drizzle-orm"))).toEqual([]);
	});

	it("lets no feature import another one, and nothing below features import one", () => {
		const featureOf = (path: string) => /^bot\/features\/([^/.]+)/.exec(path)?.[1];
		const above = ["bot/index.ts", "bot/features/index.ts"];
		const broken = imports.filter(({ from, to }) => {
			const feature = featureOf(to);
			return feature !== undefined && feature !== featureOf(from) && !above.includes(from);
		});
		expect(broken.map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("imports from outside src only through packages", () => {
		const broken = imports.filter((each) => each.isPath && each.to.startsWith(".."));
		expect(broken.map((each) => `${each.from} -> ${each.to}`)).toEqual([]);
	});

	it("keeps every package to its own folder and to the packages that it names", () => {
		const sources = globSync("*/src/**/*.ts", { cwd: packages });
		expect(sources.length).toBeGreaterThan(100);
		const broken = sources.flatMap((file) => {
			const [name = ""] = file.split("/");
			const { dependencies = {}, optionalDependencies = {} } = JSON.parse(
				readFileSync(join(packages, name, "package.json"), "utf8"),
			);
			const allowed = Object.keys({ ...dependencies, ...optionalDependencies });
			const inside = importsOf(file, packages).filter(({ to, isPath }) => isPath && !to.startsWith(`${name}/src/`));
			// The name of an optional package may end in the platform, which the code inserts.
			const named = packagesOf(file, packages)
				.map((each) => each.split("$")[0] ?? "")
				.filter(
					(each) =>
						!each.startsWith("node:") &&
						!allowed.some((one) => one === each || (each.endsWith("/") && one.startsWith(each))),
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
