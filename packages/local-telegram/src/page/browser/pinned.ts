import type { ChatView } from "../../protocol.ts";
import { summaryOf } from "./composer/context-bar.ts";
import { button, fill, h, show } from "./dom.ts";
import { icon } from "./icons.ts";
import { t } from "./words.ts";

export function createPinned(jump: (messageId: number) => void) {
	let pinned: number | undefined;
	const text = h("span", { class: "context-text" });
	const element = button(
		{ class: "pinned" },
		() => pinned !== undefined && jump(pinned),
		h("span", { class: "context-about" }, h("span", { class: "context-title" }, t("Pinned message")), text),
		icon("pin"),
	);

	return {
		element,
		update(view: ChatView | undefined): void {
			const message = view?.messages.find(({ message_id }) => message_id === view.pinned_message_id);
			pinned = message?.message_id;
			show(element, message !== undefined);
			fill(text, message && summaryOf(message));
		},
	};
}
