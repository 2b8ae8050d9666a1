import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import type { Perform } from "../perform.ts";
import { type Context, createContextBar } from "./context-bar.ts";
import { isEditable } from "./editable.ts";
import { createField } from "./field.ts";

export interface WritingDeps {
	actions(): Actions;
	perform: Perform;
	/** Returns the id of the selected topic of a forum, or undefined if no topic is selected. */
	thread(): number | undefined;
}

interface Deps extends WritingDeps {
	view(): ChatView | undefined;
	/** Called when `createWriting` has changed the field's text. Not called when the person types. */
	changed(): void;
	/**
	 * Resolves when the server has answered the last press of START or UNBLOCK. A text is sent only after that. START
	 * must be the first message, and the server refuses texts to a blocked bot.
	 */
	ready(): Promise<unknown>;
}

/**
 * Connects three parts: the text field, the bar above it, and the requests to the server. The bar shows the message
 * that the person replies to or edits.
 */
export function createWriting({ actions, perform, thread, view, changed, ready }: Deps) {
	const field = createField();
	const context = createContextBar(leaveContext);

	function write(text: string): void {
		field.set(text);
		field.element.focus();
		changed();
	}

	/**
	 * Sends the field's text and empties the field. If the server refuses the text and the field is still empty, puts the
	 * text back.
	 */
	async function submit(): Promise<void> {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (!(await perform(() => deliver(text, current))) && field.value() === "") write(text);
	}

	/**
	 * Sends the text as a new message, or as the new text of the message that is being edited. Everything about the chat
	 * is read before the first `await`, because the person may switch to another chat during the wait.
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
		/**
		 * Begins to edit the person's latest editable message. Returns false if there is no such message or the field is
		 * not empty.
		 */
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
