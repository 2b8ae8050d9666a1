import { join } from "node:path";
import { isBlank } from "@domains/contract/bounds.ts";
import { createTexts, type T, type Texts, type Vars } from "../../src/bot/screens/texts.ts";

const real = createTexts({
	directory: join(import.meta.dirname, "../../locales"),
	onMissing(locale, problem) {
		throw new Error(`${locale}: ${problem}`);
	},
});

/** The real locale files. A missing key, a missing variable or a blank value throws. */
export const texts: Texts = Object.assign((...chosen: Parameters<Texts>) => strict(real(...chosen)), {
	locales: real.locales,
	match: real.match,
});

const mark = "\u{e000}";

/** A blank value would leave an incomplete text such as "Reason: ". */
function strict(t: T): T {
	const check = (key: string, vars: Vars = {}) => {
		for (const [name, value] of Object.entries(vars)) {
			// Between quotation marks, a reader sees that a value is blank.
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

/** Without HTML tags, and with entities decoded. */
export function words(t: T, key: string, vars: Vars = {}): string {
	return plain(t.html(key, vars));
}

/** Without HTML tags, and with entities decoded. */
export function plain(markup: { toString(): string }): string {
	return markup
		.toString()
		.replaceAll(/<[^>]+>/g, "")
		.replaceAll("&lt;", "<")
		.replaceAll("&gt;", ">")
		.replaceAll("&amp;", "&");
}

/** The test does not know the value. Use it with `like`. */
export const anything = "\u{fffc}";

/** `anything` matches any characters within one line. */
export function like(text: string): RegExp {
	const parts = text.split(anything).map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
	return new RegExp(parts.join("[^\n]*"));
}
