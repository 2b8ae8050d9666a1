import type { ButtonView, MessageView, Tap } from "../../src/telegram/protocol.ts";
import type { Telegram } from "../../src/telegram/telegram.ts";
import type { Random } from "./random.ts";
import { until } from "./stage.ts";
import type { Trace } from "./trace.ts";

/** Somebody with a phone. Who gets no answer while the bot has nothing to do shrugs and goes on. */
export interface Person {
	id: number;
	name: string;
	random: Random;
	/** Sends a text and waits for an answer below it that has such a button or text. */
	asks(text: string, wanted: RegExp): Promise<boolean>;
	/** Taps the newest button with such a label and waits until something like this is there; `times` in a row. */
	taps(label: RegExp, wanted?: RegExp, times?: number): Promise<boolean>;
	/** Taps the button with such a label in the newest message that is about this order. */
	answers(reference: string, label: RegExp): boolean;
	/** Sends this with a tap in the newest message that has buttons, whatever they hold. */
	forges(data: string): boolean;
	messages(): MessageView[];
	/** The references of the orders that they agreed to with a finger, and of those that they took back. */
	agreed: ReadonlySet<string>;
	tookBack: ReadonlySet<string>;
	/** Of those, the ones that they were asked about a second time. */
	sure: ReadonlySet<string>;
}

interface PersonOptions {
	id: number;
	name: string;
	telegram: Telegram;
	random: Random;
	trace: Trace;
	/** The bot has nothing to do. */
	idle: () => boolean;
}

/** What the service tells of its own accord, whose message stays as it is. */
export const alert =
	/The domain (?:is (registered|renewed|no longer blocked)\.|(?:has been|was) (blocked)[. ])|The block was (lifted) /;
const agreeing = /Confirm|Apply|Yes, really/;
const surely = /Yes, really/;
const takingBack = /Withdraw|No, leave it/;
const patienceMs = 30_000;

export function createPerson({ id, name, telegram: { people }, random, trace, idle }: PersonOptions): Person {
	const messages = (): MessageView[] => people.chat(id).messages;
	const agreed = new Set<string>();
	const tookBack = new Set<string>();
	const sure = new Set<string>();

	/** In a message that was not as it is now when `before` was taken. */
	async function sees(wanted: RegExp, before: string): Promise<boolean> {
		let bored = 0;
		let found = false;
		await until(
			() => {
				found = messages().some(
					(message) => message.from === "bot" && shows(message, wanted) && isNew(message, before),
				);
				bored = idle() ? bored + 1 : 0;
				return found || bored > 4;
			},
			patienceMs,
			15,
		);
		if (!found) trace.note(`${name} sees no ${wanted}`);
		return found;
	}

	return {
		id,
		name,
		random,
		messages,
		agreed,
		tookBack,
		sure,
		answers(reference, label) {
			const about = messages().filter(({ text = "" }) => text.includes(reference));
			const place = findButton(about, label);
			if (!place) return false;
			trace.note(`${name} answers ${label.source} about ${reference}`);
			people.tap(id, { message_id: place.message_id, row: place.row, column: place.column });
			return true;
		},
		forges(data) {
			const place = findButton(
				messages().filter(({ text = "" }) => !alert.test(text)),
				/./,
			);
			if (!place) return false;
			trace.note(`${name} forges ${data} in message ${place.message_id}`);
			people.tap(id, { message_id: place.message_id, row: place.row, column: place.column, data });
			return true;
		},
		async asks(text, wanted) {
			const before = JSON.stringify(messages());
			trace.note(`${name} says ${text}`);
			people.say(id, { text });
			return sees(wanted, before);
		},
		async taps(label, wanted, times = 1) {
			const before = JSON.stringify(messages());
			const place = findButton(messages(), label);
			if (!place) return false;
			const { text = "" } = messages().find(({ message_id }) => message_id === place.message_id) ?? {};
			for (const reference of text.match(/#\w+/g) ?? []) {
				if (agreeing.test(place.label)) agreed.add(reference);
				if (surely.test(place.label)) sure.add(reference);
				if (takingBack.test(place.label)) tookBack.add(reference);
			}
			for (let time = 0; time < times; time += 1) {
				trace.note(`${name} taps ${label.source} in message ${place.message_id}`);
				try {
					people.tap(id, { message_id: place.message_id, row: place.row, column: place.column });
				} catch {
					// It was drawn anew under the finger.
					return false;
				}
			}
			return wanted ? sees(wanted, before) : true;
		},
	};
}

function isNew(message: MessageView, before: string): boolean {
	return !before.includes(JSON.stringify(message).slice(0, -1));
}

function shows({ text = "", keyboard = [] }: MessageView, wanted: RegExp): boolean {
	return wanted.test(text) || keyboard.flat().some((button: ButtonView) => wanted.test(button.text));
}

function findButton(messages: readonly MessageView[], label: RegExp): (Tap & { label: string }) | undefined {
	for (const { message_id, keyboard = [] } of messages.toReversed()) {
		for (const [row, buttons] of keyboard.entries()) {
			const column = buttons.findIndex((button) => label.test(button.text));
			const found = buttons[column];
			if (found) return { message_id, row, column, label: found.text };
		}
	}
	return undefined;
}
