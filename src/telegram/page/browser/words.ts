import { ru } from "./words/ru.ts";

export type Words = keyof typeof ru;

/** By the language's two letters. English stands in the code, and wherever the page does not speak a language. */
const languages: ReadonlyMap<string, Readonly<Record<Words, string>>> = new Map([["ru", ru]]);

let current = "en";

/** The language of a person, or of the browser where the person has none; English where the page does not speak it. */
export function languageOf(code: string | undefined): string {
	const [primary = ""] = (code ?? navigator.language).toLowerCase().split("-");
	return languages.has(primary) ? primary : "en";
}

/** Chosen before the page is built: what stands there already keeps its words. */
export function speak(language: string): void {
	current = language;
	document.documentElement.lang = language;
}

export function spoken(): string {
	return current;
}

/** The page's own words in the language that it speaks, with `{name}` replaced by its value. */
export function t(words: Words, values: Readonly<Record<string, string>> = {}): string {
	const said = languages.get(current)?.[words] ?? words;
	return said.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
