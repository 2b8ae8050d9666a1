import { readFileSync } from "node:fs";
import { idna } from "@domains/contract/names.ts";
import { toUnicode } from "tr46";

/**
 * Prints the table of `packages/contract/src/confusables.ts`: `node .ci/confusables.ts confusables.txt`. The argument is the file of
 * UTS 39 from https://www.unicode.org/Public/security/latest/. It is also in the source of ICU, in `data/unidata`. Run
 * it for each version of Unicode that Node takes up (`node -p process.versions.unicode`).
 */
const [, , file = ""] = process.argv;
const rows = new Map<string, string[]>();
for (const line of readFileSync(file, "utf8").split("\n")) {
	const [, source = "", target = ""] = /^([\dA-F]+) ;\t([\dA-F ]+) ;\tMA/.exec(line) ?? [];
	if (source === "") continue;
	const prototype = textOf(target);
	if (!/^[a-z\d]+$/i.test(prototype) || !isInNames(textOf(source))) continue;
	const like = prototype.toLowerCase();
	rows.set(like, [...(rows.get(like) ?? []), source.toLowerCase()]);
}
for (const [like, sources] of [...rows].sort()) console.log([like, ...sources].join(" "));

function textOf(codes: string): string {
	return String.fromCodePoint(...codes.split(" ").map((code) => Number.parseInt(code, 16)));
}

/** True for a letter or digit outside ASCII that a domain name may contain, and that UTS 46 does not map to others. */
function isInNames(character: string): boolean {
	const { domain, error } = toUnicode(character, { ...idna, checkBidi: false, checkJoiners: false });
	return !error && domain === character && /^[^\0-\x7f]$/u.test(character) && /[\p{L}\p{Nd}\u3007]/u.test(character);
}
