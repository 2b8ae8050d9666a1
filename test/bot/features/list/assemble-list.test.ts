import { describe, expect, it } from "vitest";
import {
	addMessage,
	assembleList,
	finishList,
	type ListMessage,
} from "../../../../src/bot/features/list/assemble-list.ts";

describe("a pasted list", () => {
	it("is cleaned, with the refused parts listed separately", () => {
		const list = assembleList("one.com\nhttps://two.com/x\nONE.com\na..b.com", 10, null);
		expect(list).toMatchObject({ names: ["one.com", "two.com"], from: 0, more: 0, tail: "" });
		expect(list.refused).toMatchObject([{ text: "a..b.com", problem: "empty_label" }]);
	});

	it.each<[string, Partial<ListMessage>, Partial<ListMessage>, string[] | null]>([
		[
			"forwarded within the merge window",
			{ forwarded: true },
			{ forwarded: true, at: 12 },
			["one.com", "two.com", "three.com"],
		],
		["forwarded later", { forwarded: true }, { forwarded: true, at: 13 }, ["three.com", "two.com"]],
		["edited", { forwarded: true }, { forwarded: true, edited: true }, ["three.com", "two.com"]],
		["written after a forwarded one", { forwarded: true }, {}, ["three.com", "two.com"]],
		["forwarded after a written one", {}, { forwarded: true }, ["three.com", "two.com"]],
		[
			"a name forwarded with it",
			{ forwarded: true },
			{ forwarded: true, text: "x.com", intent: "name" },
			["one.com", "two.com", "x.com"],
		],
		["a name of its own", {}, { text: "x.com", intent: "name" }, null],
		["a sentence", { forwarded: true }, { forwarded: true, text: "thanks", intent: "words" }, null],
		["a long text without names", {}, { text: "word ".repeat(900), intent: "words" }, []],
	])("and a message that is %s", (_title, first, second, names) => {
		const message: ListMessage = { text: "", intent: "names", at: 10, forwarded: false, edited: false, every: false };
		const before = addMessage(null, { ...message, text: "one.com\ntwo.com", ...first });
		const after = addMessage(before?.list ?? null, { ...message, text: "three.com\ntwo.com", ...second });
		expect(after?.list.names.toSorted() ?? null).toEqual(names?.toSorted() ?? null);
	});

	it("keeps every name of a long part without line breaks", () => {
		const names = Array.from({ length: 500 }, (_, index) => `name${index}.com`);
		const text = names.join(", ");
		const first = assembleList(text.slice(0, 4_096), 10, null);
		expect(finishList(assembleList(text.slice(4_096), 10, first)).names).toEqual(names);
	});

	it("joins a name that a client split in two", () => {
		const lines = Array.from({ length: 600 }, (_, index) => `name${index}.com`).join("\n");
		const first = assembleList(lines.slice(0, 4_096), 10, null);
		const whole = finishList(assembleList(lines.slice(4_096), 10, first));
		expect(whole.names).toEqual(lines.split("\n"));
	});

	it("keeps two names apart if the split fell between them", () => {
		const lines = Array.from({ length: 500 }, (_, index) => `name${index}.com`).join("\n");
		const cut = lines.indexOf("\n", 4_050);
		const first = assembleList(lines.slice(0, cut), 10, null);
		expect(finishList(assembleList(lines.slice(cut + 1), 10, first)).names).toEqual(lines.split("\n"));
	});

	it("counts the last line of a long part if nothing follows", () => {
		const lines = Array.from({ length: 400 }, (_, index) => `name${index}.com`).join("\n");
		expect(lines.length).toBeGreaterThan(4_000);
		expect(finishList(assembleList(lines, 10, null)).names).toHaveLength(400);
	});

	it("waits for a tap if it is long, and says how many names were dropped", () => {
		const list = assembleList(Array.from({ length: 2_500 }, (_, index) => `n${index}.com`).join(" \n"), 10, null);
		expect(list).toMatchObject({ from: null });
		expect(list.names).toHaveLength(2_000);
		expect(list.more).toBe(499);
	});
});
