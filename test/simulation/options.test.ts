import { expect, it } from "vitest";
import { parseOptions } from "./options.ts";

it("runs one world from seed 1 by default", () => {
	expect(parseOptions([])).toMatchObject({ runs: 1, seed: 1, crash: "inner", worlds: 1 });
	expect(parseOptions(["--runs", "20", "--seed", "7", "--crash", "kill"])).toMatchObject({
		runs: 20,
		seed: 7,
		crash: "kill",
	});
	expect(parseOptions(["--seed", "commit"])).toMatchObject({ seed: "commit" });
	expect(parseOptions(["--recorded", "--worlds", "2"])).toMatchObject({ recorded: true, worlds: 2 });
	expect(parseOptions(["--runs", "20", "--crash", "both"])).toMatchObject({ runs: 20, crash: "both" });
	expect(parseOptions(["--situation", "plain"])).toMatchObject({ situation: "plain" });
});

it("plays killed worlds too when it has a budget", () => {
	expect(parseOptions([])).toMatchObject({ minutes: undefined });
	expect(parseOptions(["--minutes", "3"])).toMatchObject({ minutes: 3, crash: "both" });
	expect(parseOptions(["--minutes", "0.5", "--crash", "inner"])).toMatchObject({ minutes: 0.5, crash: "inner" });
	expect(parseOptions(["--recorded", "--minutes", "3"])).toMatchObject({ recorded: true, minutes: 3 });
});

it.each([
	[["--runs", "0"], "--runs must be a whole number of at least 1, not 0"],
	[["--runs", "many"], "--runs must be a whole number of at least 1, not many"],
	[["--seed", "-3"], "--seed"],
	[["--crash", "never"], "--crash must be inner, kill or both, not never"],
	[["--minutes", "0"], "--minutes must be a number above 0, such as 3 or 0.5, not 0"],
	[["--minutes", "long"], "--minutes must be a number above 0, such as 3 or 0.5, not long"],
	[["--minutes", "3", "--runs", "5"], "--runs and --minutes exclude each other"],
	[["--plant", "new-key", "--minutes", "3"], "--plant works only with --runs and --crash inner"],
	[["--plant", "roses"], "--plant must be all or one of new-key"],
	[["--plant", "new-key", "--crash", "kill"], "--plant works only with --runs and --crash inner"],
	[["--situation", "war"], "--situation must be one of plain"],
	[["--patient"], "Unknown option '--patient'"],
	[["--speed", "9"], "Unknown option '--speed'"],
	[["5"], "Unexpected argument '5'"],
])("explains what is wrong with %j", (args, message) => {
	expect(() => parseOptions(args)).toThrow(message);
});
