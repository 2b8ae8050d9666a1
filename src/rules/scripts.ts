/**
 * `mixed`: one label mixes letters of look-alike alphabets. `looks_latin`: a Cyrillic label reads as Latin, and the
 * extension is Latin.
 */
export type LookAlike = "mixed" | "looks_latin";

const alphabets = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u];
/** Cyrillic letters that look like Latin ones (Unicode's confusables, lower case only). */
const latinTwins = /^[аеорсухіјѕһԁԛԝӏ\d-]+$/u;

/**
 * Returns why a name can be mistaken for another one; undefined if it cannot. The bot warns before such a name is
 * bought, but does not refuse it.
 */
export function lookAlike(labels: readonly string[]): LookAlike | undefined {
	if (labels.every((label) => /^[\x21-\x7e]*$/.test(label))) return undefined;
	if (labels.some((label) => alphabets.filter((alphabet) => alphabet.test(label)).length > 1)) return "mixed";
	const [ending = "", ...rest] = labels.toReversed();
	const latinEnding = /^[a-z]+$/.test(ending);
	const twin = rest.some((label) => latinTwins.test(label) && /\p{Script=Cyrillic}/u.test(label));
	return latinEnding && twin ? "looks_latin" : undefined;
}
