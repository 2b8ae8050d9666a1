import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import type { Perform } from "../perform.ts";
import { type Context, createContextBar } from "./context-bar.ts";
import { isEditable } from "./editable.ts";
import { createField } from "./field.ts";

export interface WritingDeps {
	actions(): Actions;
	perform: Perform;
	/** Returns the id of the selected topic; undefined if none is selected. */
	thread(): number | undefined;
}

interface Deps extends WritingDeps {
	view(): ChatView | undefined;
	/** Called when the field's text is replaced. */
	changed(): void;
	/** Resolves when the server has answered a press of START. A text must not reach the server earlier. */
	ready(): Promise<unknown>;
}

/** Connects the text field, the line with the message being replied to or edited, and the requests to the server. */
export function createWriting({ actions, perform, thread, view, changed, ready }: Deps) {
	const field = createField();
	const context = createContextBar(leaveContext);

	/** Replaces the field's text and focuses the field. */
	function write(text: string): void {
		field.set(text);
		field.element.focus();
		changed();
	}

	/** Sends the field's text. If the server refuses it, restores it unless the person has typed something new. */
	async function submit(): Promise<void> {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (!(await perform(() => deliver(text, current))) && field.value() === "") write(text);
	}

	/** Sends or edits in the chat in which the text was typed, even if another chat or person is selected meanwhile. */
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
		/** Starts to edit the person's latest message. Returns false if there is none or the field has text. */
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
