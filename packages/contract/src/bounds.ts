import { isBlank } from "./blank.ts";
import { centsOf } from "./money.ts";

/**
 * The bounds of every value that comes from outside, such as an answer or an event of a foreign service. A value beyond
 * them counts as unknown, so that it can neither break a statement nor be shown.
 */
export const bounds = {
	/** Years, UTC. No domain expires before the first one, and no registry sells up to the last one. */
	years: { first: 2000, end: 2200 },
	/** The first domain with a known date was registered in 1985. */
	firstRegistration: 1985,
	/** A price of one year, in cents. The price of ten years fits a 32-bit column. */
	priceCents: 214_748_364,
	/** What one order cost, in cents: the largest value of a 32-bit column. */
	chargeCents: 2_147_483_647,
	/** Bytes of a domain name (RFC 1035, 2.3.4) in punycode, without the final dot. */
	nameBytes: 253,
	/** Characters of an id, a key, a reference or a type. Such a text fits an index of PostgreSQL in any script. */
	idCharacters: 500,
	/** Characters of a message in the chat, four times what Telegram allows. */
	messageCharacters: 16_384,
	/** Telegram's limit for the data of a button, in bytes. */
	callbackCharacters: 64,
	/** Characters of an opaque cursor. */
	cursorCharacters: 4_096,
	/** RFC 2181, section 8. */
	ttl: 2_147_483_647,
	priority: 65_535,
	/** A number of items, attempts or domains. */
	count: 1_000_000_000,
} as const;

/** Returns the time if it is in the years that a date of a domain or an event can have, otherwise null. */
export function boundedTime(time: Date, { first, end }: { first: number; end: number } = bounds.years): Date | null {
	return time.getTime() >= Date.UTC(first, 0) && time.getTime() < Date.UTC(end, 0) ? time : null;
}

/** Converts dollars to cents. Returns null for an amount below zero or above `most` cents. */
export function boundedCents(usd: number, most: number): number | null {
	const cents = centsOf(usd);
	return cents === undefined || cents < 0 || cents > most ? null : cents;
}

/** Returns the text if it has visible characters, and at most `most` in total. */
export function boundedText(text: string, most: number = bounds.idCharacters): string | null {
	return text.length > most || isBlank(text) ? null : text;
}

/** True for a domain name, well formed or not, that is short enough to be one. */
export function isNameSized(name: string): boolean {
	return Buffer.byteLength(name) <= bounds.nameBytes;
}
