import { join } from "node:path";
import { isBlank } from "@domains/contract/blank.ts";
import { createTexts, type T, type Texts, type Vars } from "../../src/bot/screens/texts.ts";

const real = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});

/** The texts of the real locale files. A missing key, a missing variable or a blank value throws. */
export const texts: Texts = Object.assign((...chosen: Parameters<Texts>) => strict(real(...chosen)), {
	locales: real.locales,
	match: real.match,
});

const mark = "\u{e000}";

/**
 * Wraps a text function so that a blank value throws. A blank value would leave an incomplete text such as "Reason: ".
 */
function strict(t: T): T {
	const check = (key: string, vars: Vars = {}) => {
		for (const [name, value] of Object.entries(vars)) {
			// A blank value between quotation marks is allowed, because a reader sees that it is blank.
			const shown = isBlank(String(value)) ? t(key, { ...vars, [name]: mark }).replace(/[“«"]\u{e000}[”»"]/u, "") : "";
			if (!shown.includes(mark)) continue;
			throw new Error(`${t.locale}: ${key}: the variable ${name} is blank`);
		}
	};
	const plain = (key: string, vars?: Vars) => {
		check(key, vars);
		return t(key, vars);
	};
	const html = (key: string, vars?: Vars) => {
		check(key, vars);
		return t.html(key, vars);
	};
	return Object.assign(plain, { ...t, html });
}

/** Returns a text of the locale as a person reads it: without HTML tags, and with entities decoded. */
export function words(t: T, key: string, vars: Vars = {}): string {
	return plain(t.html(key, vars));
}

/** Returns a text without HTML tags, and with entities decoded. */
export function plain(markup: { toString(): string }): string {
	return markup
		.toString()
		.replaceAll(/<[^>]+>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

/** A placeholder for a value that the test does not know. Use it with `like`. */
export const anything = "\u{fffc}";

/** Returns a pattern for this text. `anything` in it matches any characters within one line. */
export function like(text: string): RegExp {
	const parts = text.split(anything).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(parts.join("[^\n]*"));
}
