import { describe, expect, it } from "vitest";
import { parsePanelTtl, parseTtl } from "../../src/ttl.ts";

describe("parseTtl", () => {
	it.each([
		["300", 300],
		["1h", 3_600],
		["1W2d3H4m5s", 604_800 + 172_800 + 10_800 + 240 + 5],
		["1234567890", 1_234_567_890],
		["12345678901", 12_345_678_901],
		["123456789012345678901", Number.MAX_SAFE_INTEGER],
		["9".repeat(400), Number.MAX_SAFE_INTEGER],
		[`${"9".repeat(400)}w1h`, Number.MAX_SAFE_INTEGER],
		["x300", undefined],
		["300x", undefined],
		["x1h", undefined],
		["1h30", undefined],
		["h", undefined],
		["1x", undefined],
		["-1", undefined],
		["", undefined],
	])("parses %j as %j seconds", (text, seconds) => {
		expect(parseTtl(text)).toBe(seconds);
	});
});

describe("parsePanelTtl", () => {
	it.each([
		["Auto", 1],
		["automatic", 1],
		["1 Hour", 3_600],
		["30 min", 1_800],
		["2 days", 172_800],
		["90 seconds", 90],
		["1w", 604_800],
		["1h30m", 5_400],
		["300", 300],
		["1 month", undefined],
		["1 h our", undefined],
		["an hour", undefined],
	])("parses %j as %j seconds", (text, seconds) => {
		expect(parsePanelTtl(text)).toBe(seconds);
	});
});
