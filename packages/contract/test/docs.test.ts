import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project, sourceFiles } from "../../../test/support/source-files.ts";
import { endpoints } from "../src/endpoints.ts";
import { problems } from "../src/problems.ts";
import { recordTypes } from "../src/records/types.ts";

const page = readFileSync(join(project, "docs", "service.md"), "utf8");
const sections = [...page.matchAll(/^## (.+)$/gm)].map(([, title]) => title);

it("has every section that a docstring refers to", () => {
	const named = sourceFiles().flatMap((file) =>
		[...readFileSync(join(project, file), "utf8").matchAll(/docs\/service\.md, "([^"]+)"/g)].map(([, title]) => title),
	);
	expect(named.length).toBeGreaterThan(10);
	expect(named.filter((title) => !sections.includes(title))).toEqual([]);
});

it("lists every endpoint with its method and its need for a key", () => {
	const rows = [...page.matchAll(/^\| \d+ \| (\w+) \| (\S+) \| (yes)? ?\|/gm)].map(([, method, path, key]) => ({
		method,
		path,
		mutation: key === "yes",
	}));
	expect(rows).toEqual(Object.values(endpoints));
});

it("lists every record type", () => {
	const [, types] = /^- Types: ([A-Z, ]+)\./m.exec(page) ?? [];
	expect(types?.split(", ")).toEqual(recordTypes);
});

it("lists every code with its status and its use in items", () => {
	const rows = [...page.matchAll(/^\| (\d+)? ?\| `(\w+)` \| (yes)? ?\|/gm)].map(([, status, code, item]) => ({
		code,
		status: status === undefined ? null : Number(status),
		item: item === "yes",
	}));
	expect(rows).toEqual(Object.entries(problems).map(([code, { status, item }]) => ({ code, status, item })));
});
