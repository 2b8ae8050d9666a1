import { indexTlds } from "@domains/contract/tlds.ts";
import { describe, expect, it } from "vitest";
import { similarNames } from "../../src/rules/similar-names.ts";

const tlds = indexTlds([".com", ".net", ".io", ".photography", ".co.uk", ".рф"]);

describe("similar names", () => {
	it("alternate popular extensions with variations of the same extension", () => {
		expect(similarNames("shop.com", tlds)).toEqual([
			"shop.net",
			"getshop.com",
			"shop.io",
			"shopapp.com",
			"shophq.com",
			"get-shop.com",
			"shop-app.com",
			"tryshop.com",
			"myshop.com",
		]);
		expect(similarNames("shop.co.uk", tlds)).toContain("getshop.co.uk");
	});

	it.each([
		["my-shop.com", "myshop.com"],
		["shop24.com", "shop-24.com"],
	])("add or remove the hyphen of %s", (domain, similar) => {
		expect(similarNames(domain, tlds)).toContain(similar);
	});

	it("are none in a zone that is not sold", () => {
		expect(similarNames("shop.zz", tlds)).toEqual([]);
	});

	it("mix no alphabets and are well formed", () => {
		expect(similarNames("xn--e1afmkfd.xn--p1ai", tlds)).toEqual([
			"xn--e1afmkfd.com",
			"xn--e1afmkfd.net",
			"xn--e1afmkfd.io",
		]);
		expect(similarNames(`${"a".repeat(63)}.com`, tlds)).toEqual([`${"a".repeat(63)}.net`, `${"a".repeat(63)}.io`]);
	});
});
