import type { ReplyKeyboardView } from "../../../protocol.ts";
import { button, fill, h, show } from "../dom.ts";

/** The keyboard below the input: each of its buttons sends its own words. */
export function createReplyKeyboard(say: (text: string) => void) {
	const element = h("div", { class: "reply-keyboard", role: "group", "aria-label": "Suggested answers" });
	let shown = "";

	function update(keyboard: ReplyKeyboardView | undefined): void {
		const look = JSON.stringify(keyboard);
		if (look === shown) return;
		shown = look;
		show(element, keyboard !== undefined);
		fill(element, ...(keyboard?.rows ?? []).map(renderRow));
	}

	function renderRow(row: { text: string }[]): HTMLElement {
		const keys = row.map(({ text }) => button({ class: "reply-key" }, () => say(text), text));
		return h("div", { class: "keyboard-row" }, ...keys);
	}

	show(element, false);
	return { element, update };
}
