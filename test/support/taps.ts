import { setTimeout as sleep } from "node:timers/promises";
import type { ButtonView, CallsView, ChatView, MessageView } from "../../src/telegram/protocol.ts";
import type { connectPerson } from "./person.ts";
import { texts } from "./texts.ts";

/** A button where it stands, in the message as its person read it. */
export interface Found {
	place: { message_id: number; row: number; column: number };
	button: ButtonView;
	message: MessageView;
}

/** The newest message that has a button with this label, or else one that contains it. */
export function findButton({ messages }: ChatView, label: string): Found | undefined {
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

const outdatedTexts = texts.locales.map((locale) => texts(locale)("tap-outdated"));

/** What a tap leads to that met a message at the moment of its being drawn anew. */
export function createTapWatch({ ask }: Awaited<ReturnType<typeof connectPerson>>, chat?: number, patience = 30_000) {
	const look = (): Promise<ChatView> => ask(`chat${chat === undefined ? "" : `?chat=${chat}`}`);

	async function until<Answer>(find: () => Promise<Answer | undefined>, what: string): Promise<Answer> {
		const end = Date.now() + patience;
		for (;;) {
			const found = await find();
			if (found !== undefined) return found;
			if (Date.now() > end) throw new Error(`${what} within ${patience} ms`);
			await sleep(10);
		}
	}

	const toldAt = ({ toasts }: ChatView, { place }: Found): number | undefined =>
		toasts.findLast((toast) => toast.message_id === place.message_id && outdatedTexts.includes(toast.text))?.at_ms;

	return {
		/** The button as the server has it now, with the chat that it was found in. */
		find: (label: string) =>
			until(async () => {
				const seenAt = Date.now();
				const view = await look();
				const found = findButton(view, label);
				return found && { found, view, seenAt };
			}, `there was no button "${label}" any more`),
		/** Whether the answer to a tap was that its button is out of date; `before` is the chat before the tap. */
		async isOutdated(found: Found, before: ChatView): Promise<boolean> {
			const { row, column, message_id } = found.place;
			const after = await until(async () => {
				const view = await look();
				const message = view.messages.find((each) => each.message_id === message_id);
				return message?.keyboard?.[row]?.[column]?.waiting ? undefined : view;
			}, `the bot did not answer the tap on "${found.button.text}"`);
			return toldAt(after, found) !== toldAt(before, found);
		},
		/**
		 * The same button after its message was edited. The edit may be older than the answer that the button is out of
		 * date: it can arrive between `seenAt`, when the button was read, and the tap. Fails if the button is about money
		 * and its message changed.
		 */
		async redrawn(
			{ button, message, place: { message_id } }: Found,
			seenAt: number,
		): Promise<{ found: Found; view: ChatView; seenAt: number }> {
			await until(async () => {
				const { calls } = await ask<CallsView>("/calls");
				return calls.find(
					({ at_ms, method, params }) =>
						at_ms >= seenAt && method === "editMessageText" && params["message_id"] === message_id,
				);
			}, `the message of "${button.text}" was not edited`);
			const now = Date.now();
			const view = await look();
			const again = findButton(
				{ ...view, messages: view.messages.filter((each) => each.message_id === message_id) },
				button.text,
			);
			if (again?.button.text !== button.text) throw new Error(`"${button.text}" was out of date and is gone`);
			const isMoney = button.style === "success" || button.style === "danger";
			if (isMoney && again.message.text !== message.text) {
				throw new Error(`"${button.text}" was out of date, and now it reads: ${again.message.text}`);
			}
			return { found: again, view, seenAt: now };
		},
	};
}
