import { describe, expect, it } from "vitest";
import {
	formatDateTime,
	formatDay,
	formatMoment,
	formatTime,
	type Reader,
} from "../../../src/page/browser/rich-text/date-time.ts";

const unix = (iso: string): number => Date.parse(iso) / 1000;
const moment = unix("2026-11-20T21:45:07Z");
const london: Reader = { locale: "en", timeZone: "Europe/London", now: unix("2026-11-20T12:00:00Z") };
const tokyo: Reader = { ...london, timeZone: "Asia/Tokyo" };

describe("a moment inside a text", () => {
	it.each([
		["t", "21:45"],
		["T", "21:45:07"],
		["d", "Nov 20"],
		["D", "November 20, 2026"],
		["w", "Friday"],
		["wt", "Friday 21:45"],
		["dt", "Nov 20, 21:45"],
	])("is formatted as %s", (format, text) => {
		expect(formatDateTime(moment, format, london)).toBe(text);
	});

	it("uses the reader's time zone", () => {
		expect(formatDateTime(moment, "wt", tokyo)).toBe("Saturday 06:45");
	});

	it("uses the reader's language", () => {
		expect(formatDateTime(moment, "D", { ...london, locale: "ru" })).toBe("20 ноября 2026 г.");
	});

	it("shows the year of a short date only if it differs", () => {
		expect(formatDateTime(unix("2027-01-02T00:00:00Z"), "d", london)).toBe("Jan 2, 2027");
	});

	it.each([
		[-30, "30 seconds ago"],
		[0, "now"],
		[125, "in 2 minutes"],
		[-7200, "2 hours ago"],
		[-86_400, "yesterday"],
		[40 * 86_400, "next month"],
	])("is formatted relatively, %i seconds away", (seconds, text) => {
		expect(formatDateTime(london.now + seconds, "r", london)).toBe(text);
	});

	it("leaves the text unchanged without a format", () => {
		expect(formatDateTime(moment, "", london)).toBeUndefined();
	});
});

describe("times around messages", () => {
	it("show headings with today, yesterday and dates", () => {
		expect(formatDay(moment, london)).toBe("Today");
		expect(formatDay(moment - 86_400, london)).toBe("Yesterday");
		expect(formatDay(moment - 3 * 86_400, london)).toBe("November 17");
		expect(formatDay(moment - 400 * 86_400, london)).toBe("October 16, 2025");
		expect(formatDay(moment, { ...tokyo, now: unix("2026-11-21T01:00:00Z") })).toBe("Today");
	});

	it("show the time of today and the date of other days", () => {
		expect(formatTime(moment, london)).toBe("21:45");
		expect(formatMoment(moment, london)).toBe("21:45");
		expect(formatMoment(moment - 86_400, london)).toBe("Nov 19");
	});
});
