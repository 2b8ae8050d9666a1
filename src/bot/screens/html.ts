/** Markup in Telegram's HTML, in which all values are escaped. Only `Html.trusted` creates instances. */
export class Html {
	readonly #markup: string;

	private constructor(markup: string) {
		this.#markup = markup;
	}

	/** Wraps markup without escaping it. Only the functions in `screens/` may call it, for templates and locale texts. */
	static trusted(markup: string): Html {
		return new Html(markup);
	}

	toString(): string {
		return this.#markup;
	}
}

/** A template tag that escapes every value except instances of `Html`. */
export function html(strings: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
	return Html.trusted(String.raw({ raw: strings }, ...values.map((value) => escapeHtml(value))));
}

export type Part = Html | false | "" | null | undefined;

/** Joins the parts that are not empty. */
export function lines(parts: readonly Part[], separator = "\n"): Html {
	const present = parts.map((part) => (part ? part.toString() : "")).filter((part) => part !== "");
	return Html.trusted(present.join(separator));
}

/** Joins the parts that are not empty, with an empty line between two parts. */
export function paragraphs(parts: readonly Part[]): Html {
	return lines(parts, "\n\n");
}

export function plainText(markup: Html): string {
	const text = markup.toString().replaceAll(/<[^>]*>/g, "");
	return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/**
 * Truncates a text to `most` characters. Cuts in the middle, because both ends of a domain name matter to identify it.
 * Counts Unicode characters, not UTF-16 units.
 */
export function shorten(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	const kept = Math.floor((most - 1) / 2);
	return `${characters.slice(0, most - 1 - kept).join("")}…${characters.slice(-kept).join("")}`;
}

/**
 * Characters that a person cannot see, because Telegram removes them or no client shows them: controls, direction
 * marks, tags, fillers, and three combining marks. Joiners and variation selectors belong to emoji and some scripts.
 */
const unseen =
	/[\p{Cc}--\n]|[\p{Default_Ignorable_Code_Point}--[\u200c\u200d\ufe00-\ufe0f]]|[\u2028\u2029]|\u0333|\u033f|\u030a/gv;

/**
 * Replaces each character that a person cannot see with its code point, such as `⟨U+202E⟩`. Used for texts that a
 * person must check.
 */
export function visibleText(text: string): string {
	return text.replace(
		unseen,
		(each) => `⟨U+${(each.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`,
	);
}

/**
 * Escapes a value for markup. Returns `Html` unchanged. Every function that turns a value into markup calls this
 * function.
 */
export function escapeHtml(value: string | number | Html): string {
	if (value instanceof Html) return value.toString();
	return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A text from outside the bot, truncated so that the bot's own text fits in the same message. */
export function quoted(text: string): Html {
	return html`<blockquote expandable>${shorten(text, 600)}</blockquote>`;
}
