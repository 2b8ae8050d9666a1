import { bounds } from "@domains/contract/bounds.ts";
import { storable } from "@domains/contract/json.ts";
import type { Update } from "grammy/types";
import { z } from "zod";
import type { Unreadable } from "../../actions/deps.ts";
import type { UpdateOutcome } from "./handle.ts";

const words = z.string().max(bounds.idCharacters).optional();
/** A local Bot API server, or a later Telegram, may pass on more than the 4,096 characters of today. */
const text = z.string().max(bounds.messageCharacters).optional();
const entities = z
	.array(z.looseObject({ type: z.string(), offset: z.int().nonnegative(), length: z.int().nonnegative() }))
	.max(1_000)
	.optional();
const chat = z.looseObject({ id: z.int(), type: z.string(), title: words });
const person = z.looseObject({
	id: z.int().positive(),
	first_name: words,
	last_name: words,
	username: words,
	language_code: words,
});
const file = z.looseObject({
	file_id: z.string().max(bounds.idCharacters),
	file_size: z.int().nonnegative().optional(),
	file_name: words,
});
/** A message that Telegram no longer shows to the bot has the date 0. */
const tapped = z.looseObject({
	message_id: z.int().nonnegative(),
	chat,
	message_thread_id: z.int().positive().optional(),
});
const message = z.looseObject({
	...tapped.shape,
	date: z.int().min(secondsOf(bounds.years.first)).max(secondsOf(bounds.years.end)).optional(),
	from: person.optional(),
	sender_chat: chat.optional(),
	text,
	caption: text,
	entities,
	caption_entities: entities,
	document: file.optional(),
	video: file.optional(),
	audio: file.optional(),
});
const bounded = z.looseObject({
	update_id: z.int().positive(),
	message: message.optional(),
	edited_message: message.optional(),
	callback_query: z
		.looseObject({
			id: z.string().min(1).max(bounds.idCharacters),
			from: person,
			message: tapped.optional(),
			data: z.string().max(bounds.callbackCharacters).optional(),
		})
		.optional(),
	my_chat_member: z
		.looseObject({ chat, from: person, new_chat_member: z.looseObject({ status: z.string() }) })
		.optional(),
});

function secondsOf(year: number): number {
	return Date.UTC(year, 0) / 1_000;
}

interface Bounded {
	/** Null if the update has no usable id. */
	update: Update | null;
	/** The fields that cannot be used, such as `message.text`. */
	gaps: string[];
}

/**
 * Returns the update with values that this bot can handle and store. A field that is beyond its bounds, or of another
 * type, counts as missing. If a required field is missing, its object counts as missing too. A message from the future
 * or without a time was sent now.
 */
export function boundUpdate(received: unknown, now: Date): Bounded {
	const update = storable(received);
	const gaps = new Set<string>();
	for (;;) {
		const { error } = bounded.safeParse(update);
		if (!error) break;
		for (const { path } of error.issues) {
			const removed = removeAt(update, path);
			if (removed === "") return { update: null, gaps: [...gaps, "update_id"] };
			gaps.add(removed);
		}
	}
	// The cast is safe: of the fields that Telegram describes, the bot reads those that `bounded` has checked.
	const checked = update as Update;
	const sent = checked.message ?? checked.edited_message;
	if (sent) sent.date = Math.min(sent.date ?? Number.POSITIVE_INFINITY, Math.floor(now.getTime() / 1_000));
	// A tap needs an answer, even if its data cannot be read.
	if (gaps.has("callback_query.data") && checked.callback_query) Object.assign(checked.callback_query, { data: "" });
	return { update: checked, gaps: [...gaps] };
}

/**
 * Wraps the handler of all updates, by polling and by webhook. Ignores an update without a usable id: a repeated one
 * could not be recognized. Reports each unusable field.
 */
export function createBoundedHandler(
	{ now, onUnreadable }: { now: () => Date; onUnreadable: Unreadable },
	handle: (update: Update) => Promise<UpdateOutcome>,
): (update: Update) => Promise<UpdateOutcome> {
	return async (received) => {
		const { update, gaps } = boundUpdate(received, now());
		for (const field of gaps) onUnreadable({ source: "update", field });
		return update ? await handle(update) : "done";
	};
}

/**
 * Deletes the value at the path, or the innermost object on the way to it that lacks the next field. A list is deleted
 * as a whole. Returns the path of what was deleted; "" for the update itself.
 */
function removeAt(update: unknown, path: readonly PropertyKey[]): string {
	const place = path.findIndex((key) => typeof key === "number");
	const keys = (place < 0 ? path : path.slice(0, place)).map(String);
	for (let length = keys.length; length > 0; length -= 1) {
		const parent = keys.slice(0, length - 1).reduce<unknown>((value, key) => fieldsOf(value)[key], update);
		const last = keys[length - 1] ?? "";
		if (length === 1 && last === "update_id") return "";
		if (!Object.hasOwn(fieldsOf(parent), last)) continue;
		delete fieldsOf(parent)[last];
		return keys.slice(0, length).join(".");
	}
	return "";
}

function fieldsOf(value: unknown): Record<string, unknown> {
	// The cast is safe: an object of JSON has names and unknown values.
	return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
