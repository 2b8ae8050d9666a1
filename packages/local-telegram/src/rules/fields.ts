import { badRequest, type Refusal } from "./refusal.ts";

export type Json = Record<string, unknown>;

export function isObject(value: unknown): value is Json {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Undefined if the text is not valid JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/**
 * Remarks about calls that Telegram accepts. `strange` reports a likely mistake of the bot, on which tests fail. `warn`
 * only writes to the log.
 */
export interface Notes {
	strange(message: string): void;
	warn(message: string): void;
}

/** They throw the same error texts as the Bot API server (JsonObject). `prefix` names the object. */
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
		/** Telegram ignores such fields, but they are likely mistakes. */
		others(known: readonly string[], notes: Notes): void {
			for (const name of Object.keys(object)) {
				if (!known.includes(name)) notes.strange(`${prefix}unknown field "${name}"`);
			}
		},
	};
}

export type Fields = ReturnType<typeof fields>;
