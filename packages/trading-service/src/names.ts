import {
	countCharacters,
	type DomainName,
	isTrimmed,
	longestName,
	type NameProblem,
	type NameRefusal,
	parseDomain,
	parseLabel,
} from "@domains/contract/names.ts";
import { findTld } from "@domains/contract/tlds.ts";
import { quote, Refusal } from "./refusal.ts";
import type { Price, PriceList } from "./store/prices.ts";

const sentences: Record<NameProblem, string> = {
	empty: "the name is empty",
	empty_label: "a part between two dots is empty",
	label_too_long: "a part is longer than 63 characters",
	name_too_long: "it is longer than 253 characters",
	character: "a character is not allowed",
	spaces: "it contains spaces",
	no_name: "it contains spaces",
	symbol: "symbols are not allowed",
	hyphen: "a part begins or ends with a hyphen",
	reserved_hyphens: "a part has hyphens in third and fourth place",
	direction_mark: "it contains an invisible mark of writing direction",
	direction: "it mixes writing directions",
	joiner: "an invisible joiner is not allowed at its place",
	punycode: "a part is not valid punycode",
	no_ending: "it has no zone, such as .com",
	address: "it is an IP address",
	mail_address: "it is a mail address",
};

/** The domain may be in any account or in none. */
export function readName(text: string): DomainName {
	requireShort(text);
	requireBare(text);
	const name = parseDomain(text);
	if (name.ok) return name;
	throw new Refusal("invalid_name", `${quote(text)} is not a domain name: ${explain(name)}.`);
}

/** A text that is not a well-formed name is unchanged, but truncated if it is longer than any name. */
export function canonicalName(text: string): string {
	const name = parseDomain(text);
	return name.ok && isTrimmed(text) ? name.ascii : echoName(text);
}

/** Truncates a text that is longer than any name, to limit the size of answers. */
export function echoName(text: string): string {
	return isOverlong(text) ? quote(text) : text;
}

/** Compares `length` first, to avoid counting the characters of a huge text. */
function isOverlong(text: string): boolean {
	return text.length > 2 * longestName || countCharacters(text) > longestName;
}

/** Call it before other checks, because their time grows with the length. */
function requireShort(text: string): void {
	if (isOverlong(text)) throw new Refusal("invalid", `${quote(text)} is not a name: ${sentences.name_too_long}.`);
}

/** A name without its TLD, such as `my-shop`. A search combines it with every TLD on sale. */
export function readBase(text: string): DomainName {
	requireShort(text);
	requireBare(text);
	const name = parseLabel(text);
	if (name.ok) return name;
	throw new Refusal("invalid_name", `${quote(text)} is not the base of a name: ${explain(name)}.`);
}

/** Throws a refusal if no price is known. */
export function requirePrices({ isEmpty }: Pick<PriceList, "isEmpty">): void {
	if (isEmpty) throw new Refusal("trouble", "The price list has not been read yet. Try again in a minute.");
}

/** Throws a refusal unless the TLD is on sale and the name is directly below it. */
export function priceOfName(name: DomainName, prices: PriceList): Price {
	requirePrices(prices);
	if (prices.tlds.has(name.ascii)) throw new Refusal("not_sold", `${name.unicode} is a zone itself.`);
	const place = findTld(name.ascii, prices.tlds);
	const price = place && prices.byTld.get(place.tld);
	if (!price) throw new Refusal("not_sold", `The zone of ${name.unicode} is not sold here.`);
	if (place.host === "") return prices.byName?.get(name.ascii) ?? price;
	throw new Refusal(
		"not_sold",
		`${name.unicode} is a subdomain of ${place.domain}; only ${place.domain} can be ordered.`,
	);
}

/**
 * A space or invisible mark at an end suggests that the program built the name wrongly. A silent correction could order
 * the wrong name.
 */
function requireBare(text: string): void {
	if (isTrimmed(text)) return;
	throw new Refusal("invalid_name", `${quote(text)} begins or ends with a space, a line break or an invisible mark.`);
}

function explain({ problem, part }: NameRefusal): string {
	return part === undefined || problem === "spaces" ? sentences[problem] : `${sentences[problem]} (${quote(part)})`;
}
