import { expect, it } from "vitest";
import { hoursLabel, readHours } from "../../src/rules/local-time.ts";

it.each([
	["22-7", "22:00–07:00"],
	["22:30 - 6:45", "22:30–06:45"],
	["22.30–6.45", "22:30–06:45"],
	["10pm to 7 am", "22:00–07:00"],
	["12am-12pm", "00:00–12:00"],
	["23 до 8", "23:00–08:00"],
	["23 8", "23:00–08:00"],
	["20-24", "20:00–00:00"],
])("reads %s as %s", (text, label) => {
	const hours = readHours(text);
	expect(hours && hoursLabel(hours)).toBe(label);
});

it.each(["", "22", "22-22", "25-7", "22:60-7", "24:30-7", "13pm-7am", "-1-7", "22-7-8", "evening"])(
	"refuses %j",
	(text) => {
		expect(readHours(text)).toBeNull();
	},
);
