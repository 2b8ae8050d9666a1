import { isForeign } from "./origin.ts";
import { parseZoneFile } from "./parse.ts";
import { type FileZone, type ParsedContent, type ParsedZone, withApexDoubts } from "./parsed-zone.ts";
import { asRecordLines, linesWithoutHost } from "./pasted.ts";
import { parseCsv, parseJson } from "./table.ts";

/** In any format that the bot exports: JSON, CSV with a header, or a BIND zone file. */
export function readZoneText(text: string, zone: FileZone): ParsedZone {
	const { isOwn = false, ...parsed } = parseJson(text, zone) ?? parseCsv(text, zone) ?? readLines(text, zone);
	const { domain, fileDomain = "" } = zone;
	// A name such as `example.com.old.csv` begins with the expected domain, so it names no other one.
	const isOther = isForeign(fileDomain, domain) && !fileDomain.startsWith(`${domain}.`);
	return isOther && !isOwn && parsed.foreignOrigin === undefined ? { ...parsed, foreignOrigin: fileDomain } : parsed;
}

function readLines(text: string, zone: FileZone): ParsedContent {
	const lines = asRecordLines(text);
	if (lines === text) return parseZoneFile(text, zone);
	return withApexDoubts(parseCsv(lines, zone) ?? parseZoneFile(lines, zone), linesWithoutHost(text));
}

/** The locale text `unknown-zone-file-large` names these limits too. */
export const longest = { characters: 2 ** 20, lines: 10_000 };
/** They must name the domain of a file that is too long. */
const headLines = 100;

/** Printed JSON has many lines for each record, so `parseJson` counts those. */
export function isTooLong(text: string): boolean {
	if (text.length > longest.characters) return true;
	return !/^\s*[[{]/.test(text) && text.split(/\r\n|[\n\r]/, longest.lines + 1).length > longest.lines;
}

/** Undefined if the file names none. */
export function originOf(text: string): string | undefined {
	const head = isTooLong(text) ? text.slice(0, longest.characters).split("\n", headLines).join("\n") : text;
	return readZoneText(head, { domain: "zone.invalid", defaultTtl: 0 }).foreignOrigin;
}
