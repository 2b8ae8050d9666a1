import { isZoneFile } from "@domains/dns/sentence.ts";
import type { FileZone, ParsedZone } from "@domains/dns/zone-file/parsed-zone.ts";
import { originOf, readZoneText } from "@domains/dns/zone-file/read.ts";
import { listNames, type NameList } from "../rules/list.ts";
import { findSigningSecret, findToken } from "../rules/secrets.ts";

/** The names of a text, each only in its form on the wire. It is quick to copy between threads. */
export interface ListedNames extends Omit<NameList, "names"> {
	names: string[];
}

/**
 * The functions that read the text of a file. `read` may run them in another thread, so their parameters and results
 * are plain data.
 */
const readers = {
	/** True if the text may contain an API token or a signing secret. */
	holdsSecret: (text: string): boolean => findToken(text) !== undefined || findSigningSecret(text) !== undefined,
	token: (text: string): string | undefined => findToken(text),
	names: (text: string): ListedNames => namesOf(text),
	/** Null for a text with DNS records. */
	list: (text: string): ListedNames | null => (isZoneFile(text) ? null : namesOf(text)),
	zone: (text: string, zone: FileZone): ParsedZone => readZoneText(text, zone),
	origin: (text: string): string | undefined => originOf(text),
};

function namesOf(text: string): ListedNames {
	const list = listNames(text);
	return { ...list, names: list.names.map(({ ascii }) => ascii) };
}

type Readers = typeof readers;
export type ReaderName = keyof Readers;
export type InputOf = { [Name in ReaderName]: Parameters<Readers[Name]> };
export type OutputOf = { [Name in ReaderName]: ReturnType<Readers[Name]> };

/** A call of a reader, as it is sent to the other thread. */
export interface Call<Name extends ReaderName = ReaderName> {
	name: Name;
	input: InputOf[Name];
}

export function runReader<Name extends ReaderName>({ name, input }: Call<Name>): OutputOf[Name] {
	const table: { [Each in ReaderName]: (...input: InputOf[Each]) => OutputOf[Each] } = readers;
	return table[name](...input);
}
