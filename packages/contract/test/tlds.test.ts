import { describe, expect, it } from "vitest";
import { findTld, indexTlds, parseTld, spellAs } from "../src/tlds.ts";

const tlds = indexTlds([".com", ".uk", ".co.uk", "org", ".рф", "", "<b>"]);

describe("findTld", () => {
	it("returns the longest TLD that the name ends in", () => {
		expect(findTld("example.co.uk", tlds)).toEqual({
			tld: ".co.uk",
			label: "example",
			domain: "example.co.uk",
			host: "",
		});
		expect(findTld("example.uk", tlds)).toMatchObject({ tld: ".uk", domain: "example.uk" });
	});

	it("separates the labels before the registrable name", () => {
		expect(findTld("www.shop.example.com", tlds)).toEqual({
			tld: ".com",
			label: "example",
			domain: "example.com",
			host: "www.shop",
		});
	});

	it("finds a TLD in Unicode and a TLD without its dot", () => {
		expect(findTld("xn--e1afmkfd.xn--p1ai", tlds)).toMatchObject({ tld: ".рф", domain: "xn--e1afmkfd.xn--p1ai" });
		expect(findTld("example.org", tlds)).toMatchObject({ tld: "org" });
	});

	it("finds nothing for an extension that is not sold", () => {
		expect(findTld("example.test", tlds)).toBeUndefined();
		expect(findTld("com", tlds)).toBeUndefined();
		expect(findTld("examplecom", tlds)).toBeUndefined();
	});

	it("reads a TLD itself as a name under the shorter TLD", () => {
		expect(findTld("co.uk", tlds)).toMatchObject({ tld: ".uk", domain: "co.uk" });
	});
});

describe("spellAs", () => {
	const index = indexTlds([".com", ".рф", ".xn--80asehdb", ".co.uk"]);

	it.each([
		["a TLD in Unicode", "xn--e1afmkfd.xn--p1ai", "пример.рф"],
		["a TLD in punycode", "xn--e1afmkfd.xn--80asehdb", "xn--e1afmkfd.xn--80asehdb"],
		["a name in Unicode under a plain TLD", "xn--bcher-kva.com", "xn--bcher-kva.com"],
		["a TLD that is not sold", "xn--e1afmkfd.xn--c1avg", "xn--e1afmkfd.xn--c1avg"],
	])("spells a name as the price list does: %s", (_case, name, spelled) => {
		expect(spellAs(name, index)).toBe(spelled);
	});
});

describe("parseTld", () => {
	it.each([
		[".com", ".com"],
		["CO.UK", ".co.uk"],
		[".рф", ".xn--p1ai"],
		[".c_m", undefined],
		[".com-", undefined],
		[".12", undefined],
		[".", undefined],
		[".*", undefined],
	])("parses %s", (text, tld) => expect(parseTld(text)).toBe(tld));
});
