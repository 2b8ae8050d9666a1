import type { LinkPreviewOptions } from "grammy/types";
import type { Core } from "../core.ts";
import type { Entity } from "../rules/entities.ts";
import { fields, isObject, type Json, type Notes, parseJson } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";
import type { Polling } from "../updates/polling.ts";
import type { Delivery } from "../updates/webhook.ts";

export interface Context extends Core {
	notes: Notes;
	polling: Polling;
	delivery: Delivery;
	/**
	 * The seconds until the bot may send a message to this chat. If 0, the rate limit has already counted the message.
	 */
	flood(chat: number): number;
	/** For a tap or an inline query, in milliseconds. */
	answerWithin: number;
	/** Aborts when the caller disconnects before it has the answer. */
	gone: AbortSignal;
}

export interface Method {
	/** As on Telegram, other parameters of a call are ignored. They are also recorded as a likely mistake. */
	params: readonly string[];
	/** Returns the `result` field of the answer. Throws a `Refusal` if Telegram would refuse the call. */
	run(context: Context, given: Arguments): unknown;
}

export type Methods = Record<string, Method>;

/** Runs in one transaction, which is rolled back if the method throws. */
export function method<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => unknown,
): Method {
	return {
		params: Object.keys(params),
		run: (context, given) => context.state.store.transact(() => handle(context, readAll(params, given))),
	};
}

/**
 * May wait before it answers, such as `getUpdates`. It does not run in a transaction, so `handle` must open
 * transactions itself.
 */
export function waitingMethod<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => Promise<unknown>,
): Method {
	return { params: Object.keys(params), run: (context, given) => handle(context, readAll(params, given)) };
}

function readAll<Of extends Params>(params: Of, given: Arguments): Values<Of> {
	const read = Object.entries(params).map(([name, param]) => [name, param(given, name)] as const);
	// The cast is safe: each value is the result of the parser with the same name.
	return Object.fromEntries(read) as Values<Of>;
}

export interface UploadedFile {
	name: string;
	bytes: Buffer;
}

/**
 * As in the Bot API server, each value is a string, regardless of the content type. Objects and lists are JSON strings.
 */
export interface Arguments {
	values: ReadonlyMap<string, string>;
	files: ReadonlyMap<string, UploadedFile>;
}

/** Most parsers treat a missing parameter as an empty string. */
export type Param<Value> = (given: Arguments, name: string) => Value;
type Params = Record<string, Param<unknown>>;
export type Values<Of extends Params> = { [Name in keyof Of]: ReturnType<Of[Name]> };

export const text: Param<string> = ({ values }, name) => values.get(name) ?? "";

export const optionalText: Param<string | undefined> = ({ values }, name) => values.get(name);

export const flag: Param<boolean> = (given, name) =>
	["true", "yes", "1"].includes(text(given, name).trim().toLowerCase());

/**
 * A value outside the range becomes the nearer bound, an empty one `fallback`, and one that is not a number 0
 * (get_integer_arg in the Bot API server).
 */
export function integer(fallback: number, least: number, most: number): Param<number> {
	return (given, name) => {
		const value = text(given, name).trim();
		return Math.min(most, Math.max(least, value === "" ? fallback : Number.parseInt(value, 10) || 0));
	};
}

export const messageId: Param<number> = integer(0, 0, 2 ** 31 - 1);

/** Undefined for an empty parameter; throws for malformed JSON. `what` names the value in the error text. */
export function json(what: string): Param<unknown> {
	return (given, name) => {
		const value = text(given, name);
		if (value === "") return undefined;
		const parsed = parseJson(value);
		if (parsed === undefined) throw badRequest(`Can't parse ${what} JSON object`);
		return parsed;
	};
}

export function object(what: string): Param<Record<string, unknown> | undefined> {
	return (given, name) => {
		const value = json(what)(given, name);
		if (value === undefined || isObject(value)) return value;
		throw badRequest(`Object expected as ${what}`);
	};
}

/** At most 100. Throws for an id that is not a positive integer (Bot API server, get_message_ids). */
export const messageIds: Param<number[]> = (given, name) => {
	const value = json(name)(given, name);
	if (value === undefined) throw badRequest("Message identifiers are not specified");
	if (!Array.isArray(value)) throw badRequest("Expected an Array of message identifiers");
	if (value.length > 100) throw badRequest("Too many message identifiers specified");
	return value.map((each: unknown) => {
		if (typeof each !== "number" && typeof each !== "string") throw badRequest("Message identifier must be a Number");
		if (!Number.isSafeInteger(Number(each))) throw badRequest("Can't parse message identifier as a Number");
		if (Number(each) <= 0) throw badRequest("Invalid message identifier specified");
		return Number(each);
	});
};

export const userId: Param<number> = (given, name) => {
	const id = Number.parseInt(text(given, name), 10);
	if (!(id > 0)) throw badRequest(`Invalid ${name} specified`);
	return id;
};

/**
 * Attached under the parameter's name, or as `attach://<name>`. Without an attached file, the value is a file id or a
 * URL.
 */
export const file: Param<UploadedFile | string> = ({ values, files }, name) => {
	const value = values.get(name) ?? "";
	const attached = value.startsWith("attach://") ? files.get(value.slice("attach://".length)) : undefined;
	return attached ?? files.get(name) ?? value;
};

/** A parameter of Telegram that this server does not implement, such as `message_effect_id`. */
export const ignored: Param<undefined> = () => undefined;

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
