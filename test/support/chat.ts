import type {
	ChatView,
	MessageView,
	NewMessage,
	RefusalsView,
	Sent,
	Tapped,
	ToastView,
} from "local-telegram/protocol.ts";
import { expect } from "vitest";
import { createTapWatch, findButton } from "./buttons.ts";
import { connectPerson } from "./person.ts";

export interface ChatOptions {
	url: string;
	/** 1001 is Anna (en), 1002 Boris (ru), 1003 Carla (es). */
	person?: number;
	/** If it is not the private chat with the bot. */
	chat?: number;
	/** In milliseconds. The error contains the last messages of the chat. */
	timeoutMs?: number;
}

export interface FileToSend {
	name: string;
	content: string | Uint8Array<ArrayBuffer>;
	caption?: string;
	/** Otherwise, it is sent as a document. */
	photo?: boolean;
}

/** By default, a call returns only after the bot has changed something visible. */
interface Reaction {
	wait?: boolean;
}

interface Tapping extends Reaction {
	/** Without it, `taps` repeats the tap after the answer that the button is out of date. */
	outdated?: boolean;
	/** Also finds buttons above the person's newest message, as of a screen that an answer has left there. */
	above?: boolean;
}

type Where = Pick<NewMessage, "thread" | "reply_to" | "forward">;

/** Uses the HTTP interface of the local Telegram. */
export interface Chat extends Disposable {
	/** More than 4096 characters become several messages, as in Telegram's apps. */
	says(text: string, more?: Where & Reaction): Promise<Sent>;
	/** Also opens a link to the bot with a start parameter. */
	starts(payload?: string, more?: Reaction): Promise<Sent>;
	/**
	 * The newest button with exactly this label, otherwise the newest one whose label contains it. Waits for one in or
	 * below the answer to the person's newest message.
	 *
	 * If the bot answers that the button is out of date, taps it again in the edited message. If the text has changed,
	 * throws instead of tapping a button with the style `success` or `danger`, or *Apply changes*: it could now confirm
	 * something else.
	 */
	taps(label: string, more?: Tapping): Promise<Tapped>;
	sends(file: FileToSend, more?: Reaction): Promise<Sent>;
	sticks(emoji: string, more?: Reaction): Promise<Sent>;
	edits(message: number, text: string, more?: Reaction): Promise<void>;
	deletes(message: number): Promise<void>;
	blocks(blocked?: boolean): Promise<void>;
	/** The newest one that the person did not send. */
	until(text: string | RegExp): Promise<MessageView>;
	/** The bot's answer to a tap, shown for a moment. */
	untilToast(text: string | RegExp): Promise<ToastView>;
	/** If it never is, the error begins with `what`. */
	untilView(condition: (view: ChatView) => boolean, what?: string): Promise<ChatView>;
	/**
	 * Of the bot's newest message, which may be an unexpected alert: use the result of `until` to check a certain
	 * message.
	 */
	readonly screen: string;
	/**
	 * Of the newest message with buttons, row by row. This may be an unexpected alert: use `labelsOf` with the result of
	 * `until` to check a certain message.
	 */
	readonly buttons: string[][];
	readonly messages: MessageView[];
	readonly toasts: ToastView[];
	readonly view: ChatView;
	downloads(fileId: string): Promise<Buffer>;
	/** Another person, or another chat of the same person. */
	as(other: Partial<ChatOptions>): Promise<Chat>;
	/** `part` is in the description of the error. */
	expectsRefusal(part: string): void;
	/**
	 * Fails also if Telegram accepted a call with a likely mistake, such as an unknown parameter. Ignores what the test
	 * allowed with `expectsRefusal`.
	 */
	expectNoRefusals(): Promise<void>;
	close(): void;
}

const maxTries = 5;

