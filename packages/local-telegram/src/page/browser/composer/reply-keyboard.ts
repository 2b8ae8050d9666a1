import type { ReplyKeyboardView } from "../../../protocol.ts";
import { button, fill, h, show } from "../dom.ts";
import { t } from "../words.ts";

/** A press sends the button's label, and hides a one-time keyboard. */
export function createReplyKeyboard(say: (text: string) => void) {
	const element = h("div", { class: "reply-keyboard", role: "group", "aria-label": t("Suggested answers") });
	let shown = "";
	let once = false;

	function update(keyboard: ReplyKeyboardView | undefined): void {
		const look = JSON.stringify(keyboard);
		if (look === shown) return;
		shown = look;
		once = keyboard?.one_time === true;
		show(element, keyboard !== undefined);
		fill(element, ...(keyboard?.rows ?? []).map(renderRow));
	}

	function renderRow(row: ReplyKeyboardView["rows"][number]): HTMLElement {
		const keys = row.map(({ text, style }) => button({ class: `reply-key ${style ?? ""}` }, () => press(text), text));
		return h("div", { class: "keyboard-row" }, ...keys);
	}

	function press(text: string): void {
		say(text);
		show(element, !once);
	}

	show(element, false);
	return { element, update };
}
