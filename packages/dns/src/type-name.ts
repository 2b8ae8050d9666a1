/** The types that a zone file may also name by their numbers (RFC 3597, 5), and that the bot reads by name. */
const numbered: ReadonlyMap<string, string> = new Map([
	["TYPE1", "A"],
	["TYPE2", "NS"],
	["TYPE5", "CNAME"],
	["TYPE6", "SOA"],
	["TYPE15", "MX"],
	["TYPE16", "TXT"],
	["TYPE28", "AAAA"],
	["TYPE33", "SRV"],
	["TYPE257", "CAA"],
]);

/** Returns a record type in upper case, and by its name: `TYPE16` is `TXT`. */
export function typeName(word: string): string {
	const type = word.trim().toUpperCase();
	return numbered.get(type) ?? type;
}
