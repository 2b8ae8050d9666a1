import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions } from "../api.ts";
import { button, h, listen, show } from "../dom.ts";
import { icon } from "../icons.ts";
import type { Perform } from "../perform.ts";
import { createAttach } from "./attach.ts";
import { createContextBar } from "./context-bar.ts";
import { createField } from "./field.ts";
import { createGate } from "./gate.ts";
import { createReplyKeyboard } from "./reply-keyboard.ts";
import { createStickers } from "./stickers.ts";
import { createSuggester } from "./suggester.ts";

interface Deps {
	actions(): Actions;
	perform: Perform;
	thread(): number | undefined;
}

export type Composer = ReturnType<typeof createComposer>;

/** A person may change their own words, not those of others that they passed on. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}

/** Where the person writes. Enter sends, Shift+Enter breaks the line, Up edits the last message, Escape goes back. */
export function createComposer({ actions, perform, thread }: Deps) {
	let view: ChatView | undefined;
	const field = createField();
	const context = createContextBar(() => leaveContext());
	const suggester = createSuggester(field.element, { actions, perform, say, chat: () => view });
	const keyboard = createReplyKeyboard(say);
	const gate = createGate({ actions, perform });
	const send = button({ class: "send", "aria-label": "Send" }, () => submit(), icon("send"));
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
		send,
	);
	const element = h(
		"footer",
		{ class: "composer" },
		suggester.element,
		context.element,
		row,
		keyboard.element,
		gate.element,
	);

	function say(text: string, reply_to?: number): void {
		const in_thread = thread();
		const message = {
			text,
			...(reply_to === undefined ? {} : { reply_to }),
			...(in_thread === undefined ? {} : { thread: in_thread }),
		};
		void perform(() => actions().say(message));
	}

	function submit(): void {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (current?.kind === "edit") void perform(() => actions().edit(current.message.message_id, text));
		else say(text, current?.message.message_id ?? view?.force_reply?.message_id);
	}

	function upload(file: File, caption: string): void {
		void perform(() => actions().upload(file, caption, thread()));
	}

	function leaveContext(): void {
		if (context.current()?.kind === "edit") write("");
		context.set(undefined);
		field.element.focus();
	}

	/** Puts words into the field, as an inline button does. */
	function write(text: string): void {
		field.set(text);
		field.element.focus();
		suggester.update();
	}

	function reply(message: MessageView): void {
		context.set({ kind: "reply", message });
		field.element.focus();
	}

	function edit(message: MessageView): void {
		context.set({ kind: "edit", message });
		write(message.text ?? "");
	}

	function editLast(): boolean {
		const last = view?.messages.findLast(isEditable);
		if (field.value() !== "" || !last) return false;
		edit(last);
		return true;
	}

	function key(event: KeyboardEvent): boolean {
		if (event.isComposing) return false;
		if (suggester.key(event)) return true;
		if (event.key === "Enter" && !event.shiftKey) submit();
		else if (event.key === "Escape" && context.current()) leaveContext();
		else if (event.key !== "ArrowUp" || !editLast()) return false;
		return true;
	}

	listen(field.element, {
		keydown: (event) => {
			if (key(event)) event.preventDefault();
		},
		input: () => suggester.update(),
	});

	return {
		element,
		reply,
		edit,
		say,
		upload,
		field: field.element,
		write,
		update(next: ChatView | undefined): void {
			if (next?.chat.id !== view?.chat.id || next?.person.id !== view?.person.id) {
				context.set(undefined);
				field.restore(next && `${next.person.id}:${next.chat.id}`);
				view = next;
				suggester.update();
			}
			view = next;
			const closed = gate.update(next);
			show(row, !closed);
			field.element.placeholder = next?.force_reply?.placeholder ?? next?.reply_keyboard?.placeholder ?? "Message";
			keyboard.update(closed ? undefined : next?.reply_keyboard);
			suggester.refresh();
		},
	};
}
