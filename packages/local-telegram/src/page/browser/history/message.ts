import type { MessageView } from "../../../protocol.ts";
import { h, listen } from "../dom.ts";
import { formatTime } from "../rich-text/date-time.ts";
import { t } from "../words.ts";
import { type MessageActions, renderBubble, type Surroundings } from "./bubble.ts";
import { renderKeyboard } from "./keyboard.ts";
import type { Row } from "./layout.ts";

export function renderMessage(row: Row, around: Surroundings, actions: MessageActions): HTMLElement {
	const { message } = row;
	if (message.service !== undefined) return h("div", { class: "service" }, h("span", {}, message.service));
	const own = message.from === "person";
	const classes = [
		"message",
		own ? "out" : "in",
		row.opensRun && "opens",
		row.closesRun && "closes",
		around.shared && !own && "with-face",
	];
	const article = h(
		"article",
		{
			class: classes.filter(Boolean).join(" "),
			tabindex: -1,
			"data-id": message.message_id,
			"aria-label": `${own ? t("You") : message.sender.first_name}, ${formatTime(message.date, around.reader)}`,
		},
		h(
			"div",
			{ class: "column" },
			renderBubble(row, around, actions),
			message.keyboard &&
				renderKeyboard(message.keyboard, (view, line, column) => actions.tap(message, view, line, column)),
		),
	);
	return listen(article, { contextmenu: (event) => openMenu(event, message, actions) });
}

function openMenu(event: MouseEvent, message: MessageView, actions: MessageActions): void {
	const selected = getSelection()?.toString() ?? "";
	// A right click on a link or on selected text must open the browser's menu.
	if (selected !== "" || (event.target instanceof Element && event.target.closest("a"))) return;
	event.preventDefault();
	actions.menu(message, { x: event.clientX, y: event.clientY });
}
