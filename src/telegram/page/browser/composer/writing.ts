import type { ChatView, MessageView } from "../../../protocol.ts";
import type { Actions, Upload } from "../api.ts";
import type { Perform } from "../perform.ts";
import { type Context, createContextBar } from "./context-bar.ts";
import { isEditable } from "./editable.ts";
import { createField } from "./field.ts";

export interface WritingDeps {
	actions(): Actions;
	perform: Perform;
	/** The topic that is being read. */
	thread(): number | undefined;
}

interface Deps extends WritingDeps {
	view(): ChatView | undefined;
	/** Called when other words stand in the field. */
	changed(): void;
	/** Resolves when nothing that was pressed before is still on its way: words must not overtake START. */
	ready(): Promise<unknown>;
}

/** The field, what it answers or edits, and where its words go. */
export function createWriting({ actions, perform, thread, view, changed, ready }: Deps) {
	const field = createField();
	const context = createContextBar(leaveContext);

	/** Puts words into the field, as an inline button does. */
	function write(text: string): void {
		field.set(text);
		field.element.focus();
		changed();
	}

	/** Sends what is written; words that were refused come back, unless others stand there by now. */
	async function submit(): Promise<void> {
		const text = field.value().trim();
		const current = context.current();
		if (text === "") return;
		leaveContext();
		write("");
		if (!(await perform(() => deliver(text, current))) && field.value() === "") write(text);
	}

	/** Where the words go is settled by where they were written, whoever holds the phone by the time they leave. */
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
		/** Begins to edit the newest message of one's own, unless something is written already. */
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
