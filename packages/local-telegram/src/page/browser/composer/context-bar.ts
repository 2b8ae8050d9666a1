import type { MessageView } from "../../../protocol.ts";
import { button, fill, h, show } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";

export type Context = { kind: "reply" | "edit"; message: MessageView };

export function createContextBar(onClose: () => void) {
	const element = h("div", { class: "context-bar" });
	let current: Context | undefined;

	function set(context: Context | undefined): void {
		current = context;
		show(element, context !== undefined);
		fill(element, ...(context ? render(context) : []));
	}

	function render({ kind, message }: Context): Node[] {
		const name = message.from === "person" ? "yourself" : message.sender.first_name;
		const title = kind === "edit" ? t("Edit message") : t("Reply to {name}", { name });
		return [
			icon(kind),
			h(
				"div",
				{ class: "context-about" },
				h("span", { class: "context-title" }, title),
				h("span", { class: "context-text" }, summaryOf(message)),
			),
			button({ class: "icon-button", "aria-label": t("Cancel") }, onClose, icon("close")),
		];
	}

	set(undefined);
	return { element, set, current: () => current };
}

/** The text, the file name, or the kind of message. */
export function summaryOf(message: MessageView): string {
	const text = message.text ?? message.caption;
	if (text) return text.replaceAll(/\s+/g, " ");
	if (message.document) return message.document.file_name;
	if (message.photo) return t("Photo");
	return message.sticker ? t("Sticker {emoji}", { emoji: message.sticker.emoji }) : t("Message");
}
