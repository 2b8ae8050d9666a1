import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "..", "src");
const mostLines = 250;
const mostFiles = 12;

it("keeps every file of src at 250 lines or fewer", () => {
	const tooLong = globSync("**/*.{ts,css,cjs}", { cwd: root })
		.map((file) => ({ file, lines: readFileSync(join(root, file), "utf8").trimEnd().split("\n").length }))
		.filter(({ lines }) => lines > mostLines)
		.map(({ file, lines }) => `${file}: ${lines} lines`);
	expect(tooLong).toEqual([]);
});

it.each(["bot", "bot/api", "bot/updates", "bot/input", "bot/screens", "bot/delivery"])(
	"keeps at most 12 files at the top level of %s",
	(folder) => {
		const files = globSync("*.*", { cwd: join(root, folder) });
		expect(files.length).toBeGreaterThan(0);
		expect(files.length).toBeLessThanOrEqual(mostFiles);
	},
);

it("has a reason next to every wait for real time in a test", () => {
	const tests = join(root, "..", "test");
	const waits = /^\s*await sleep\(|\bwaitForTimeout\(|=> setTimeout\(/;
	const found = globSync("**/*.ts", { cwd: tests, exclude: ["simulation/**"] }).flatMap((file) => {
		const lines = readFileSync(join(tests, file), "utf8").split("\n");
		return lines.flatMap((line, index) =>
			waits.test(line) && !lines[index - 1]?.includes("// Real time: ") ? [`${file}:${index + 1}: ${line.trim()}`] : [],
		);
	});
	expect(found).toEqual([]);
});
