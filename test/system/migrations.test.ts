import { execFile } from "node:child_process";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { copyDirectory } from "../support/copy-directory.ts";
import { project } from "../support/source-files.ts";

const run = promisify(execFile);

it.each([
	["bot", "./src/store/schema/*.ts"],
	["service", "./packages/trading-service/src/schema.ts"],
])("has a migration for every table of %s, and exports every table", async (name, schema) => {
	await using directory = await mkdtempDisposable(join(tmpdir(), "migrations-"));
	const copy = join(directory.path, name);
	await copyDirectory(join(project, "drizzle", name), copy);
	// The program takes relative paths only, and ends with 0 after an error too.
	const flags = ["--dialect", "postgresql", "--schema", schema, "--out", relative(project, copy)];
	const { stdout } = await run("npx", ["drizzle-kit", "generate", ...flags], { cwd: project });
	expect(stdout).toContain("No schema changes");
});
