export class Html {
	readonly text: string;

	constructor(text: string) {
		this.text = text;
	}
}

type Part = Html | string | number | undefined | false | readonly Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
	return new Html(strings.reduce((text, string, index) => text + textOf(parts[index - 1]) + string));
}

function textOf(part: Part): string {
	if (part === undefined || part === false) return "";
	if (part instanceof Html) return part.text;
	if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
	return part.map(textOf).join("");
}

const entities = new Map(Object.entries({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }));

function escapeText(text: string): string {
	return text.replaceAll(/[&<>"']/g, (character) => entities.get(character) ?? character);
}
