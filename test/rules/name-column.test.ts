import { describe, expect, it } from "vitest";
import { nameColumn } from "../../src/rules/name-column.ts";

const column = (...lines: string[]) => nameColumn(lines.join("\n")).split("\n");

describe("the column of names", () => {
	it.each([
		[
			"with a header",
			["id,domain,owner", "1,a-shop.com,Anna", "2,b-shop.com,Boris"],
			["domain", "a-shop.com", "b-shop.com"],
		],
		["without a header", ["1;a-shop.com;2026-01-01", "2;b-shop.com;2026-01-02"], ["a-shop.com", "b-shop.com"]],
		["between tabs", ["a-shop.com\t12.5", "b-shop.com\t9"], ["a-shop.com", "b-shop.com"]],
		[
			"beside nameservers, by its title",
			["ns;domain", "ns1.host.net;a-shop.com", "ns1.host.net;b-shop.com"],
			["domain", "a-shop.com", "b-shop.com"],
		],
		[
			"beside mail addresses and quoted text",
			['x@host.net,"Shop, a",a-shop.com', 'y@host.net,"Shop ""b""",b-shop.com'],
			["a-shop.com", "b-shop.com"],
		],
	])("is found %s", (_title, lines, names) => {
		expect(column(...lines)).toEqual(names);
	});

	it.each([
		["one name a line", ["a-shop.com", "b-shop.com"]],
		["several names a line", ["a-shop.com, b-shop.com", "c-shop.com, d-shop.com"]],
		["lines of different length", ["a-shop.com, b-shop.com, c-shop.com", "d-shop.com", "see e-shop.com"]],
		["no names", ["one,two", "three,four"]],
	])("is the whole text if it has %s", (_title, lines) => {
		expect(column(...lines)).toEqual(lines);
	});

	it("is found among a million columns", () => {
		expect(column(`${",".repeat(1_000_000)}a-shop.com`)).toEqual(["a-shop.com"]);
		const empty = ",".repeat(1_000_000);
		expect(column(empty)).toEqual([empty]);
	});
});
