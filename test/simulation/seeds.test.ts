import { expect, it } from "vitest";
import { parseRecordedSeeds, readRecordedSeeds, seedOfHash } from "./seeds.ts";

it("makes a seed of the hash of a commit", () => {
	expect(seedOfHash("fffffff2d7e7898be1645b931101144bb09dc8e28")).toBe(268_435_455);
	expect(seedOfHash("0000010")).toBe(16);
	expect(() => seedOfHash("HEAD")).toThrow("this is no commit: HEAD");
});

it("reads recorded worlds, and leaves out comments", () => {
	const text = "# why\n\n12 inner plain # broken once\n 7 kill plain\n";
	expect(parseRecordedSeeds(text)).toEqual([
		{ seed: 12, crash: "inner", situation: "plain" },
		{ seed: 7, crash: "kill", situation: "plain" },
	]);
});

it.each(["12", "12 inner", "x inner plain", "12 never plain", "12 inner nowhere"])("refuses the line %j", (line) => {
	expect(() => parseRecordedSeeds(line)).toThrow('not "seed crash situation"');
});

it("has a file of recorded worlds that it can read", async () => {
	expect((await readRecordedSeeds()).length).toBeGreaterThan(0);
});