/** The caller must close it. */
export async function openChat(options: ChatOptions): Promise<Chat> {
	const { chat: chatId } = options;
	const inChat = chatId === undefined ? {} : { chat: chatId };
	const person = await connectPerson(options);
	const expected: string[] = [];
	const { ask, waitFor } = person;
	const tapWatch = createTapWatch(person, chatId, options.timeoutMs);

	async function reaction<Answer>(
		what: string,
		act: () => Promise<Answer>,
		{ wait = true }: Reaction,
		since: (answer: Answer) => number,
	): Promise<Answer> {
		const [view, toasts] = [person.view(), [...person.toasts]];
		const answer = await act();
		function isReaction(): boolean {
			const from = person.isDeleted(since(answer)) ? 0 : since(answer);
			return traceOf(person.view(), person.toasts, from) !== traceOf(view, toasts, from);
		}
		if (wait) await waitFor(() => isReaction() || undefined, `the bot did not react to ${what}`);
		return answer;
	}

	/**
	 * The bot reacts to a message with one below it, or with an emoji. An edit of an older message has another cause: an
	 * alert changes, or an older screen loses its buttons. Only after a secret, which the bot deletes, or a forwarded name,
	 * which joins the list of the one before, may it be the answer.
	 */
	const sending = (what: string, act: () => Promise<Sent>, more: Reaction & Where): Promise<Sent> =>
		reaction(what, act, more, ({ message_ids }) => (more.forward ? 0 : Math.max(...message_ids)));

	return {
		says: (text, { wait = true, ...where } = {}) =>
			sending(`"${text.slice(0, 60)}"`, () => ask("messages", "POST", { text, ...inChat, ...where }), {
				wait,
				...where,
			}),

		starts: (payload, more = {}) =>
			sending("Start", () => ask("start", "POST", payload === undefined ? {} : { payload }), more),

		async taps(label, { wait = true, outdated = false, above = false } = {}) {
			await waitFor(() => findButton(person.view(), label, { above }), `there was no button "${label}"`);
			// An edit of the message may have moved the button since.
			let { found, seenAt } = await tapWatch.find(label, { above });
			const isWatched = wait && found.button.kind === "callback";
			for (let tries = 1; tries <= maxTries; tries += 1) {
				const tap = { ...found.place, ...inChat };
				const tapped = await reaction(
					`a tap on "${label}"`,
					() => ask<Tapped>("taps", "POST", tap),
					{ wait: isWatched },
					() => tap.message_id,
				);
				if (!isWatched || outdated || !(await tapWatch.isOutdated(found, tapped))) return tapped;
				({ found, seenAt } = await tapWatch.afterEdit(found, seenAt));
			}
			throw new Error(`"${label}" was out of date ${maxTries} times`);
		},

		sends: (file, more = {}) => sending(`the file ${file.name}`, () => ask("files", "POST", form(file, chatId)), more),
		sticks: (emoji, more = {}) => sending("a sticker", () => ask("stickers", "POST", { emoji, ...inChat }), more),
		edits: (message, text, more = {}) =>
			reaction(
				"an edit",
				() => ask<void>(`messages/${message}`, "PATCH", { text, ...inChat }),
				more,
				() => message,
			),
		deletes: (message) => ask(`messages/${message}${chatId === undefined ? "" : `?chat=${chatId}`}`, "DELETE"),
		blocks: (blocked = true) => ask("block", "POST", { blocked }),

		until: (text) =>
			waitFor(
				() => person.view().messages.findLast(({ from, ...rest }) => from !== "person" && matches(textOf(rest), text)),
				`no message contained ${text}`,
			),
		untilToast: (text) =>
			waitFor(() => person.toasts.findLast((toast) => matches(toast.text, text)), `no toast contained ${text}`),
		untilView: (condition, what = "the chat did not become as expected") =>
			waitFor(() => (condition(person.view()) ? person.view() : undefined), what),

		get screen() {
			const newest = person.view().messages.findLast((message) => message.from === "bot");
			return newest === undefined ? "" : textOf(newest);
		},
		get buttons() {
			const newest = person.view().messages.findLast((message) => message.keyboard !== undefined);
			return newest === undefined ? [] : rowsOf(newest);
		},
		get messages() {
			return person.view().messages;
		},
		get toasts() {
			return person.toasts;
		},
		get view() {
			return person.view();
		},

		downloads: person.download,
		as: (other) => openChat({ ...options, ...other }),
		expectsRefusal: (part) => void expected.push(part),
		async expectNoRefusals() {
			const { refusals } = await ask<RefusalsView>("/refusals");
			const descriptions = refusals.map(({ method, description }) => `${method}: ${description}`);
			expect(descriptions.filter((each) => !expected.some((part) => each.includes(part)))).toEqual([]);
		},
		close: person.close,
		[Symbol.dispose]: person.close,
	};
}

function form({ name, content, caption, photo }: FileToSend, chat: number | undefined): FormData {
	const fields = new FormData();
	if (caption !== undefined) fields.set("caption", caption);
	if (chat !== undefined) fields.set("chat", String(chat));
	if (photo) fields.set("photo", "1");
	fields.set("file", new Blob([content]), name);
	return fields;
}

const textOf = ({ text, caption, service }: Pick<MessageView, "text" | "caption" | "service">): string =>
	text ?? caption ?? service ?? "";

const rowsOf = ({ keyboard = [] }: MessageView): string[][] => keyboard.map((row) => row.map(({ text }) => text));

/** The labels of all buttons of a message. */
export const labelsOf = (message: MessageView): string[] => rowsOf(message).flat();

const matches = (text: string, wanted: string | RegExp): boolean =>
	typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);

/** Everything visible that the bot can change in a message from `since` on, and its answers to taps there. */
function traceOf({ messages }: ChatView, toasts: readonly ToastView[], since: number): string {
	const isRecent = ({ message_id = 0 }: { message_id?: number }): boolean => message_id >= since;
	const shown = messages
		.filter(isRecent)
		.map((message) => (message.from === "person" ? message.reactions : message))
		.filter(Boolean);
	return JSON.stringify([shown, toasts.filter(isRecent)], (key, value) => (key === "waiting" ? undefined : value));
}
