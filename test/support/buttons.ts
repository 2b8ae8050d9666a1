import type { ButtonView, CallsView, ChatView, MessageView, Tapped } from "local-telegram/protocol.ts";
import type { connectPerson } from "./person.ts";
import { texts } from "./texts.ts";

/** A button, its position, and its message. `message` is the message at the time when the button was found. */
export interface FoundButton {
	place: { message_id: number; row: number; column: number };
	button: ButtonView;
	message: MessageView;
}

/**
 * Finds the newest button with exactly this label. If no button has exactly this label, finds the newest one whose
 * label contains it. Returns undefined if no button matches.
 */
export function findButton({ messages }: ChatView, label: string): FoundButton | undefined {
	const all = messages.toReversed().flatMap((message) =>
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

/**
 * Creates functions for taps on a message that the bot may edit at the same moment. The bot may answer such a tap with
 * a toast that the button is out of date.
 */
export function createTapWatch(person: Awaited<ReturnType<typeof connectPerson>>, chat?: number, timeoutMs = 30_000) {
	const { ask } = person;
	const look = (): Promise<ChatView> => ask(`chat${chat === undefined ? "" : `?chat=${chat}`}`);

	/** The texts of the bot's answers to taps, by the id of the tap. `seen` is the number of the last call that was read. */
	const answers = new Map<string, string>();
	let seen = 0;

	/** Reads the new calls of the bot. Returns its answer to this tap, or undefined if it has not answered yet. */
	async function answerTo(id: string): Promise<string | undefined> {
		// A call gets its number when it begins, and is listed when it ends. So some before the last one may be new.
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
	 * Calls `find` now and after each change of the chat, until it returns something or `end` has passed. The answer to a
	 * tap on a button that an edit has removed changes nothing in the chat. So `find` also runs every 50 ms.
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
		/** Waits until the chat on the server has this button. Returns the button, and the time at which it was read. */
		find: (label: string) =>
			until(async () => {
				const seenAt = Date.now();
				const found = findButton(await look(), label);
				return found && { found, seenAt };
			}, `there was no button "${label}" any more`),
		/** Waits until the bot has answered the tap. Returns true if the answer is that the button is out of date. */
		async isOutdated({ button }: FoundButton, { callback_query_id: id }: Tapped): Promise<boolean> {
			if (id === undefined) throw new Error(`a tap on "${button.text}" has no id`);
			const answer = await until(() => answerTo(id), `the bot did not answer the tap on "${button.text}"`);
			return outdatedTexts.includes(answer);
		},
		/**
		 * Called after the bot answered that a button is out of date. Waits up to three seconds for an edit of the message,
		 * then finds the same button again. `seenAt` is the time at which the test read the button. The edit may come
		 * before the answer to the tap, so any edit since `seenAt` ends the wait.
		 *
		 * Throws if the button is gone. Also throws if the text of its message has changed and the button confirms
		 * something. Such a button has the style `success` or `danger`, or applies a change. A tap on it would then confirm
		 * something else.
		 */
		async afterEdit(
			{ button, message, place: { message_id } }: FoundButton,
			seenAt: number,
		): Promise<{ found: FoundButton; seenAt: number }> {
			// Sometimes no edit follows. The bot may have edited the message before the tap, and only stored this edit after
			// the tap. So the wait has a limit.
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
				{ ...view, messages: view.messages.filter((each) => each.message_id === message_id) },
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
