import type { Telegram } from "local-telegram";
import type { ButtonView, MessageView, Tap } from "local-telegram/protocol.ts";
import type { Random } from "./random.ts";
import type { Trace } from "./trace.ts";
import { until } from "./until.ts";

/** Waits for each answer, but stops waiting when the bot has no work left. */
export interface Person {
	id: number;
	name: string;
	random: Random;
	/** `wanted` matches a text or button of a new message. False if none comes. */
	asks(text: string, wanted: RegExp): Promise<boolean>;
	/**
	 * The newest button. With `wanted`, then waits for a new message that matches. False if there is no such button or
	 * message.
	 */
	taps(label: RegExp, wanted?: RegExp, times?: number): Promise<boolean>;
	/** Uses the newest message about this order. False if there is no such button. */
	answers(reference: string, label: RegExp): boolean;
	/** Acts as if a button of the newest message with buttons had this data. False if there is no such message. */
	forges(data: string): boolean;
	messages(): MessageView[];
	/** By reference. */
	confirmed: ReadonlySet<string>;
	withdrew: ReadonlySet<string>;
	/** For a large or risky order, the bot asks a second question. */
	confirmedTwice: ReadonlySet<string>;
	/** The domains of the proposals whose *Pay* the person tapped, in the program's message or on the order's screen. */
	paid: ReadonlySet<string>;
}

interface PersonOptions {
	id: number;
	name: string;
	telegram: Telegram;
	random: Random;
	trace: Trace;
	idle: () => boolean;
}

/** The alert may be about several events of the service. */
export const alert =
	/(?:\d domains|Domain) (registered|renewed|blocked|unblocked)(?:\.|$)|Late alert: this domain was (blocked|unblocked),|^✅ Unblocked after /m;
/** The second question before a large or risky order. */
export const confirmingTwice = /Yes, |^Replace nameservers|^Change (edge profile|DNS records)/;
const confirmingLabel = new RegExp(`Pay|Apply|${confirmingTwice.source}`);
const withdrawing = /^Cancel$/;
const timeoutMs = 30_000;

export function createPerson({ id, name, telegram: { people }, random, trace, idle }: PersonOptions): Person {
	const messages = (): MessageView[] => people.chat(id).messages;
	const confirmed = new Set<string>();
	const withdrew = new Set<string>();
	const confirmedTwice = new Set<string>();
	const paid = new Set<string>();

	/**
	 * `before` is the earlier chat as JSON: the message must be new or edited since. False if the bot becomes idle
	 * without such a message.
	 */
	async function sees(wanted: RegExp, before: string): Promise<boolean> {
		let idleChecks = 0;
		let found = false;
		await until(
			() => {
				found = messages().some(
					(message) => message.from === "bot" && shows(message, wanted) && isNew(message, before),
				);
				idleChecks = idle() ? idleChecks + 1 : 0;
				return found || idleChecks > 4;
			},
			timeoutMs,
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
		confirmed,
		withdrew,
		confirmedTwice,
		paid,
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
				if (confirmingLabel.test(place.label)) confirmed.add(reference);
				if (confirmingTwice.test(place.label)) confirmedTwice.add(reference);
				if (withdrawing.test(place.label)) withdrew.add(reference);
			}
			if (confirmingLabel.test(place.label)) for (const domain of domainsOf(text, place.label)) paid.add(domain);
			for (let time = 0; time < times; time += 1) {
				trace.note(`${name} taps ${label.source} in message ${place.message_id}`);
				try {
					people.tap(id, { message_id: place.message_id, row: place.row, column: place.column });
				} catch {
					// The bot has just edited the message, and the button no longer exists.
					return false;
				}
			}
			return wanted ? sees(wanted, before) : true;
		},
	};
}

/** In a list, a button begins with the number of its row. Other buttons are about all domains of their message. */
function domainsOf(text: string, label: string): string[] {
	const [, number] = /^(\d+) · /.exec(label) ?? [];
	const about = number === undefined ? text : (text.split("\n").find((line) => line.startsWith(`${number}. `)) ?? "");
	return about.match(/proposed-[\d-]+\.com/g) ?? [];
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
