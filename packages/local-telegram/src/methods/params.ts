import { isObject, parseJson } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";

export interface UploadedFile {
	name: string;
	bytes: Buffer;
}

/**
 * The parameters of a call. As in the Bot API server, each value is a string, regardless of the request's content type.
 * Objects and lists are JSON strings.
 */
export interface Arguments {
	values: ReadonlyMap<string, string>;
	files: ReadonlyMap<string, UploadedFile>;
}

/** A parser for the parameter `name` of a call. Most parsers treat a missing parameter as an empty string. */
export type Param<Value> = (given: Arguments, name: string) => Value;
export type Params = Record<string, Param<unknown>>;
export type Values<Of extends Params> = { [Name in keyof Of]: ReturnType<Of[Name]> };

export const text: Param<string> = ({ values }, name) => values.get(name) ?? "";

/** Returns the string, or undefined if the parameter is missing. */
export const optionalText: Param<string | undefined> = ({ values }, name) => values.get(name);

export const flag: Param<boolean> = (given, name) =>
	["true", "yes", "1"].includes(text(given, name).trim().toLowerCase());

/**
 * Creates a parser for an integer. A value outside the range from `least` to `most` becomes the nearer bound. An empty
 * value becomes `fallback`. A value that is not a number counts as 0 (get_integer_arg in the Bot API server).
 */
export function integer(fallback: number, least: number, most: number): Param<number> {
	return (given, name) => {
		const value = text(given, name).trim();
		return Math.min(most, Math.max(least, value === "" ? fallback : Number.parseInt(value, 10) || 0));
	};
}

export const messageId: Param<number> = integer(0, 0, 2 ** 31 - 1);

/**
 * Creates a parser for any JSON value. It returns undefined for an empty parameter and throws for malformed JSON.
 * `what` names the value in the error text.
 */
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

/**
 * Parses a list of at most 100 message ids. Throws for an id that is not a positive integer (Bot API server,
 * get_message_ids).
 */
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
 * Returns the uploaded file. It is attached under the parameter's name, or the parameter refers to it as
 * `attach://<name>`. If no file is attached, returns the parameter's value, which is a file id or a URL.
 */
export const file: Param<UploadedFile | string> = ({ values, files }, name) => {
	const value = values.get(name) ?? "";
	const attached = value.startsWith("attach://") ? files.get(value.slice("attach://".length)) : undefined;
	return attached ?? files.get(name) ?? value;
};

/**
 * Accepts a parameter of Telegram that this server does not implement, such as `message_effect_id`, and ignores its
 * value.
 */
export const ignored: Param<undefined> = () => undefined;
