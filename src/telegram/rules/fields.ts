import { badRequest, type Refusal } from "./refusal.ts";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses JSON. Returns undefined if the text is no valid JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Receives reports of something odd in a call that is accepted. A test fails if it did not expect a `strange` report. A
 * `warn` report is only logged.
 */
export interface Notes {
	strange(message: string): void;
	warn(message: string): void;
}

/**
 * Returns readers for the fields of a JSON object. They throw the error messages of the Bot API server's JsonObject.
 * `prefix` precedes each message and names the object.
 */
export function fields(object: Json, prefix = "") {
	const wrong = (message: string): Refusal => badRequest(`${prefix}${message}`);
	const missing = (name: string): Refusal => wrong(`Can't find field "${name}"`);
	const text = (name: string): string | undefined => {
		const value = object[name];
		if (value === undefined || typeof value === "string") return value;
		if (typeof value === "number") return String(value);
		throw wrong(`Field "${name}" must be of type String`);
	};
	const whole = (name: string): number | undefined => {
		const value = object[name];
		if (value === undefined) return undefined;
		if (typeof value !== "string" && typeof value !== "number") throw wrong(`Field "${name}" must be a Number`);
		if (!Number.isSafeInteger(Number(value)) || value === "") throw wrong(`Field "${name}" must be a valid Number`);
		return Number(value);
	};
	return {
		wrong,
		has: (name: string): boolean => object[name] !== undefined,
		text,
		string(name: string): string {
			const value = text(name);
			if (value === undefined) throw missing(name);
			return value;
		},
		whole,
		integer(name: string): number {
			const value = whole(name);
			if (value === undefined) throw missing(name);
			return value;
		},
		flag(name: string): boolean {
			const value = object[name] ?? false;
			if (typeof value !== "boolean") throw wrong(`Field "${name}" must be of type Boolean`);
			return value;
		},
		object(name: string): Json {
			const value = object[name];
			if (value === undefined) throw missing(name);
			if (!isObject(value)) throw wrong(`Field "${name}" must be of type Object`);
			return value;
		},
		/** Reports every field outside `known`, which Telegram would silently ignore. */
		others(known: readonly string[], notes: Notes): void {
			for (const name of Object.keys(object)) {
				if (!known.includes(name)) notes.strange(`${prefix}unknown field "${name}"`);
			}
		},
	};
}

export type Fields = ReturnType<typeof fields>;
