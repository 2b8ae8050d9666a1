/** Matches a token of JSON. A string without its last quotation mark does not match. */
const token =
	/\s*([{}[\],:]|"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?(?![\w.])|(?:true|false|null)(?!\w))/iuy;

/** What the next token must be. For `first value` and `first key`, it may also be the closing bracket. */
type Next = "value" | "first value" | "key" | "first key" | "colon" | "comma";

/**
 * Returns the index of the first character that breaks the JSON. The messages of `JSON.parse` do not always contain
 * this index. If the JSON only ends too early, returns the length of the text.
 */
export function brokenAt(text: string): number {
	/** The brackets that must still be closed, the innermost one last. */
	const open: ("}" | "]")[] = [];
	let next: Next | undefined = "value";
	let at = 0;
	for (;;) {
		token.lastIndex = at;
		const [whole = "", found = ""] = token.exec(text) ?? [];
		next = found === "" ? undefined : follow(found, next, open);
		if (next === undefined) return text.slice(at).trim() === "" ? text.length : at + text.slice(at).search(/\S/);
		at += whole.length;
	}
}

/** Checks the token `found` against `next`, and returns what must follow it. Undefined if it does not fit `next`. */
function follow(found: string, next: Next, open: ("}" | "]")[]): Next | undefined {
	const inner = open.at(-1);
	if (found === "}" || found === "]") {
		const mayClose = next === "comma" || next === (found === "]" ? "first value" : "first key");
		return mayClose && open.pop() === found ? "comma" : undefined;
	}
	if (found === ",") return next === "comma" && inner ? (inner === "]" ? "value" : "key") : undefined;
	if (found === ":") return next === "colon" ? "value" : undefined;
	if (next === "key" || next === "first key") return found.startsWith('"') ? "colon" : undefined;
	if (next !== "value" && next !== "first value") return undefined;
	if (found !== "{" && found !== "[") return "comma";
	open.push(found === "{" ? "}" : "]");
	return found === "{" ? "first key" : "first value";
}
