import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { settingNames } from "../src/config.ts";
import { queues } from "../src/jobs/queues.ts";
import { createTestDatabase } from "./support/database.ts";

const root = join(import.meta.dirname, "..");

function page(name: string): string {
	return readFileSync(join(root, "docs", name), "utf8");
}

/** The text below a heading, to the next heading of any depth. */
function section(name: string, heading: string): string {
	const [, after = ""] = page(name).split(new RegExp(`^#+ ${heading}$`, "m"));
	return after.split(/^#+ /m)[0] ?? "";
}

/** What stands in backticks in the first column of the tables of a section. */
function firstColumn(name: string, heading: string): string[] {
	const cells = section(name, heading)
		.split("\n")
		.filter((line) => line.startsWith("|"))
		.map((line) => line.split("|")[1] ?? "");
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")).sort();
}

describe("the pages list what there is", () => {
	it("settings", () => {
		expect(firstColumn("operate.md", "Settings")).toEqual([...settingNames].sort());
	});

	it("queues", () => {
		expect(firstColumn("architecture.md", "Rows are the truth, jobs are doorbells")).toEqual([...queues].sort());
	});

	it("tables", async () => {
		await using database = await createTestDatabase();
		const rows = await database.sql<{ name: string }[]>`
			select table_schema || '.' || table_name as name from information_schema.tables
			where table_schema in ('bot', 'service')`;
		expect(firstColumn("architecture.md", "Tables")).toEqual(rows.map((row) => row.name).sort());
	});

	it("commands of the shell", () => {
		const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
		const text = `${page("operate.md")}${page("contribute.md")}`;
		const named = (name: string): boolean => new RegExp(`npm (run (--silent )?)?${name}\\b`).test(text);
		expect(Object.keys(scripts).filter((name) => !named(name))).toEqual([]);
	});
});
