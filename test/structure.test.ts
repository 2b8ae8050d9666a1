import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { project } from "./support/source-files.ts";
import { findSuites } from "./support/suites.ts";

const root = join(project, "src");
const mostFiles = 12;

/**
 * The budget of each folder of `src` and of each package: files, and thousands of lines. A change that needs more has to
 * raise it here, so that growth is a decision. A file is as long as its subject.
 */
const budgets: Readonly<Record<string, readonly [files: number, thousands: number]>> = {
	actions: [64, 13],
	bot: [121, 19.1],
	charts: [2, 0.2],
	client: [8, 1.6],
	commands: [15, 0.6],
	conformance: [7, 1.4],
	contract: [26, 3.1],
	dns: [31, 5.5],
	"fake-porkbun": [7, 1.4],
	kit: [29, 3.5],
	"local-telegram": [95, 11.6],
	programs: [8, 0.8],
	reading: [3, 0.2],
	rules: [32, 4.9],
	store: [42, 8.2],
	"trading-service": [54, 8.5],
	webhooks: [1, 0.2],
	world: [18, 2.5],
};

it("keeps every folder and package within its budget", () => {
	const sources = globSync(["src/*/**/*.{ts,css,cjs}", "packages/*/src/**/*.{ts,css,cjs}"], { cwd: project });
	const spent = [...Map.groupBy(sources, (file) => file.split("/")[1] ?? "")].map(([folder, files]) => {
		const lines = files.map((file) => readFileSync(join(project, file), "utf8").trimEnd().split("\n").length);
		const thousands = lines.reduce((sum, each) => sum + each, 0) / 1_000;
		const [mostFilesOf, mostLines] = budgets[folder] ?? [0, 0];
		return { folder, files: files.length, thousands, isOver: files.length > mostFilesOf || thousands > mostLines };
	});
	expect(spent.map(({ folder }) => folder).sort()).toEqual(Object.keys(budgets).sort());
	expect(spent.filter(({ isOver }) => isOver)).toEqual([]);
});

it.each(["bot", "bot/api", "bot/updates", "bot/input", "bot/screens", "bot/screens/shared", "bot/delivery"])(
	"keeps at most 12 files at the top level of %s",
	(folder) => {
		const files = globSync("*.*", { cwd: join(root, folder) });
		expect(files.length).toBeGreaterThan(0);
		expect(files.length).toBeLessThanOrEqual(mostFiles);
	},
);

it("has a reason next to every wait for real time in a test", () => {
	const waits = /^\s*await sleep\(|\bwaitForTimeout\(|=> setTimeout\(/;
	const found = globSync("{test,packages/*/test}/**/*.ts", { cwd: project, exclude: ["test/simulation/**"] }).flatMap(
		(file) => {
			const lines = readFileSync(join(project, file), "utf8").split("\n");
			return lines.flatMap((line, index) =>
				waits.test(line) && !lines[index - 1]?.includes("// Real time: ")
					? [`${file}:${index + 1}: ${line.trim()}`]
					: [],
			);
		},
	);
	expect(found).toEqual([]);
});

it("runs every test file, and the two halves of every journey", () => {
	const { pure, parts, alone, processes, journeys } = findSuites();
	const found = globSync("**/*.test.ts", { cwd: project, exclude: ["**/node_modules/**"] }).sort();
	const others = found.filter((file) => /^test\/(browser|system)\//.test(file));
	expect([...pure, ...parts, ...alone, ...processes, ...others].sort()).toEqual(found);
	// `npm test` plays the journeys of `parts` only, and the system tests those of `journeys`.
	expect(alone).not.toEqual([]);
	const declare = (file: string) => /describe(Timed)?Journeys\(/.test(readFileSync(join(project, file), "utf8"));
	expect(journeys).toEqual(expect.arrayContaining(found.filter(declare)));
});
