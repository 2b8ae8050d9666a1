/**
 * A field of a record's data:
 * - `priority`: a number of 16 bits. In the API, it is a field of the record and not part of the value.
 * - `uint8`, `uint16`: a number.
 * - `name`: a name, which may be an alias and may have underscores.
 * - `host`: the name of a host. `host_or_none`: the same, or `.` for no host.
 * - `text`: the strings of a TXT record, joined.
 * - `tag`: letters and digits.
 * - `quoted`: one string in quotes.
 */
export type Field =
	| "priority"
	| "uint8"
	| "uint16"
	| "ipv4"
	| "ipv6"
	| "name"
	| "host"
	| "host_or_none"
	| "text"
	| "tag"
	| "quoted";

export type ValueProblem = "address_ipv4" | "address_ipv6" | "target" | "text_quotes" | "srv" | "caa";

export type Misplacement = "apex" | "wildcard" | "hostname_service";

/** How a person types the value, and a priority before it. A type may also be an English word, such as "a". */
interface TypedForm {
	/** The form after a type in lower case: "buy a car" must not become an A record. */
	likely: RegExp;
	/** The form after a type in upper case. The person means a record, so a wrong value gets an error message later. */
	meant: RegExp;
	/**
	 * The form before a TTL; absent if only a value of one word may have a TTL after it. For example, a number after a
	 * quoted text is a TTL. Without the quotes, it is part of the text.
	 */
	beforeTtl?: RegExp;
}

/** The question for a value is in `locales`. */
interface TypeRow {
	/** The number of the type in DNS messages. */
	number: number;
	/**
	 * The data in the order of zone files and DNS messages; a priority is first, a name or a text is last. Several fields have the names that the
	 * packet library gives them. The name of a single field is for the reader only.
	 */
	fields: Readonly<Record<string, Field>>;
	/** The refusal of a value that does not consist of these fields. */
	problem: ValueProblem;
	refusedAt?: readonly Misplacement[];
	/** True if the hostname of the record is that of a host, so BIND refuses one with an underscore (RFC 952). */
	isAtHost?: true;
	sample: string;
	typed: TypedForm;
}

const dottedName = /^(?:[^\s.]+\.)+[^\s.]*$/;
const wholeService = /^\d+\s+\d+\s+\d+\s+\S+$/;

