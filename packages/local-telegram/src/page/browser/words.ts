import { ru } from "./words/ru.ts";

export type Words = keyof typeof ru;

/**
 * The keys are two-letter language codes. The key of each text is its English version, which is shown if there is no translation.
 */
const languages: ReadonlyMap<string, Readonly<Record<Words, string>>> = new Map([["ru", ru]]);

let current = "en";

/** Without a code, uses the browser's language. Falls back to English. */
export function languageOf(code: string | undefined): string {
	const [primary = ""] = (code ?? navigator.language).toLowerCase().split("-");
	return languages.has(primary) ? primary : "en";
}

/** Call it before the page is built, because existing elements do not change their texts. */
export function setLanguage(language: string): void {
	current = language;
	document.documentElement.lang = language;
}

export function currentLanguage(): string {
	return current;
}

/** Replaces placeholders such as `{name}`. */
export function t(words: Words, values: Readonly<Record<string, string>> = {}): string {
	const text = languages.get(current)?.[words] ?? words;
	return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}
