import type { AnyRecord } from "./any-record.ts";

/**
 * Returns the records that match all words. Each word is a record type, or part of a hostname or value, in any case. If
 * at least one record has the word as its type, the word is compared with types only.
 */
export function findRecords<R extends AnyRecord>(records: readonly R[], words: string): R[] {
	const types = new Set(records.map(({ type }) => type.toUpperCase()));
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = ({ type, hostname, value }: R) =>
		wanted.every((word) => {
			if (types.has(word.toUpperCase())) return type.toLowerCase() === word;
			return hostname.toLowerCase().includes(word) || value.toLowerCase().includes(word);
		});
	return records.filter(fits);
}
