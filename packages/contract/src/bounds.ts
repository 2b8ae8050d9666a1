import { centsOf } from "./money.ts";

/**
 * For every value that comes from outside, such as an answer or an event of a foreign service. A value beyond them
 * counts as unknown, so that it can neither break a statement nor be shown.
 */
export const bounds = {
	/** UTC. No domain expires before the first year, and no registry sells up to the last one. */
	years: { first: 2000, end: 2200 },
	/** The first domain with a known date was registered in 1985. */
	firstRegistration: 1985,
	/** Cents for one year. The price of ten years fits a 32-bit column. */
	priceCents: 214_748_364,
	/** Cents for one order: the largest value of a 32-bit column. */
	chargeCents: 2_147_483_647,
	/** Punycode without the final dot (RFC 1035, 2.3.4). */
	nameBytes: 253,
	/** An id, a key, a reference or a type. It fits an index of PostgreSQL in any script. */
	idCharacters: 500,
	/** A date with a time. The limit bounds the work of reading it, too. */
	timeCharacters: 64,
	/** A message in the chat, four times what Telegram allows. */
	messageCharacters: 16_384,
	/** Bytes of a button's data, Telegram's limit. */
	callbackCharacters: 64,
	/** An opaque cursor. */
	cursorCharacters: 4_096,
	/** RFC 2181, section 8. */
	ttl: 2_147_483_647,
	priority: 65_535,
	/** Items, attempts or domains. */
	count: 1_000_000_000,
} as const;

export function boundedTime(time: Date, { first, end }: { first: number; end: number } = bounds.years): Date | null {
	return time.getTime() >= Date.UTC(first, 0) && time.getTime() < Date.UTC(end, 0) ? time : null;
}

/**
 * ISO 8601. A time without a time zone is UTC. Null for another text, for a longer one, and for a day that its month
 * does not have.
 */
export function parseTime(text: string): Date | null {
	if (text.length > bounds.timeCharacters) return null;
	const bare = text.trim().replace(" ", "T");
	const [, date = "", day = ""] = /^(\d{4}-\d{2}-(\d{2}))(?:T|$)/i.exec(bare) ?? [];
	// JavaScript reads 30 February as 2 March.
	if (date === "" || new Date(date).getUTCDate() !== Number(day)) return null;
	const zoned = /T.*(?:Z|[+-]\d{2}:?\d{2})$/i.test(bare) || !/T/i.test(bare);
	return new Date(zoned ? bare : `${bare}Z`);
}

/** Null below zero or above `most` cents, and for a sum that is too small for a cent: it is not free. */
export function boundedCents(usd: number, most: number): number | null {
	const cents = centsOf(usd);
	return cents === undefined || cents < 0 || cents > most || (cents === 0 && usd !== 0) ? null : cents;
}

/** Null for a blank text, and above `most` characters. */
export function boundedText(text: string, most: number = bounds.idCharacters): string | null {
	return text.length > most || isBlank(text) ? null : text;
}

/** Well formed or not. */
export function isNameSized(name: string): boolean {
	return Buffer.byteLength(name) <= bounds.nameBytes;
}

/** Also true for spaces, control characters and characters without a glyph. */
export function isBlank(text: string): boolean {
	return /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u.test(text);
}
