import type { ButtonView, CallsView, ChatView, MessageView, Tapped } from "local-telegram/protocol.ts";
import type { connectPerson } from "./person.ts";
import { texts } from "./texts.ts";

/** `message` is as it was when the button was found. */
export interface FoundButton {
	place: { message_id: number; row: number; column: number };
	button: ButtonView;
	message: MessageView;
}

/**
 * The newest one with exactly this label, otherwise the newest one whose label contains it. Only the answer to the
 * person's newest message and what is below it count, so a test waits for that answer. With `above`, all messages do.
 */
export function findButton(
	{ messages }: Pick<ChatView, "messages">,
	label: string,
	{ above = false } = {},
): FoundButton | undefined {
	// The bot may answer a forwarded name by editing the list above it.
	const last = above ? -1 : messages.findLastIndex(({ from, forwarded }) => from === "person" && !forwarded);
	const all = messages
		.slice(last + 1)
		.reverse()
		.flatMap((message) =>
			(message.keyboard ?? []).flatMap((buttons, row) =>
				buttons.map((button, column) => ({
					place: { message_id: message.message_id, row, column },
					button,
					message,
				})),
			),
		);
	return all.find(({ button }) => button.text === label) ?? all.find(({ button }) => button.text.includes(label));
}

const applyTexts = texts.locales.map((locale) => texts(locale)("operation-apply"));
const outdatedTexts = texts.locales.map((locale) => texts(locale)("tap-outdated"));

/** The bot may edit the message at the same moment, and answer the tap with a toast that the button is out of date. */
export function createTapWatch(person: Awaited<ReturnType<typeof connectPerson>>, chat?: number, timeoutMs = 30_000) {
	const { ask } = person;
	const look = (): Promise<ChatView> => ask(`chat${chat === undefined ? "" : `?chat=${chat}`}`);

	/** The keys are the ids of taps. `seen` is the number of the last call that was read. */
	const answers = new Map<string, string>();
	let seen = 0;

	/** Undefined if the bot has not answered yet. */
	async function answerTo(id: string): Promise<string | undefined> {
		// A call gets its number when it begins, and is listed when it ends.
		const { calls } = await ask<CallsView>(`/calls?after=${Math.max(0, seen - 50)}`);
		for (const { method, params, ok } of calls) {
			if (method === "answerCallbackQuery" && ok)
				answers.set(String(params["callback_query_id"]), String(params["text"] ?? ""));
		}
		seen = calls.at(-1)?.n ?? seen;
		return answers.get(id);
	}

	async function until<Answer>(find: () => Promise<Answer | undefined>, what: string): Promise<Answer> {
		const found = await repeat(find, Date.now() + timeoutMs);
		if (found === undefined) throw new Error(`${what} within ${timeoutMs} ms`);
		return found;
	}

	/**
	 * After each change of the chat, and every 50 ms: the answer to a tap on a button that an edit has removed changes
	 * nothing in the chat.
	 */
	async function repeat<Answer>(find: () => Promise<Answer | undefined>, end: number): Promise<Answer | undefined> {
		for (;;) {
			const changes = person.changes();
			const found = await find();
			if (found !== undefined || Date.now() > end) return found;
			await person.changedSince(changes, Math.min(50, end - Date.now()));
		}
	}

	return {
		/** With the time at which it was read. */
		find: (label: string, where: { above: boolean }) =>
			until(async () => {
				const seenAt = Date.now();
				const found = findButton(await look(), label, where);
				return found && { found, seenAt };
			}, `there was no button "${label}" any more`),
		/** The bot answered that the button is out of date. */
		async isOutdated({ button }: FoundButton, { callback_query_id: id }: Tapped): Promise<boolean> {
			if (id === undefined) throw new Error(`a tap on "${button.text}" has no id`);
			const answer = await until(() => answerTo(id), `the bot didn’t answer the tap on "${button.text}"`);
			return outdatedTexts.includes(answer);
		},
		/**
		 * The bot answered that the button is out of date. Waits up to three seconds for an edit of the message, then finds
		 * the same button again. The edit may come before the answer to the tap, so any edit since `seenAt` ends the wait.
		 *
		 * Throws if the button is gone, or if the text has changed and the button confirms something (style `success` or
		 * `danger`, or applying a change): a tap would then confirm something else.
		 */
		async afterEdit(
			{ button, message, place: { message_id } }: FoundButton,
			seenAt: number,
		): Promise<{ found: FoundButton; seenAt: number }> {
			// The bot may have edited the message before the tap, and only stored this edit after it.
			const end = Date.now() + 3_000;
			await repeat(async () => {
				const { calls } = await ask<CallsView>("/calls");
				return calls.find(
					({ at_ms, method, params }) =>
						at_ms >= seenAt && method === "editMessageText" && params["message_id"] === message_id,
				);
			}, end);
			const now = Date.now();
			const view = await look();
			const again = findButton(
				{ messages: view.messages.filter((each) => each.message_id === message_id) },
				button.text,
			);
			if (again?.button.text !== button.text) throw new Error(`"${button.text}" was out of date and has disappeared`);
			const isColoured = button.style === "success" || button.style === "danger";
			if ((isColoured || applyTexts.includes(button.text)) && again.message.text !== message.text) {
				throw new Error(`"${button.text}" was out of date, and its message changed to: ${again.message.text}`);
			}
			return { found: again, seenAt: now };
		},
	};
}
