import type { Zone } from "../record.ts";
import { type ParsedZone, parseZoneFile } from "./parse.ts";
import { parseCsv, parseJson } from "./table.ts";

/** Reads the records of a file in any format that the bot exports: JSON, CSV with a header, or a BIND zone file. */
export function readZoneText(text: string, zone: Zone): ParsedZone {
	return parseJson(text, zone) ?? parseCsv(text, zone) ?? parseZoneFile(text, zone);
}

/** Returns the domain that a file names as its own; undefined if the file names none. */
export function originOf(text: string): string | undefined {
	return readZoneText(text, { domain: "zone.invalid", defaultTtl: 0 }).foreignOrigin;
}
