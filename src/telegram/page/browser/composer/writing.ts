import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import type { Perform } from "../perform.ts";
import { type Context, createContextBar } from "./context-bar.ts";
import { isEditable } from "./editable.ts";
import { createField } from "./field.ts";

export interface WritingDeps {
	actions(): Actions;
	perform: Perform;
	/** The selected topic. */
	thread(): number | undefined;
}

interface Deps extends WritingDeps {
	view(): ChatView | undefined;
	/** Called when the field's text is replaced. */
	changed(): void;
	/** Resolves when no earlier press is pending: a text must not overtake START. */
	ready(): Promise<unknown>;
}

/** The field, its reply or edit context, and the chat it sends to. */
export function createWriting({ actions, perform, thread, view, changed, ready }: Deps) {
	const field = createField();
	const context = createContextBar(leaveContext);

	/** Sets the field's text, as an inline button does. */
	function write(text: string): void {
		field.set(text);
		field.element.focus();
		changed();
	}

	/** Sends the text. A refused text returns to the field, unless it already holds another one. */
	async function submit(): Promise<void> {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (!(await perform(() => deliver(text, current))) && field.value() === "") write(text);
	}

	/** The destination is the chat in which the text was typed, even if another person is selected by then. */
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
		/** Starts editing the person's latest message, unless the field already has text. */
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
