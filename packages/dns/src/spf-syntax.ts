import { isIPv4, isIPv6 } from "node:net";

/**
 * Why receivers cannot use an SPF record (`permerror` of RFC 7208). `part` names the place:
 * - `term`: a word that is no mechanism and no modifier (4.6.1), or that has a wrong name or prefix length.
 * - `address`: an IP address that does not exist.
 * - `twice`: `redirect` or `exp`, of which a record may have only one (6).
 * - `include`: a name that the record includes, and that has no SPF record (5.2 and 6.1).
 * - `included`: a name that the record includes, and whose SPF record is broken itself.
 */
export interface SpfProblem {
	reason: "term" | "address" | "twice" | "include" | "included";
	part: string;
}

const macro = String.raw`%\{[slodiphcrtv]\d*r?[-.+,/_=]*\}`;
/** A text with macros (RFC 7208, 7.1). A percent sign can only begin a macro or one of `%%`, `%_` and `%-`. */
const macros = `(?:${macro}|%[%_-]|[!-$&-~])*`;
/** A name with macros. It ends with a macro, or with a dot and a label that is not only digits. */
const name = new RegExp(String.raw`^${macros}(?:${macro}|\.(?!\d+\.?$)[a-z\d](?:[a-z\d-]*[a-z\d])?\.?)$`, "i");
/** Any modifier. Receivers ignore those that they do not know (RFC 7208, 6). */
const modifier = new RegExp(String.raw`^([a-z][\w.-]*)=(${macros})$`, "i");

/** Returns the first problem of an SPF record (`isSpf`). Null if it has none. Does not read the included records. */
export function spfProblem(text: string): SpfProblem | null {
	const terms = text.trim().split(/\s+/).slice(1);
	const seen = new Set<string>();
	for (const part of terms) {
		const [, key = "", value = ""] = modifier.exec(part) ?? [];
		const known = /^(?:redirect|exp)$/i.test(key) ? key.toLowerCase() : null;
		if (known !== null && seen.has(known)) return { reason: "twice", part: known };
		if (known !== null) seen.add(known);
		const isFine = known === null ? key !== "" : name.test(value);
		const reason = isFine ? null : mechanismProblem(part.replace(/^[-~?+]/, ""));
		if (reason) return { reason, part };
	}
	return null;
}

/** Returns what is wrong with a mechanism (RFC 7208, 5). `text` has no qualifier, such as the `-` of `-all`. */
function mechanismProblem(text: string): "term" | "address" | null {
	const [, key = "", rest = ""] = /^([a-z\d]+)(.*)$/i.exec(text) ?? [];
	const word = key.toLowerCase();
	if (word === "ip4" || word === "ip6") {
		const [, address, length] = /^:([^/]+)(?:\/(.*))?$/.exec(rest) ?? [];
		if (address === undefined || !isLength(length, word === "ip4" ? 32 : 128)) return "term";
		// An IPv6 address in a record must not have a zone, such as `%eth0`.
		const isAddress = word === "ip4" ? isIPv4(address) : isIPv6(address) && !address.includes("%");
		return isAddress ? null : "address";
	}
	return isNamed(word, rest) ? null : "term";
}

function isNamed(word: string, rest: string): boolean {
	if (word === "all") return rest === "";
	if (word === "include" || word === "exists") return rest.startsWith(":") && name.test(rest.slice(1));
	if (word === "ptr") return rest === "" || (rest.startsWith(":") && name.test(rest.slice(1)));
	if (word !== "a" && word !== "mx") return false;
	// The name can be followed by a prefix length for IPv4, for IPv6, or for both: `/24`, `//64`, `/24//64`.
	const [, host = "", four, six] = /^(.*?)(?:\/(\d*))?(?:\/\/(\d*))?$/.exec(rest) ?? [];
	return (
		isLength(four, 32) && isLength(six, 128) && (host === "" || (host.startsWith(":") && name.test(host.slice(1))))
	);
}

/** True if there is no prefix length, or a correct one of at most `most` bits. */
function isLength(text: string | undefined, most: number): boolean {
	return text === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(text) && Number(text) <= most);
}
