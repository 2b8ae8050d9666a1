import { expect, it } from "vitest";
import { parseRecordedSeeds, readRecordedSeeds, seedOfHash } from "./seeds.ts";

it("derives a seed from the hash of a commit", () => {
	expect(seedOfHash("fffffff2d7e7898be1645b931101144bb09dc8e28")).toBe(268_435_455);
	expect(seedOfHash("0000010")).toBe(16);
	expect(() => seedOfHash("HEAD")).toThrow("not the hash of a commit: HEAD");
});

it("reads recorded worlds and skips comments", () => {
	const text = "# why\n\n12 inner plain # broken once\n 7 kill plain\n";
	expect(parseRecordedSeeds(text)).toEqual([
		{ seed: 12, crash: "inner", situation: "plain" },
		{ seed: 7, crash: "kill", situation: "plain" },
	]);
});

it.each(["12", "12 inner", "x inner plain", "12 never plain", "12 inner nowhere"])("refuses the line %j", (line) => {
	expect(() => parseRecordedSeeds(line)).toThrow('not "seed crash situation"');
});

it("can read the file of recorded worlds", async () => {
	expect((await readRecordedSeeds()).length).toBeGreaterThan(0);
});
