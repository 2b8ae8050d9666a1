import { type AnyRecord, canonicalRecord } from "@domains/contract/records/any-record.ts";

/**
 * Returns the records that match all words. Each word is a record type, or part of a hostname or value. Letter case
 * does not matter. If at least one record has the word as its type, the word is compared with types only.
 */
export function findRecords<R extends AnyRecord>(records: readonly R[], words: string, domain: string): R[] {
	const types = new Set(records.map(({ type }) => type.toUpperCase()));
	const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
	const fits = (record: R) => {
		const { type, hostname, value } = record;
		// A service may send full hostnames, but the person may type the relative form, such as `@`. So search both forms.
		const texts = [hostname, canonicalRecord(record, { domain }).hostname, value].map((text) => text.toLowerCase());
		return wanted.every((word) => {
			if (types.has(word.toUpperCase())) return type.toLowerCase() === word;
			return texts.some((text) => text.includes(word));
		});
	};
	return records.filter(fits);
}
