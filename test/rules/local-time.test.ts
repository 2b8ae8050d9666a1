import { describe, expect, it } from "vitest";
import { isDaytime, localTime, nextDigest, nextMorning, quietEnd } from "../../src/rules/local-time.ts";

const at = (time: string) => new Date(time);
const hours = (from: number, until: number) => ({ from: from * 60, until: until * 60 });

describe("quiet hours", () => {
	it.each([
		["2027-01-10T20:59:00Z", "Europe/Berlin", null],
		["2027-01-10T21:00:00Z", "Europe/Berlin", "2027-01-11T06:00:00Z"],
		["2027-01-11T05:59:59Z", "Europe/Berlin", "2027-01-11T06:00:00Z"],
		["2027-01-11T06:00:00Z", "Europe/Berlin", null],
		["2027-01-10T22:00:00Z", "UTC", "2027-01-11T07:00:00Z"],
		["2027-01-10T17:00:00Z", "Asia/Kolkata", "2027-01-11T01:30:00Z"],
	])("from 22 to 7 at %s in %s end at %s", (now, zone, end) => {
		expect(quietEnd(at(now), zone, hours(22, 7))).toEqual(end && at(end));
	});

	it("within one day end on that day", () => {
		expect(quietEnd(at("2027-01-10T13:30:00Z"), "UTC", hours(13, 15))).toEqual(at("2027-01-10T15:00:00Z"));
		expect(quietEnd(at("2027-01-10T12:59:00Z"), "UTC", hours(13, 15))).toBeNull();
		expect(quietEnd(at("2027-01-10T15:00:00Z"), "UTC", hours(13, 15))).toBeNull();
	});

	// Berlin sets the clock forward on 2027-03-28 from 02:00 to 03:00, and back on 2027-10-31 from 03:00 to 02:00.
	it("are an hour shorter in the night without the hour from 2 to 3", () => {
		expect(quietEnd(at("2027-03-27T22:30:00Z"), "Europe/Berlin", hours(22, 7))).toEqual(at("2027-03-28T05:00:00Z"));
	});

	it("end an hour later if their end does not exist", () => {
		const quiet = { from: 22 * 60, until: 2 * 60 + 30 };
		expect(quietEnd(at("2027-03-28T00:50:00Z"), "Europe/Berlin", quiet)).toEqual(at("2027-03-28T01:30:00Z"));
		expect(quietEnd(at("2027-03-28T01:30:00Z"), "Europe/Berlin", quiet)).toBeNull();
	});

	it("end once if their end occurs twice", () => {
		const quiet = { from: 22 * 60, until: 2 * 60 + 30 };
		expect(quietEnd(at("2027-10-31T00:29:00Z"), "Europe/Berlin", quiet)).toEqual(at("2027-10-31T00:30:00Z"));
		for (const now of ["2027-10-31T00:30:00Z", "2027-10-31T01:10:00Z", "2027-10-31T01:40:00Z"])
			expect(quietEnd(at(now), "Europe/Berlin", quiet), now).toBeNull();
	});
});

describe("a digest", () => {
	const daily = { every: "daily", at: 9 * 60, day: 1 } as const;

	it("is sent at the next chosen time", () => {
		expect(nextDigest(at("2027-01-10T07:59:00Z"), "Europe/Berlin", daily)).toEqual(at("2027-01-10T08:00:00Z"));
		expect(nextDigest(at("2027-01-10T08:00:00Z"), "Europe/Berlin", daily)).toEqual(at("2027-01-11T08:00:00Z"));
	});

	it("keeps its local time over a change of the clock", () => {
		expect(nextDigest(at("2027-03-27T12:00:00Z"), "Europe/Berlin", daily)).toEqual(at("2027-03-28T07:00:00Z"));
	});

	it("is sent once on a day whose chosen time occurs twice or not at all", () => {
		const early = { ...daily, at: 2 * 60 + 30 };
		expect(nextDigest(at("2027-10-30T12:00:00Z"), "Europe/Berlin", early)).toEqual(at("2027-10-31T00:30:00Z"));
		expect(nextDigest(at("2027-10-31T00:30:00Z"), "Europe/Berlin", early)).toEqual(at("2027-11-01T01:30:00Z"));
		expect(nextDigest(at("2027-03-27T12:00:00Z"), "Europe/Berlin", early)).toEqual(at("2027-03-28T01:30:00Z"));
		expect(nextDigest(at("2027-03-28T01:30:00Z"), "Europe/Berlin", early)).toEqual(at("2027-03-29T00:30:00Z"));
	});

	it.each([
		[1, "2027-01-11"],
		[6, "2027-01-16"],
		[7, "2027-01-17"],
	])("of a week is sent on the weekday %i", (day, date) => {
		// The current day in this test, 2027-01-10, is a Sunday.
		const time = nextDigest(at("2027-01-10T12:00:00Z"), "UTC", { every: "weekly", at: 540, day });
		expect(time).toEqual(at(`${date}T09:00:00Z`));
	});
});

const nextNine = (now: string, zone: string) => nextMorning(at(now), zone).toISOString();

describe("the next morning", () => {
	it.each([
		["before nine is today", "2027-05-03T06:59:00Z", "UTC", "2027-05-03T09:00:00.000Z"],
		["at nine is tomorrow", "2027-05-03T09:00:00Z", "UTC", "2027-05-04T09:00:00.000Z"],
		["after nine is tomorrow", "2027-05-03T20:00:00Z", "UTC", "2027-05-04T09:00:00.000Z"],
		["is that of the time zone", "2027-05-03T20:00:00Z", "America/Los_Angeles", "2027-05-04T16:00:00.000Z"],
		["fits a zone of three quarters of an hour", "2027-05-03T00:00:00Z", "Asia/Kathmandu", "2027-05-03T03:15:00.000Z"],
		["keeps the hour when summer begins", "2027-03-13T20:00:00Z", "America/New_York", "2027-03-14T13:00:00.000Z"],
		["keeps the hour when summer ends", "2027-11-06T20:00:00Z", "America/New_York", "2027-11-07T14:00:00.000Z"],
		["exists after a day that does not", "2011-12-29T20:00:00Z", "Pacific/Apia", "2011-12-30T19:00:00.000Z"],
	])("%s", (_title, now, zone, expected) => {
		expect(nextNine(now, zone)).toBe(expected);
	});
});

it("knows the day and the clock of a time zone", () => {
	expect(localTime(at("2027-05-03T23:30:00Z"), "Europe/Berlin")).toEqual({ day: "2027-05-04", minutes: 90 });
	expect(localTime(at("2027-05-03T00:00:00Z"), "UTC")).toEqual({ day: "2027-05-03", minutes: 0 });
});

it.each([
	[8 * 60 + 59, false],
	[9 * 60, true],
	[20 * 60 + 59, true],
	[21 * 60, false],
])("sends at minute %i of the day: %s", (minutes, expected) => {
	expect(isDaytime({ day: "2027-05-03", minutes })).toBe(expected);
});