const rows = {
	A: {
		number: 1,
		fields: { address: "ipv4" },
		problem: "address_ipv4",
		isAtHost: true,
		sample: "203.0.113.1",
		typed: { likely: /^\d+\.\d+\.\d+\.\d+$/, meant: /^(?=\d[\d.]*\.)[\d.]+$/ },
	},
	AAAA: {
		number: 28,
		fields: { address: "ipv6" },
		problem: "address_ipv6",
		isAtHost: true,
		sample: "2001:db8::1",
		typed: { likely: /^[\da-f]*:[\da-f:.]+$/i, meant: /^[^\s:]*:\S*$/ },
	},
	CNAME: {
		number: 5,
		fields: { target: "name" },
		problem: "target",
		// It would conflict with the SOA (RFC 1034, 3.6.2).
		refusedAt: ["apex"],
		sample: "x.example",
		typed: { likely: /^(?:[^\s.]+\.)+[^\s.]*$|^@$/, meant: /^\S+$/ },
	},
	MX: {
		number: 15,
		// The target `.` means that the domain accepts no mail (RFC 7505).
		fields: { preference: "priority", exchange: "host_or_none" },
		problem: "target",
		isAtHost: true,
		sample: "x.example",
		typed: {
			likely: /^(?:\d+\s+)?(?:[^\s.]+\.)+[^\s.]*$|^\d+\s+\S+$/,
			meant: /^\S+(?:\s+\S+)?$/,
			beforeTtl: /^(?:\d{1,5}\s+)?\d*[^\d\s]\S*$|^(?=\S+\.)\S+\s+\d{1,5}$/,
		},
	},
	TXT: {
		number: 16,
		fields: { text: "text" },
		problem: "text_quotes",
		sample: "x",
		typed: { likely: /["=]/, meant: /\S/, beforeTtl: /^"(?:[^"\\]|\\.)*"(?:\s*"(?:[^"\\]|\\.)*")*$/ },
	},
	NS: {
		number: 2,
		fields: { target: "host" },
		problem: "target",
		// A delegation of the apex would conflict with the SOA (RFC 1034, 3.6.2).
		refusedAt: ["apex", "wildcard"],
		sample: "x.example",
		typed: { likely: dottedName, meant: /^(?=\S+\.)\S+$/ },
	},
	SRV: {
		number: 33,
		// The target `.` means that the domain does not offer the service (RFC 2782).
		fields: { priority: "priority", weight: "uint16", port: "uint16", target: "host_or_none" },
		problem: "srv",
		refusedAt: ["hostname_service"],
		sample: "0 0 x.example",
		typed: { likely: wholeService, meant: /^\d+\s+\S/, beforeTtl: wholeService },
	},
	// RFC 8659
	CAA: {
		number: 257,
		fields: { flags: "uint8", tag: "tag", value: "quoted" },
		problem: "caa",
		sample: '0 issue "x"',
		typed: {
			likely: /^\d+\s+[a-z]+\s+\S/i,
			meant: /^\d+\s+\S/,
			beforeTtl: /^\d+\s+\S+\s+(?:"[^"]*"|\S+)$/,
		},
	},
} as const satisfies Record<string, TypeRow>;

export type DnsType = keyof typeof rows;
export const typeRows: Readonly<Record<DnsType, TypeRow>> = rows;
// `Object.keys` returns `string[]`, but the keys of the table are the types.
export const recordTypes = Object.keys(rows) as readonly DnsType[];

export function isRecordType(type: string): type is DnsType {
	return Object.hasOwn(rows, type);
}

/** The types that a zone file may also name by their numbers (RFC 3597, 5), and that the bot reads by name. */
const numbered: ReadonlyMap<string, string> = new Map([
	["TYPE6", "SOA"],
	...recordTypes.map((type) => [`TYPE${typeRows[type].number}`, type] as const),
]);

/** `TYPE16` is `TXT`. */
export function typeName(word: string): string {
	const type = word.trim().toUpperCase();
	return numbered.get(type) ?? type;
}

/** Returns the fields of the value, without the priority. Empty for a type that is not in `recordTypes`. */
export function valueFields(type: string): readonly Field[] {
	return fieldsOf(type).filter((field) => field !== "priority");
}

function fieldsOf(type: string): readonly Field[] {
	return isRecordType(type) ? Object.values(typeRows[type].fields) : [];
}

/** False for a type that is not in `recordTypes`, in contrast to `hasPriority`. */
export function hasPriorityField(type: string): boolean {
	return fieldsOf(type)[0] === "priority";
}

export function isNumberField(field: Field): boolean {
	return field === "priority" || field === "uint8" || field === "uint16";
}

export function isTargetField(field: Field): boolean {
	return field === "name" || field === "host" || field === "host_or_none";
}

export function startsWithNumber(type: string): boolean {
	return fieldsOf(type).slice(0, 1).some(isNumberField);
}

/** True for a type whose value ends with a text that may have spaces and semicolons, such as TXT and CAA. */
export function endsInText(type: string): boolean {
	return fieldsOf(type).some((field) => field === "text" || field === "quoted");
}

/** True for a type whose value ends with the name of another host. */
export function hasTarget(type: string): boolean {
	return fieldsOf(type).some(isTargetField);
}

/** True for a type whose value is only the name of another host, such as CNAME and MX. */
export function isTargetOnly(type: string): boolean {
	return hasTarget(type) && valueFields(type).length === 1;
}

/** True for a type with only a priority and a target, such as MX. The bot asks for a missing priority. */
export function isPriorityAndTarget(type: string): boolean {
	return isTargetOnly(type) && hasPriorityField(type);
}

/** Returns the name to which a record leads; undefined if its type has none. The value must be canonical. */
export function targetOf({ type, value }: { type: string; value: string }): string | undefined {
	return hasTarget(type) ? value.split(" ").at(-1) : undefined;
}

/** True for a type whose target must be a host and no alias (RFC 2181, 10.3; RFC 2782). */
export function leadsToHost(type: string): boolean {
	return hasTarget(type) && !fieldsOf(type).includes("name");
}

/** The last word has the rest of the value, with its spaces. */
export function wordsOfValue(value: string, count: number): string[] {
	const words: string[] = [];
	let rest = value;
	while (words.length < count - 1) {
		const [, word = "", after = ""] = /^(\S*)\s*(.*)$/su.exec(rest) ?? [];
		words.push(word);
		rest = after;
	}
	return [...words, rest];
}

/** The results are in the order of zone files and DNS messages. A missing priority is 0. */
export function mapFields<Result>(
	{ type, value, priority }: { type: DnsType; value: string; priority?: number | null | undefined },
	convert: (field: Field, text: string, name: string) => Result,
): Result[] {
	const words = wordsOfValue(value, valueFields(type).length);
	const texts = hasPriorityField(type) ? [String(priority ?? 0), ...words] : words;
	return Object.entries(typeRows[type].fields).map(([name, field], at) => convert(field, texts[at] ?? "", name));
}

/**
 * As any service may send it: the bot may not know its type, and the TTL and the priority may be missing. Code that
 * compares or changes whole zones uses this type, to keep such records unchanged.
 */
export interface AnyRecord {
	/** Upper case. */
	type: string;
	hostname: string;
	value: string;
	ttl?: number | null | undefined;
	priority?: number | null | undefined;
	/**
	 * The service's record. The bot sends it back with only the edited fields changed. Undefined for a record from a
	 * person, a file or a template.
	 */
	raw?: Readonly<Record<string, unknown>> | undefined;
}

export const recordFields = ["type", "hostname", "value", "ttl", "priority"] as const;
/** The bot interprets these fields and aliases, and sends others back unchanged. */
export const knownFields: readonly string[] = [...recordFields, "name", "content"];

/** `domain` is in punycode. `knownTypesOnly`: the service stores only the types in `recordTypes`. */
export interface Zone {
	domain: string;
	defaultTtl: number;
	knownTypesOnly?: true;
}

/** The service answers each code with an English sentence, the bot with one in the person's language. */
export type RecordProblem =
	| "type"
	| "hostname"
	| "hostname_outside"
	| "hostname_twice"
	| Misplacement
	| ValueProblem
	| "target_relative"
	| "target_address"
	| "text_empty"
	| "text_too_long"
	| "text_character"
	| "text_generic"
	| "ttl"
	| "ttl_large"
	| "priority";

export type SetProblem =
	| "duplicate"
	| "alias_beside"
	| "alias_twice"
	| "alias_loop"
	| "target_is_alias"
	| "null_mx_beside";

/** The fields are in the order in which the bot displays them. */
export interface ZoneDiff<Row extends AnyRecord> {
	removed: Row[];
	/** Each pair is displayed as one line. */
	changed: { before: Row; after: Row }[];
	added: Row[];
	/** A number. */
	kept: number;
}

export function absoluteHostname(hostname: string, domain: string): string {
	return hostname === "@" ? domain : `${hostname}.${domain}`;
}
