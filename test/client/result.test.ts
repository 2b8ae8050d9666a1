import { expect, it } from "vitest";
import { retryAfterMs } from "../../src/client/result.ts";

const now = new Date("2026-11-20T12:00:00Z");

it.each([
	["0", 0],
	["90", 90],
	[" 90 ", 90],
	["99999999", 86_400],
	["Fri, 20 Nov 2026 12:02:00 GMT", 120],
	["Friday, 20-Nov-26 12:02:00 GMT", 120],
	["Fri Nov 20 12:02:00 2026", 120],
	["Tue Dec  1 12:00:00 2026", 86_400],
	["Fri, 20 Nov 2026 11:02:00 GMT", 0],
])("parses %j", (text, seconds) => {
	expect(retryAfterMs(text, undefined, now)).toBe(seconds * 1_000);
});

it.each([
	...["", "soon", "1.5", "-1", "+60", "300s", "5 minutes", "60, 60", "300.0", "1e3"],
	...["2026-11-20T12:02:00Z", "2026-11-20", "Fri, 20 Nov 2026 12:02:00", "Fri, 20 Xxx 2026 12:02:00 GMT"],
])("ignores %j", (text) => {
	expect(retryAfterMs(text, undefined, now)).toBeUndefined();
});

it("ignores a missing header", () => {
	expect(retryAfterMs(undefined, undefined, now)).toBeUndefined();
});

it.each([
	["behind", "Fri, 20 Nov 2026 11:50:00 GMT", 720],
	["ahead", "Fri, 20 Nov 2026 12:01:30 GMT", 30],
	["unreadable", "now", 120],
])("compares a date with the answer's own clock: %s", (_what, date, seconds) => {
	expect(retryAfterMs("Fri, 20 Nov 2026 12:02:00 GMT", date, now)).toBe(seconds * 1_000);
	expect(retryAfterMs("90", date, now)).toBe(90_000);
});
