import { isStartParameter } from "./commands.ts";
import type { Entity, FormattedText } from "./entities.ts";
import { fields, isObject, type Json, type Notes } from "./fields.ts";
import { badRequest } from "./refusal.ts";
import { type ReplyMarkup, replyMarkup } from "./reply-markup.ts";
import { messageText } from "./text.ts";

export interface InlineResult {
	id: string;
	title: string;
	description?: string;
	thumbnailUrl?: string;
	message: FormattedText;
	markup?: ReplyMarkup;
}

const prefix = "Can't parse inline query result: ";

/**
 * Throws for more than 50 results, for two with the same id, and for an id outside 1 to 64 bytes. Only results of the
 * type `article` are supported.
 */
export function inlineResults(
	value: unknown,
	readEntities: (value: unknown) => Entity[],
	notes: Notes,
): InlineResult[] {
	if (value === undefined || value === null) return [];
	if (!Array.isArray(value)) throw badRequest("Expected an Array of inline query results");
	if (value.length > 50) throw badRequest("Too many inline query results specified");
	const results = value.map((each: unknown) => result(each, readEntities, notes));
	if (new Set(results.map((each) => each.id)).size < results.length) throw badRequest("RESULT_ID_DUPLICATE");
	return results;
}

const known = [
	"type",
	"id",
	"title",
	"description",
	"url",
	"hide_url",
	"thumbnail_url",
	"thumbnail_width",
	"thumbnail_height",
	"input_message_content",
	"reply_markup",
];

function result(value: unknown, readEntities: (value: unknown) => Entity[], notes: Notes): InlineResult {
	if (!isObject(value)) throw badRequest(`${prefix}inline query result must be an Object`);
	const read = fields(value, prefix);
	if (read.string("type") !== "article") notes.strange("the local Telegram knows inline results of type article only");
	read.others(known, notes);
	const id = read.string("id");
	if (id === "" || Buffer.byteLength(id) > 64) throw badRequest("RESULT_ID_INVALID");
	const description = read.text("description");
	const thumbnailUrl = read.text("thumbnail_url");
	const markup = read.has("reply_markup") ? replyMarkup(JSON.stringify(value["reply_markup"]), notes) : null;
	return {
		id,
		title: read.string("title"),
		...(description === undefined ? {} : { description }),
		...(thumbnailUrl === undefined ? {} : { thumbnailUrl }),
		message: content(read.object("input_message_content"), readEntities),
		...(markup === null ? {} : { markup }),
	};
}

function content(value: Json, readEntities: (value: unknown) => Entity[]): FormattedText {
	const read = fields(value, prefix);
	const text = read.string("message_text");
	return messageText({ text, parseMode: read.text("parse_mode"), entities: readEntities(value["entities"]) });
}

export interface InlineButton {
	text: string;
	startParameter?: string;
}

/**
 * A tap sends `/start` with a parameter in the private chat with the bot. Only the text of a `web_app` button is
 * stored, so a tap on it has no effect.
 */
export function inlineButton(value: Json | undefined): InlineButton | undefined {
	if (value === undefined) return undefined;
	const read = fields(value, "Can't parse inline query results button: ");
	const text = read.string("text");
	const parameter = read.text("start_parameter");
	if (parameter === undefined && !read.has("web_app")) {
		throw read.wrong("InlineQueryResultsButton must have exactly one optional field");
	}
	if (parameter === undefined) return { text };
	if (!isStartParameter(parameter)) throw badRequest("START_PARAM_INVALID");
	return { text, startParameter: parameter };
}
