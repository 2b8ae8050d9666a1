import { isObject, parseJson } from "../rules/fields.ts";
import { badRequest } from "../rules/refusal.ts";

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
export type Params = Record<string, Param<unknown>>;
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
