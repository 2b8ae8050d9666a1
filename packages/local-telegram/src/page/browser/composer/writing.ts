import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import type { Perform } from "../perform.ts";
import { type Context, createContextBar } from "./context-bar.ts";
import { isEditable } from "./editable.ts";
import { createField } from "./field.ts";

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
