import { describe, expect, it } from "vitest";
import { findZone, zoneName } from "../../src/rules/local-time.ts";

describe("a time zone", () => {
	it.each([
		["Europe/Kyiv", "Europe/Kyiv"],
		["europe/kiev", "Europe/Kyiv"],
		["Kyiv", "Europe/Kyiv"],
		["kiev", "Europe/Kyiv"],
		["Kathmandu", "Asia/Kathmandu"],
		["katmandu", "Asia/Kathmandu"],
		["Ho Chi Minh", "Asia/Ho_Chi_Minh"],
		["Saigon", "Asia/Ho_Chi_Minh"],
		["Buenos Aires", "America/Argentina/Buenos_Aires"],
		["berlin", "Europe/Berlin"],
		["utc", "UTC"],
	])("typed as %s is shown as %s", (text, name) => {
		expect(zoneName(findZone(text) ?? "")).toBe(name);
	});

	it.each(["", "Nowhere", "+03:00", "<b>"])("is not found as %j", (text) => {
		expect(findZone(text)).toBeUndefined();
	});

	it("has a name that the runtime accepts", () => {
		const names = Intl.supportedValuesOf("timeZone");
		for (const name of names) expect(findZone(zoneName(name))).toBe(name);
	});
});
