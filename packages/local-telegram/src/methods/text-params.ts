import type { LinkPreviewOptions } from "grammy/types";
import type { Entity } from "../rules/entity.ts";
import { fields, isObject, type Json, parseJson } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import { object, type Param, text } from "./params.ts";

/**
 * Empty if the value is not a list. Throws if an element is not a supported entity (Bot API server,
 * get_input_entities).
 */
export const entities: Param<Entity[]> = (given, name) => entityList(parseJson(text(given, name)));

export function entityList(value: unknown): Entity[] {
	return Array.isArray(value) ? value.flatMap(entity) : [];
}

/** Telegram finds these itself, and ignores those that a bot sends. */
const detectedTypes = [
	"mention",
	"hashtag",
	"cashtag",
	"bot_command",
	"url",
	"email",
	"phone_number",
	"bank_card_number",
];
const plainTypes = [
	"bold",
	"italic",
	"underline",
	"strikethrough",
	"spoiler",
	"code",
	"blockquote",
	"expandable_blockquote",
];

function entity(value: unknown): Entity[] {
	const prefix = "Can't parse MessageEntity: ";
	if (!isObject(value)) throw badRequest(`${prefix}expected an Object`);
	const read = fields(value, prefix);
	const type = read.string("type");
	if (detectedTypes.includes(type)) return [];
	return [{ ...typed(type, value, prefix), offset: read.integer("offset"), length: read.integer("length") }];
}

function typed(type: string, value: Json, prefix: string): Omit<Entity, "offset" | "length"> {
	const read = fields(value, prefix);
	// The cast is safe: all names in `plainTypes` are entity types.
	if (plainTypes.includes(type)) return { type: type as Entity["type"] };
	if (type === "pre") return { type, ...(read.has("language") ? { language: read.string("language") } : {}) };
	if (type === "text_link") return { type, url: read.string("url") };
	if (type === "custom_emoji") return { type, custom_emoji_id: read.string("custom_emoji_id") };
	if (type === "text_mention") {
		return { type, user: { id: fields(read.object("user"), prefix).integer("id"), first_name: "" } };
	}
	if (type === "date_time") {
		const format = read.text("date_time_format") ?? "";
		if (!/^(?:[rR]|[tTdDwW]*)$/.test(format)) throw read.wrong("Invalid date-time format specified");
		return { type, unix_time: read.integer("unix_time"), ...(format === "" ? {} : { date_time_format: format }) };
	}
	throw read.wrong("Unsupported type specified");
}

/** Undefined if no option is set: Telegram then shows a preview of the first link. */
export const preview: Param<LinkPreviewOptions | undefined> = (given, name) => {
	const value = object("link preview options")(given, name);
	if (value === undefined) return undefined;
	const read = fields(value);
	const url = read.text("url") ?? "";
	const flags = (["is_disabled", "prefer_small_media", "prefer_large_media", "show_above_text"] as const).filter(
		(flag) => read.flag(flag),
	);
	const options = { ...Object.fromEntries(flags.map((flag) => [flag, true])), ...(url === "" ? {} : { url }) };
	return Object.keys(options).length === 0 ? undefined : options;
};
