import { describe, expect, it } from "vitest";
import { indexZones, parseZone, spellAs, zoneOf } from "../../src/rules/zones.ts";

const zones = indexZones([".com", ".uk", ".co.uk", "org", ".рф", "", "<b>"]);

describe("zoneOf", () => {
	it("returns the longest zone that the name ends in", () => {
		expect(zoneOf("example.co.uk", zones)).toEqual({
			zone: ".co.uk",
			label: "example",
			domain: "example.co.uk",
			host: "",
		});
		expect(zoneOf("example.uk", zones)).toMatchObject({ zone: ".uk", domain: "example.uk" });
	});

	it("separates the labels before the registrable name", () => {
		expect(zoneOf("www.shop.example.com", zones)).toEqual({
			zone: ".com",
			label: "example",
			domain: "example.com",
			host: "www.shop",
		});
	});

	it("finds a zone in Unicode and a zone without its dot", () => {
		expect(zoneOf("xn--e1afmkfd.xn--p1ai", zones)).toMatchObject({ zone: ".рф", domain: "xn--e1afmkfd.xn--p1ai" });
		expect(zoneOf("example.org", zones)).toMatchObject({ zone: "org" });
	});

	it("finds nothing for an extension that is not sold", () => {
		expect(zoneOf("example.test", zones)).toBeUndefined();
		expect(zoneOf("com", zones)).toBeUndefined();
		expect(zoneOf("examplecom", zones)).toBeUndefined();
	});

	it("reads a zone itself as a name under the shorter zone", () => {
		expect(zoneOf("co.uk", zones)).toMatchObject({ zone: ".uk", domain: "co.uk" });
	});
});

describe("spellAs", () => {
	const index = indexZones([".com", ".рф", ".xn--80asehdb", ".co.uk"]);

	it.each([
		["a zone in Unicode", "xn--e1afmkfd.xn--p1ai", "пример.рф"],
		["a zone in punycode", "xn--e1afmkfd.xn--80asehdb", "xn--e1afmkfd.xn--80asehdb"],
		["a name in Unicode under a plain zone", "xn--bcher-kva.com", "xn--bcher-kva.com"],
		["a zone that is not sold", "xn--e1afmkfd.xn--c1avg", "xn--e1afmkfd.xn--c1avg"],
	])("spells a name as the price list does: %s", (_case, name, spelled) => {
		expect(spellAs(name, index)).toBe(spelled);
	});
});

describe("parseZone", () => {
	it.each([
		[".com", ".com"],
		["CO.UK", ".co.uk"],
		[".рф", ".xn--p1ai"],
		[".c_m", undefined],
		[".com-", undefined],
		[".12", undefined],
		[".", undefined],
		[".*", undefined],
	])("parses %s", (text, zone) => expect(parseZone(text)).toBe(zone));
});
