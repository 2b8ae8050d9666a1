import { readFileSync } from "node:fs";
import { join } from "node:path";
import { texts } from "../../support/texts.ts";

const sources = new Map(
	texts.locales.map((locale) => {
		return [locale, readFileSync(join(import.meta.dirname, "../../../locales", `${locale}.ftl`), "utf8")] as const;
	}),
);
const english = sources.get("en") ?? "";
const keys = new Set([...english.matchAll(/^([a-z][\w-]*) =/gm)].map(([, key]) => key ?? ""));

/**
 * Returns the parts of a text that a person must never see. Examples are a locale key, the name of a variable, and
 * `undefined`.
 */
export function leftovers(text: string): string[] {
	const named = text.match(/\b[a-z][a-z\d]*(?:-[a-z\d]+)+\b/g) ?? [];
	// A word in braces, such as `{shop}`, may be a variable in a DNS template that the person wrote. So it is allowed.
	const raw =
		text.match(/\{(?![a-z]+\})\s*\$?\w*|\$\w+\s*\}|\bundefined\b|\bnull\b|\bNaN\b|\[object|<\/?[a-z]+>/g) ?? [];
	return [...named.filter((word) => keys.has(word)), ...raw];
}

/**
 * Returns the English words in a screen of another language. Skips words that also occur in this language's own texts.
 */
export function englishIn(prose: string, locale: string): string[] {
	const languages = texts.locales.map((each) => texts(each)("language-name"));
	const own = wordsOf([sources.get(locale), ...languages].join("\n"));
	return locale === "en" ? [] : [...wordsOf(prose)].filter((word) => wordsOf(english).has(word) && !own.has(word));
}

/**
 * Returns the Latin words of a text in lower case. Skips tags, placeholders, and parts of domain names and addresses.
 */
function wordsOf(text: string): Set<string> {
	const bare = text.replaceAll(/<[^>]+>|\{[^}]*\}/g, " ").replaceAll(/^[a-z][\w-]* =/gm, " ");
	return new Set([...bare.matchAll(/(?<![\w.@/#-])[A-Za-z]{2,}(?![\w.@-]*\w)/g)].map(([word]) => word.toLowerCase()));
}
