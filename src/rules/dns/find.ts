import type { AnyRecord } from "./any-record.ts";

/**
 * The records that a few words mean: each word is a record's type, or a part of its host or value, in any case. A word
 * that is the type of any of them means the type.
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
