import { expect, it } from "vitest";
import { cellsOf, csvOf } from "../src/csv.ts";

const text = (...rows: Parameters<typeof csvOf>[0]) => Buffer.from(csvOf(rows)).toString().replace("\ufeff", "");

it("separates cells by commas and rows by line breaks, and quotes what needs it", () => {
	const day = new Date("2027-03-01T22:00:00Z");
	expect(text(["a.com", 11.5, day, null], ['say "hi", twice', "two\nlines", "имя", ""])).toBe(
		'a.com,11.5,2027-03-01,\r\n"say ""hi"", twice","two\nlines",имя,\r\n',
	);
});

it.each(["=1+1", "+1", "-1", "@sum", "\tx", "\rx", "\n=1", "＝1", "＋1", "－1", "＠sum"])(
	"neutralizes %j, which a spreadsheet would run",
	(cell) => {
		expect(text([cell])).toContain(`'${cell}`);
	},
);

it("begins with a byte order mark", () => {
	expect([...csvOf([["a"]])].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
});

it.each([
	['24" screen,shop.com', ['24" screen', "shop.com"]],
	['"24"" screen, new" ,shop.com', ['24" screen, new', "shop.com"]],
	[' "a" "b" , c ', ["a b", "c"]],
	['a"b,a"b,', ['a"b', 'a"b', ""]],
])("splits the cells of %j at delimiters outside quotes", (row, cells) => {
	expect(cellsOf(row, ",")).toEqual(cells);
});
