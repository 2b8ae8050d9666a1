import { type AnyRecord, canonicalRecord, isKnown } from "@domains/contract/records/any-record.ts";
import { hasPriority, relativeHostname, type Zone } from "@domains/contract/records/record.ts";

/**
 * Returns the sent records with the priorities and the spelling of `now`, which the bot read from the service. The
 * service may choose a priority for a record that was sent without one. It may also spell a record of an unknown type
 * in another way. A record without a match in `now` stays as it was sent.
 */
export function asStored<Row extends AnyRecord>(sent: readonly Row[], now: readonly AnyRecord[], zone: Zone): Row[] {
	const isOpen = (record: AnyRecord) => !isKnown(record) || (hasPriority(record.type) && isWithoutPriority(record));
	if (!sent.some(isOpen)) return [...sent];
	const candidates = Map.groupBy(now, (record) => looseKey(record, zone));
	return sent.map((record) => {
		const found = isOpen(record) ? candidates.get(looseKey(record, zone))?.shift() : undefined;
		if (!found) return record;
		const { hostname, value, priority } = found;
		return { ...record, hostname, value, priority: isWithoutPriority(record) ? priority : record.priority };
	});
}

function isWithoutPriority({ priority }: AnyRecord): boolean {
	return priority === null || priority === undefined;
}

/**
 * Returns a key of the record without its TTL and priority. Quotes and final dots make no difference, and a hostname
 * may be absolute or relative.
 */
function looseKey(record: AnyRecord, zone: Zone): string {
	const { type, hostname, value } = canonicalRecord(record, zone);
	const relative = relativeHostname(hostname, zone.domain);
	const bare = isKnown(record) ? value : value.replace(/^"(.*)"$/su, "$1").replace(/\.$/u, "");
	return JSON.stringify([type, relative.ok ? relative.value : hostname, bare]);
}
