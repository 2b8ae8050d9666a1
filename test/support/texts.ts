import { join } from "node:path";
import { createTexts, type T, type Texts, type Vars } from "../../src/bot/screens/texts.ts";
import { isBlank } from "../../src/rules/blank.ts";

const real = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});

/** The real locale files. A missing key, a missing variable or a blank one fails the test that asked for it. */
export const texts: Texts = Object.assign((...chosen: Parameters<Texts>) => strict(real(...chosen)), {
	locales: real.locales,
	match: real.match,
});

const mark = "\u{e000}";

/** A blank value that is printed leaves a label alone, such as "Reason: ". */
function strict(t: T): T {
	const check = (key: string, vars: Vars = {}) => {
		for (const [name, value] of Object.entries(vars)) {
			// Between quotation marks a space can be seen.
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
