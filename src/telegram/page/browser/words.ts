import { ru } from "./words/ru.ts";

export type Words = keyof typeof ru;

/** The translations by two-letter language code. The key of each text is the English one, which is the fallback. */
const languages: ReadonlyMap<string, Readonly<Record<Words, string>>> = new Map([["ru", ru]]);

let current = "en";

/**
 * Returns the page's language for a person's language code, or for the browser's if there is none. Unsupported
 * languages become English.
 */
export function languageOf(code: string | undefined): string {
	const [primary = ""] = (code ?? navigator.language).toLowerCase().split("-");
	return languages.has(primary) ? primary : "en";
}

/** Sets the page's language. Call this before building the page, because existing elements keep their texts. */
export function setLanguage(language: string): void {
	current = language;
	document.documentElement.lang = language;
}

export function currentLanguage(): string {
	return current;
}

/** Returns a text of the page in the current language, with `{name}` replaced by its value. */
export function t(words: Words, values: Readonly<Record<string, string>> = {}): string {
	const text = languages.get(current)?.[words] ?? words;
	return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
