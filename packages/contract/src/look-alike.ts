import { confusables } from "./confusables.ts";

/**
 * `mixed`: one label mixes scripts that are not written together. `looks_latin`: each character of a label looks like
 * an ASCII one, and so does the TLD.
 */
type LookAlikeKind = "mixed" | "looks_latin";

export interface LookAlike {
	kind: LookAlikeKind;
	/** In ASCII. Undefined if a mixed name does not look like another one. */
	imitates?: string;
	/** Of the letters outside ASCII and, in a mixed name, of all letters. ISO 15924 codes, such as `Cyrl`. */
	scripts: string[];
}

/**
 * Follows the rules and tables of UTS 39. The bot warns before such a name is bought, but does not refuse it. `labels` are
 * in Unicode, as UTS 46 maps them.
 */
export function lookAlike(labels: readonly string[]): LookAlike | undefined {
	const foreign = labels.filter((label) => !isAscii(label));
	if (foreign.length === 0) return undefined;
	const ascii = labels.map(asciiSpelling);
	const isImitation = ascii.at(-1) !== undefined && foreign.some((label) => asciiSpelling(label) !== undefined);
	const imitates = labels.map((label, at) => ascii[at] ?? label).join(".");
	const mixed = foreign.filter(isMixed);
	const kind = mixed.length > 0 ? "mixed" : isImitation ? "looks_latin" : undefined;
	if (kind === undefined) return undefined;
	const letters = kind === "mixed" ? mixed.join("") : foreign.join("").replaceAll(/[\0-\x7f]/g, "");
	const scripts = scriptsOf(letters);
	// Without other letters, only a mark on a Latin one is outside ASCII.
	return { kind, scripts: scripts.length > 0 ? scripts : ["Latn"], ...(isImitation && { imitates }) };
}

function isAscii(label: string): boolean {
	return /^[\0-\x7f]*$/.test(label);
}

/** Above a letter that has a dot already, or that covers it, the dot is invisible (UTS 39, 5.4). */
const hiddenDot = /(?<=[\p{Soft_Dotted}l\u0131\u0237])\u0307+/gu;

/**
 * Small capitals, of which UTS 39 lists only those that look like a small letter, such as `ᴏ`. Also letters with a hook
 * or a bar, which it lists as a letter with a mark or, as `Ƅ`, only in upper case.
 */
const otherLetters: ReadonlyMap<string, string> = new Map(
	["aᴀ bʙ dᴅ eᴇ gɢ hʜ jᴊ kᴋ lʟ mᴍ nɴ pᴘ rʀ tᴛ yʏ", "bƅ bƃ bɓ dƌ dɗ gɠ hɦ kƙ pƥ tƭ"]
		.flatMap((row) => row.split(" "))
		.map(([to = "", from = ""]) => [from, to]),
);

/** The skeleton (UTS 39, 4), which also reads the letters of `otherLetters`. */
function asciiSpelling(label: string): string | undefined {
	const characters = [...label.normalize("NFD").replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")];
	const spelling = characters.map((each) => confusables.get(each) ?? otherLetters.get(each) ?? each).join("");
	const visible = spelling.replaceAll(hiddenDot, "");
	return isAscii(visible) ? visible : undefined;
}

/** Recommended for names (UAX 31, table 5). All others count as one unknown script. */
const recommended = [
	"Latn Cyrl Grek Armn Arab Hebr Geor Ethi Thaa Hani Hira Kana Bopo Hang Deva Beng Guru Gujr Orya Taml Telu Knda Mlym",
	"Sinh Thai Laoo Tibt Mymr Khmr",
].flatMap((row) => row.split(" "));
const unknownScript = "Zzzz";
const patterns = recommended.map((code) => {
	return { code, own: new RegExp(`\\p{sc=${code}}`, "u"), used: new RegExp(`\\p{scx=${code}}`, "u") };
});
/** Digits, hyphens and marks go with every script. */
const common = /[\p{scx=Zyyy}\p{scx=Zinh}]/u;
/** Writing systems of several scripts (UTS 39, 5.1). */
const systems: ReadonlyMap<string, readonly string[]> = new Map([
	["Hani", ["Hanb", "Jpan", "Kore"]],
	["Bopo", ["Hanb"]],
	["Hira", ["Jpan"]],
	["Kana", ["Jpan"]],
	["Hang", ["Kore"]],
]);

/** The order is that of `recommended`. Combining marks and digits of all scripts have none. */
function scriptsOf(letters: string): string[] {
	const found = patterns.filter(({ own }) => own.test(letters)).map(({ code }) => code);
	const isKnown = (each: string) => common.test(each) || patterns.some(({ used }) => used.test(each));
	return [...letters].every(isKnown) ? found : [...found, unknownScript];
}

/** Not "highly restrictive" (UTS 39, 5.2): Latin may stand next to Chinese, Japanese and Korean. */
function isMixed(label: string): boolean {
	const sets = [...label].filter((each) => !common.test(each)).map(systemsOf);
	const others = sets.filter((set) => !set.includes("Latn"));
	return sharedBy(sets).length === 0 && !sharedBy(others).some((each) => ["Hanb", "Jpan", "Kore"].includes(each));
}

function systemsOf(character: string): readonly string[] {
	const used = patterns.filter((each) => each.used.test(character)).map(({ code }) => code);
	return used.length === 0 ? [unknownScript] : used.flatMap((code) => [code, ...(systems.get(code) ?? [])]);
}

/** Characters of every script leave all systems. */
function sharedBy(sets: readonly (readonly string[])[]): readonly string[] {
	const [first = [unknownScript], ...rest] = sets;
	return first.filter((each) => rest.every((set) => set.includes(each)));
}
