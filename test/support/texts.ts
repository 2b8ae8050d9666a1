import { join } from "node:path";
import { createTexts, type T, type Texts, type Vars } from "../../src/bot/screens/texts.ts";
import { isBlank } from "../../src/rules/blank.ts";

const real = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});

/** The real locale files. A test fails if it uses a missing key, or a missing or blank variable. */
export const texts: Texts = Object.assign((...chosen: Parameters<Texts>) => strict(real(...chosen)), {
	locales: real.locales,
	match: real.match,
});

const mark = "\u{e000}";

/** Makes a text function that fails on blank values, which would leave a label such as "Reason: " alone. */
function strict(t: T): T {
	const check = (key: string, vars: Vars = {}) => {
		for (const [name, value] of Object.entries(vars)) {
			// Between quotation marks a blank is visible.
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

/** A text of the locale as a person reads it: without tags, with entities decoded. */
export function words(t: T, key: string, vars: Vars = {}): string {
	return plain(t.html(key, vars));
}

/** Removes tags and decodes entities. */
export function plain(markup: { toString(): string }): string {
	return markup
		.toString()
		.replaceAll(/<[^>]+>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

/** Placeholder for a value that the test does not know. */
export const anything = "\u{fffc}";

/** Matches this text, with anything in place of `anything`. */
export function like(text: string): RegExp {
	const parts = text.split(anything).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(parts.join("[^\n]*"));
}
