import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { renderPage, summary } from "../../bench/table.ts";
import { project } from "../support/source-files.ts";

const read = (path: string): string => readFileSync(join(project, path), "utf8");

const rows = read("docs/bench-table.md")
	.split("\n")
	.filter((line) => /^\| (?! ?\||---)/.test(line))
	.map((line) => {
		const [what = "", ours = "", , figure = "", goal = "", verdict = ""] = line.slice(2, -2).split(" | ");
		return { what, ours, figure, goal, verdict };
	});

it("the short page has the figures of the long one", () => {
	const page = renderPage(rows, read("bench/notes.md"));
	expect(read("docs/bench.md")).toBe(page);
	expect(page).not.toMatch(/^\|.*\|\s*\|$/m);
	expect(summary).toHaveLength(10);
});

it("the verdict of each row follows from its figure and its goal", () => {
	const wrong = rows.filter(({ figure, goal, verdict }) => {
		if (goal === "") return verdict !== "";
		const [value, limit] = [Number.parseFloat(figure), Number.parseFloat(goal)];
		const isReached = goal.endsWith("or more") ? value >= limit : value <= limit;
		return verdict !== (isReached ? "reached" : "**missed**");
	});
	expect(rows.length).toBeGreaterThan(summary.length);
	expect(wrong).toEqual([]);
});
