import { ru } from "./words/ru.ts";

export type Words = keyof typeof ru;

/** Keyed by two-letter language code. English is in the code, and the fallback for other languages. */
const languages: ReadonlyMap<string, Readonly<Record<Words, string>>> = new Map([["ru", ru]]);

let current = "en";

/** The person's language, or the browser's if the person has none; English if the page does not support it. */
export function languageOf(code: string | undefined): string {
	const [primary = ""] = (code ?? navigator.language).toLowerCase().split("-");
	return languages.has(primary) ? primary : "en";
}

/** Must be called before the page is built: existing elements keep their texts. */
export function setLanguage(language: string): void {
	current = language;
	document.documentElement.lang = language;
}

export function currentLanguage(): string {
	return current;
}

/** The page's text in the current language, with `{name}` replaced by its value. */
export function t(words: Words, values: Readonly<Record<string, string>> = {}): string {
	const text = languages.get(current)?.[words] ?? words;
	return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
