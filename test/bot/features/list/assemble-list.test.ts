import { describe, expect, it } from "vitest";
import { type ListMessage, readNames, readPart, splitPart } from "../../../../src/bot/features/list/assemble-list.ts";

/**
 * Returns the names of a pasted list that the Telegram client split into two messages. The first message ends at `cut`,
 * and the second one begins at `next`.
 */
function parts(text: string, cut: number, next = cut): string[] {
	const first = splitPart(text.slice(0, cut), "", false);
	const second = splitPart(text.slice(next), first.tail, false);
	return [...first.names, ...second.names, ...readNames(second.tail).names];
}

describe("a pasted list", () => {
	it("is cleaned, with the refused parts listed separately", () => {
		const list = readNames("one.com\nhttps://two.com/x\nONE.com\na..b.com");
		expect(list).toMatchObject({ names: ["one.com", "two.com"], duplicates: 1, tail: "" });
		expect(list.refused).toMatchObject([{ text: "a..b.com", problem: "empty_label" }]);
	});

	it.each<[string, Partial<ListMessage>, Partial<ListMessage>, boolean | null]>([
		["forwarded within the merge window", { forwarded: true }, { forwarded: true, at: 12 }, true],
		["forwarded later", { forwarded: true }, { forwarded: true, at: 13 }, false],
		["edited", { forwarded: true }, { forwarded: true, edited: true }, false],
		["written after a forwarded one", { forwarded: true }, {}, false],
		["forwarded after a written one", {}, { forwarded: true }, false],
		["a name forwarded with it", { forwarded: true }, { forwarded: true, text: "x.com", intent: "name" }, true],
		["a name of its own", {}, { text: "x.com", intent: "name" }, null],
		["a sentence", { forwarded: true }, { forwarded: true, text: "thanks", intent: "words" }, null],
		["a long text without names", {}, { text: "word ".repeat(900), intent: "words" }, false],
	])("and a message that is %s", (_title, first, second, continues) => {
		const message: ListMessage = { text: "", intent: "names", at: 10, forwarded: false, edited: false, every: false };
		const before = readPart(null, { ...message, text: "one.com\ntwo.com", ...first });
		const end = { tail: before?.part.tail ?? "", saidAt: 10, forwarded: first.forwarded ?? false };
		const after = readPart(end, { ...message, text: "three.com\ntwo.com", ...second });
		expect(after?.continues ?? null).toBe(continues);
	});

	it("keeps every name of a long part without line breaks", () => {
		const names = Array.from({ length: 500 }, (_, index) => `name${index}.com`);
		expect(parts(names.join(", "), 4_096)).toEqual(names);
	});

	it("joins a name that a client split in two", () => {
		const text = Array.from({ length: 600 }, (_, index) => `name${index}.com`).join("\n");
		expect(parts(text, 4_096)).toEqual(text.split("\n"));
	});

	it("keeps two names apart if the split fell between them", () => {
		const text = Array.from({ length: 500 }, (_, index) => `name${index}.com`).join("\n");
		const cut = text.indexOf("\n", 4_050);
		expect(parts(text, cut, cut + 1)).toEqual(text.split("\n"));
	});

	it.each(["in a row", "between two rows"])("keeps the column of names of a table that a client split %s", (where) => {
		const rows = Array.from({ length: 150 }, (_, index) => `ns1.host.net,x.host.net,name${index}.com`);
		const text = ["NS1,NS2,Domain", ...rows].join("\n");
		const line = text.indexOf("\n", 4_030);
		const cut = where === "in a row" ? line - 20 : line;
		const names = rows.map((_, index) => `name${index}.com`);
		expect(parts(text, cut, where === "in a row" ? cut : cut + 1)).toEqual(names);
	});
});
