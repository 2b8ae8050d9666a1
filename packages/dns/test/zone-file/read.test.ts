import { describe, expect, it } from "vitest";
import { isTooLong, originOf, readZoneText } from "../../src/zone-file/read.ts";

const line = (index: number) => `host-${index} A 203.0.113.${index % 250}`;
const file = (count: number) =>
	`$ORIGIN shop.com.\n${Array.from({ length: count }, (_, index) => line(index)).join("\n")}`;

describe("a file of records", () => {
	it("is read up to 10,000 lines and 1 MiB", () => {
		expect(isTooLong(file(9_999))).toBe(false);
		expect(isTooLong(file(10_000))).toBe(true);
		expect(isTooLong("x".repeat(2 ** 20))).toBe(false);
		expect(isTooLong("x".repeat(2 ** 20 + 1))).toBe(true);
	});

	it("may have more lines if it is JSON", () => {
		expect(isTooLong(`[${"\n".repeat(20_000)}]`)).toBe(false);
		expect(isTooLong(`{"records":[${" ".repeat(2 ** 20)}]}`)).toBe(true);
	});

	it("names its domain at the top, however long it is", () => {
		expect(originOf(file(3))).toBe("shop.com");
		expect(originOf(file(100_000))).toBe("shop.com");
		expect(originOf("www A 203.0.113.1")).toBeUndefined();
	});

	it("is a zone file, CSV or JSON", () => {
		const zone = { domain: "shop.com", defaultTtl: 3600 };
		const texts = [
			"www A 203.0.113.1",
			"type,hostname,value\nA,www,203.0.113.1",
			'[{"type":"A","hostname":"www","value":"203.0.113.1"}]',
		];
		for (const text of texts)
			expect(readZoneText(text, zone).records).toMatchObject([{ type: "A", hostname: "www", value: "203.0.113.1" }]);
	});
});
