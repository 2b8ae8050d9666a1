import { expect, it } from "vitest";
import { layOut } from "../../../src/page/browser/history/layout.ts";
import type { MessageView } from "../../../src/protocol.ts";

const perDay = 86_400;
const dayOf = (unix: number): string => String(Math.floor(unix / perDay));

function message(message_id: number, date: number, sender: number, more: Partial<MessageView> = {}): MessageView {
	return { message_id, date, from: "other", sender: { id: sender, first_name: "A" }, entities: [], ...more };
}

/** `[` and `]` enclose messages that one sender sent in a row, and `|` separates days. */
function show(...messages: MessageView[]): string {
	return layOut(messages, dayOf)
		.map(({ rows }) =>
			rows.map((row) => (row.opensRun ? "[" : "") + row.message.message_id + (row.closesRun ? "]" : "")).join(""),
		)
		.join("|");
}

it("groups consecutive messages of one sender into a run", () => {
	expect(show(message(1, 0, 7), message(2, 60, 7), message(3, 90, 8), message(4, 95, 7))).toBe("[12][3][4]");
});

it("ends a run after a long pause", () => {
	expect(show(message(1, 0, 7), message(2, 601, 7))).toBe("[1][2]");
});

it("ends a run at midnight, even between close messages", () => {
	expect(show(message(1, perDay - 1, 7), message(2, perDay, 7))).toBe("[1]|[2]");
});

it("keeps service messages out of every run", () => {
	expect(show(message(1, 0, 7), message(2, 1, 7, { service: "created the group" }), message(3, 2, 7))).toBe(
		"[1][2][3]",
	);
});

it("returns nothing for an empty chat", () => {
	expect(layOut([], dayOf)).toEqual([]);
});
