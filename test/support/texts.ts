import { join } from "node:path";
import { createTexts, type T, type Vars } from "../../src/bot/texts.ts";

/** The real locale files; a missing key or variable fails the test that asked for it. */
export const texts = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});

/** What a person reads of a text: tags gone, entities resolved. */
export function words(t: T, key: string, vars: Vars = {}): string {
	return plain(t.html(key, vars));
}

/** What a person reads of markup. */
export function plain(markup: { toString(): string }): string {
	return markup
		.toString()
		.replaceAll(/<[^>]+>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

/** A value that is not known beforehand. */
export const anything = "\u{fffc}";

/** Matches these words, whatever stands for `anything` in them. */
export function like(text: string): RegExp {
	const parts = text.split(anything).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(parts.join("[^\n]*"));
}
