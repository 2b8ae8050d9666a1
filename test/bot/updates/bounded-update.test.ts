import fc from "fast-check";
import type { Update } from "grammy/types";
import { describe, expect, it } from "vitest";
import { boundUpdate, createBoundedHandler } from "../../../src/bot/updates/bounded-update.ts";
import { readUpdate } from "../../../src/bot/updates/kinds.ts";

const now = new Date("2027-03-01T12:00:00Z");
const seconds = now.getTime() / 1_000;
const chat = { id: 1001, type: "private", first_name: "Vera" };
const from = { id: 1001, is_bot: false, first_name: "Vera", language_code: "en" };
const message = () => ({
	update_id: 7,
	message: {
		message_id: 3,
		date: seconds - 5,
		chat: { ...chat },
		from: { ...from },
		message_thread_id: 12,
		is_topic_message: true,
		text: "/start",
		entities: [{ type: "bot_command", offset: 0, length: 6 }],
		document: { file_id: "abc", file_unique_id: "a", file_size: 20, file_name: "names.csv" },
	},
});
const tap = () => ({
	update_id: 8,
	callback_query: {
		id: "55",
		chat_instance: "1",
		from: { ...from },
		message: { message_id: 3, date: 0, chat: { ...chat } },
		data: "3.go.1",
	},
});
const blocked = () => ({
	update_id: 9,
	my_chat_member: { chat: { ...chat }, from: { ...from }, date: seconds, new_chat_member: { status: "kicked" } },
});

const extremes = [
	null,
	"",
	"x",
	"9".repeat(10_000),
	"\0",
	"\ud800",
	0,
	-0,
	-1,
	0.5,
	1e308,
	Number.MAX_SAFE_INTEGER + 1,
	253_402_300_800,
	seconds * 1_000,
	true,
	[],
	[[]],
	{},
	{ id: "1" },
];

/** Returns the paths of all values in an object, outermost first. */
function pathsOf(value: unknown, path: string[] = []): string[][] {
	if (typeof value !== "object" || value === null) return [];
	return Object.entries(value).flatMap(([key, inner]) => [[...path, key], ...pathsOf(inner, [...path, key])]);
}

function withValue(value: unknown, [key = "", ...rest]: readonly string[], replaced: unknown): unknown {
	const inner = (value as Record<string, unknown>)[key];
	const changed = rest.length === 0 ? replaced : withValue(inner, rest, replaced);
	return Array.isArray(value) ? value.with(Number(key), changed) : { ...(value as object), [key]: changed };
}

describe("an update of Telegram", () => {
	it.each([message, tap, blocked])("passes unchanged within the bounds: %s", (update) => {
		expect(boundUpdate(update(), now)).toEqual({ update: update(), gaps: [] });
	});

	it("can be read with any extreme values, and is not changed a second time", () => {
		const places = [message, tap, blocked].flatMap((make) => pathsOf(make()).map((path) => ({ make, path })));
		const change = fc.record({ place: fc.constantFrom(...places), value: fc.constantFrom(...extremes) });
		const all = places.flatMap((place) =>
			extremes.map((value): [{ place: typeof place; value: unknown }[]] => [[{ place, value }]]),
		);
		fc.assert(
			fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
				const make = changes[0]?.place.make ?? message;
				let sent: unknown = make();
				for (const { place, value } of changes) {
					try {
						sent = withValue(sent, place.path, value);
					} catch {
						// An earlier change has removed this place.
					}
				}
				const { update } = boundUpdate(sent, now);
				if (update === null) return;
				const { person, chat: where, topic, text } = readUpdate(update);
				for (const id of [person?.id ?? 0, where?.id ?? 0, topic?.id ?? 0]) expect(Number.isSafeInteger(id)).toBe(true);
				expect(text.isWellFormed() && !text.includes("\0") && text.length <= 16_384).toBe(true);
				const { date = seconds } = update.message ?? {};
				expect(date).toBeLessThanOrEqual(seconds);
				expect(boundUpdate(update, now)).toEqual({ update, gaps: [] });
			}),
			{ examples: all, numRuns: all.length + 500 },
		);
	});

	it.each([
		["a time in milliseconds", { date: seconds * 1_000 }, { date: seconds }, "message.date"],
		["a time in the future", { date: seconds + 86_400 }, { date: seconds }, undefined],
		["a text without an end", { text: "x".repeat(100_000) }, { text: undefined }, "message.text"],
		[
			"a topic that is no id",
			{ message_thread_id: 1e300 },
			{ message_thread_id: undefined },
			"message.message_thread_id",
		],
		["a sender without an id", { from: { first_name: "Vera" } }, { from: undefined }, "message.from"],
		["entities that are no list", { entities: { type: "bot_command" } }, { entities: undefined }, "message.entities"],
		[
			"a file with a negative size",
			{ document: { file_id: "a", file_size: -1 } },
			{ document: { file_id: "a" } },
			"message.document.file_size",
		],
		[
			"a long name",
			{ from: { ...from, first_name: "x".repeat(5_000) } },
			{ text: "/start" },
			"message.from.first_name",
		],
	])("is read without %s", (_, change, expected, gap) => {
		const sent = message();
		const { update, gaps } = boundUpdate({ ...sent, message: { ...sent.message, ...change } }, now);
		const read: Record<string, unknown> = { ...update?.message };
		expect(Object.fromEntries(Object.keys(expected).map((key) => [key, read[key]]))).toMatchObject(expected);
		expect(gaps).toEqual(gap === undefined ? [] : [gap]);
	});

	it("is ignored without an id, and a tap without data is still answered", () => {
		expect(boundUpdate({ ...message(), update_id: 1e300 }, now).update).toBeNull();
		expect(boundUpdate("update", now).update).toBeNull();
		const sent = tap();
		const long = { ...sent, callback_query: { ...sent.callback_query, data: "x".repeat(65) } };
		expect(boundUpdate(long, now).update?.callback_query).toMatchObject({ id: "55", data: "" });
	});
});

it("reports each field that cannot be read", async () => {
	const gaps: object[] = [];
	const handle = createBoundedHandler(
		{ now: () => now, onUnreadable: (gap) => void gaps.push(gap) },
		async () => "done",
	);
	// The cast is safe: the handler checks every field that it reads.
	const received = { ...message(), message: { ...message().message, text: 12, date: -1 } } as unknown as Update;
	await handle(received);
	await handle({ ...received, update_id: 0 });
	const of = (field: string) => ({ source: "update", field });
	expect(gaps).toEqual([of("message.date"), of("message.text"), of("update_id")]);
});
