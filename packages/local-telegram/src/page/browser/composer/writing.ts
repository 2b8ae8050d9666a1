import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import { button, fill, h, icon, show } from "../dom.ts";
import type { Perform } from "../session.ts";
import { t } from "../words.ts";

export interface WritingDeps {
	actions(): Actions;
	perform: Perform;
	thread(): number | undefined;
}

interface Deps extends WritingDeps {
	view(): ChatView | undefined;
	/** Not called when the person types. */
	changed(): void;
	/**
	 * A text is sent only after START or UNBLOCK is answered: START must be the first message, and the server refuses
	 * texts to a blocked bot.
	 */
	ready(): Promise<unknown>;
}

/** Connects the text field, the bar above it, and the requests to the server. */
export function createWriting({ actions, perform, thread, view, changed, ready }: Deps) {
	const field = createField();
	const context = createContextBar(leaveContext);

	function write(text: string): void {
		field.set(text);
		field.element.focus();
		changed();
	}

	/** If the server refuses the text and the field is still empty, puts the text back. */
	async function submit(): Promise<void> {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (!(await perform(() => deliver(text, current))) && field.value() === "") write(text);
	}

	/**
	 * Everything about the chat is read before the first `await`, because the person may switch to another chat
	 * meanwhile.
	 */
	async function deliver(text: string, current: Context | undefined): Promise<unknown> {
		const id = current?.message.message_id;
		const to = actions();
		const message = { text, thread: thread(), reply_to: id ?? view()?.force_reply?.message_id };
		await ready();
		if (current?.kind === "edit") return to.edit(current.message.message_id, text);
		return to.say(message);
	}

	function leaveContext(): void {
		if (context.current()?.kind === "edit") write("");
		context.set(undefined);
		field.element.focus();
	}

	function edit(message: MessageView): void {
		context.set({ kind: "edit", message });
		write(message.text ?? "");
	}

	return {
		field,
		context,
		write,
		submit,
		leaveContext,
		edit,
		reply(message: MessageView): void {
			context.set({ kind: "reply", message });
			field.element.focus();
		},
		/** False if there is no editable message or the field is not empty. */
		editLast(): boolean {
			const last = view()?.messages.findLast(isEditable);
			if (field.value() !== "" || !last) return false;
			edit(last);
			return true;
		},
		say: (text: string): void => void perform(() => actions().say({ text, thread: thread() })),
		upload: (file: Upload): void => void perform(() => actions().upload(file, thread())),
	};
}

/** Grows with the text, up to a maximum in the style sheet. Keeps a separate draft for each chat. */
function createField() {
	const element = h("textarea", {
		class: "field-text",
		rows: 1,
		dir: "auto",
		placeholder: t("Message"),
		"aria-label": t("Message"),
		role: "combobox",
		"aria-autocomplete": "list",
		"aria-controls": "suggestions",
		"aria-expanded": "false",
		enterkeyhint: "send",
	});
	const drafts = new Map<string, string>();
	let conversation: string | undefined;

	function grow(): void {
		element.style.height = "auto";
		// The measured height of a hidden field would be 0.
		if (element.value !== "") element.style.height = `${element.scrollHeight}px`;
	}

	function set(text: string): void {
		element.value = text;
		grow();
	}

	element.addEventListener("input", grow);
	return {
		element,
		set,
		value: () => element.value,
		/** `next` is a key for a person and a chat. */
		restore(next: string | undefined): void {
			if (conversation !== undefined) drafts.set(conversation, element.value);
			conversation = next;
			set((next !== undefined && drafts.get(next)) || "");
		},
	};
}

/** A text from this person that is neither forwarded nor sent through the bot. */
export function isEditable({ from, text, forwarded, via_bot }: MessageView): boolean {
	return from === "person" && text !== undefined && !forwarded && !via_bot;
}

const hasPointer = matchMedia("(hover: hover)");

/** Does nothing on a touch screen, where the focus would open the on-screen keyboard. */
export function focusForTyping(field: HTMLElement): void {
	if (hasPointer.matches && !document.querySelector("dialog[open]")) field.focus({ preventScroll: true });
}

export function typeAnywhere(field: HTMLElement): void {
	document.addEventListener("keydown", (event) => {
		const { target, key, ctrlKey, metaKey, altKey } = event;
		const isLetter = [...key].length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey;
		const isFree = target === document.body || (target instanceof Element && target.matches(".history, .message"));
		// No `preventDefault`, so that the browser types the letter into the newly focused field.
		if (isLetter && isFree) field.focus();
	});
}

type Context = { kind: "reply" | "edit"; message: MessageView };

function createContextBar(onClose: () => void) {
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
