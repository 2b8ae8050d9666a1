import type { ChatView } from "../../protocol.ts";
import { fill, h, show } from "./dom.ts";
import { t } from "./words.ts";

export function createEmptyChat() {
	const element = h("div", { class: "empty-chat" });
	let shown = "";

	function update(view: ChatView | undefined): void {
		const empty = view !== undefined && view.messages.length === 0;
		show(element, empty);
		const look = JSON.stringify([view?.bot, view?.chat, view?.started]);
		if (!empty || look === shown) return;
		shown = look;
		fill(element, h("div", { class: "empty-card", dir: "auto" }, ...linesOf(view)));
	}

	return { element, update };
}

function linesOf({ bot, chat }: ChatView): Node[] {
	if (chat.type !== "private") return [h("strong", {}, t("No messages here yet…"))];
	if (bot.description) return [h("strong", {}, t("What can this bot do?")), h("p", {}, bot.description)];
	return [h("strong", {}, t("No messages here yet…")), h("p", {}, t("Press START to begin."))];
}
