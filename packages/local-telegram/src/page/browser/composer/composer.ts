import type { ChatView } from "../../../protocol.ts";
import { button, h, listen, show } from "../dom.ts";
import { icon } from "../icons.ts";
import { t } from "../words.ts";
import { createAttach } from "./attach.ts";
import { focusForTyping, typeAnywhere } from "./focus.ts";
import { createReplyKeyboard } from "./reply-keyboard.ts";
import { createStartButton } from "./start-button.ts";
import { createStickers } from "./stickers.ts";
import { createSuggester } from "./suggester.ts";
import { createWriting, type WritingDeps } from "./writing.ts";

export type Composer = ReturnType<typeof createComposer>;

/**
 * Enter sends the message and Shift+Enter adds a line. Up edits the person's last message, and Escape cancels a reply
 * or an edit.
 */
export function createComposer(deps: WritingDeps) {
	const { actions, perform } = deps;
	let view: ChatView | undefined;
	const writing = createWriting({
		...deps,
		view: () => view,
		changed: () => suggester.update(),
		ready: () => startButton.settled(),
	});
	const { field, context, say, upload } = writing;
	const suggester = createSuggester(field.element, { actions, perform, say, chat: () => view });
	const keyboard = createReplyKeyboard(say);
	const startButton = createStartButton({ actions, perform, changed: () => update(view) });
	const row = h(
		"div",
		{ class: "composer-row" },
		h(
			"div",
			{ class: "composer-box" },
			suggester.menuButton,
			field.element,
			createStickers((emoji) => void perform(() => actions().sticker(emoji))),
			createAttach(upload),
		),
		button({ class: "send", "aria-label": t("Send") }, () => void writing.submit(), icon("send")),
	);
	const parts = [suggester.element, context.element, row, keyboard.element, startButton.element];

	function key(event: KeyboardEvent): boolean {
		// During composition with an input method (IME), Enter finishes the word and must not send the message.
		if (event.isComposing) return false;
		if (suggester.key(event)) return true;
		if (event.key === "Enter" && !event.shiftKey) void writing.submit();
		else if (event.key === "Escape" && context.current()) writing.leaveContext();
		else if (event.key !== "ArrowUp" || !writing.editLast()) return false;
		return true;
	}

	function update(next: ChatView | undefined): void {
		const isOther = conversationOf(next) !== conversationOf(view);
		view = next;
		if (isOther) {
			context.set(undefined);
			field.restore(conversationOf(next));
			suggester.update();
		}
		const closed = startButton.update(next);
		const opens = row.hidden && !closed;
		show(row, !closed);
		if (opens) focusForTyping(field.element);
		keyboard.update(closed ? undefined : next?.reply_keyboard);
		suggester.refresh();
		field.element.placeholder = next?.force_reply?.placeholder ?? next?.reply_keyboard?.placeholder ?? t("Message");
	}

	typeAnywhere(field.element);
	listen(field.element, {
		keydown: (event) => {
			if (key(event)) event.preventDefault();
		},
		input: () => suggester.update(),
	});

	return {
		element: h("footer", { class: "composer" }, ...parts),
		field: field.element,
		say,
		upload,
		update,
		write: writing.write,
		reply: writing.reply,
		edit: writing.edit,
	};
}

function conversationOf(view: ChatView | undefined): string | undefined {
	return view && `${view.person.id}:${view.chat.id}`;
}
