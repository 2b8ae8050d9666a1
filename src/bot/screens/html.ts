/** Text in Telegram's HTML whose values were escaped; only this file makes one. */
export class Html {
	readonly #markup: string;

	private constructor(markup: string) {
		this.#markup = markup;
	}

	/** For markup that we wrote ourselves: templates below and our own locale files. */
	static trusted(markup: string): Html {
		return new Html(markup);
	}

	toString(): string {
		return this.#markup;
	}
}

/** A template whose values are escaped, unless they are `Html` already. */
export function html(strings: TemplateStringsArray, ...values: (string | number | Html)[]): Html {
	return Html.trusted(String.raw({ raw: strings }, ...values.map((value) => escapeHtml(value))));
}

/** Joins what is there; whatever a condition left empty falls out. */
export function lines(parts: readonly (Html | false | "" | null | undefined)[], separator = "\n"): Html {
	const present = parts.map((part) => (part ? part.toString() : "")).filter((part) => part !== "");
	return Html.trusted(present.join(separator));
}

/** Cuts in the middle, because both ends of a name tell it apart. Counts characters, not code units. */
export function shorten(text: string, most: number): string {
	const characters = [...text];
	if (characters.length <= most) return text;
	const kept = Math.floor((most - 1) / 2);
	return `${characters.slice(0, most - 1 - kept).join("")}…${characters.slice(-kept).join("")}`;
}

/** The one place where a value becomes markup. */
export function escapeHtml(value: string | number | Html): string {
	if (value instanceof Html) return value.toString();
	return String(value).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
