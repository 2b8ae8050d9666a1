import { createHash } from "node:crypto";
import type { Log } from "@domains/kit/log.ts";
import { type Api, InputFile } from "grammy";
import type { TopicScope } from "../api/scopes.ts";
import { classifyTelegramError } from "../api/telegram-error.ts";
import type { ChatStore, Draft, LeasedScreen, ScreenStore, SentMessage } from "../ports.ts";
import { resolveLinks } from "../screens/format.ts";
import type { ScreenKind } from "../screens/screen.ts";
import type { T, Texts } from "../screens/texts.ts";
import { keyboardOf, type View } from "../screens/view.ts";

export interface RendererDeps {
	api: Api;
	/** Sends notifications. It does not retry after a 429, because another attempt needs another slot. */
	notificationApi: Api;
	topics: Pick<TopicScope, "run">;
	screens: ScreenStore;
	chats: ChatStore;
	kinds: ReadonlyMap<string, ScreenKind>;
	texts: Texts;
	secrets: OneTimeSecrets;
	log: Log;
	/** The name of the bot on Telegram, without `@`. */
	username: () => string;
	/**
	 * `unavailable` creates the view that is shown if a screen can no longer be rendered. `apology` creates the view that
	 * is shown if the rendering failed.
	 */
	unavailable: (t: T) => View;
	apology: (t: T, reference: string) => View;
}

export type Delivery =
	| { kind: "shown" }
	/** Nothing was sent, because the message is current or another process holds the screen's lease. */
	| { kind: "idle" }
	/** The job has to be retried after this many milliseconds. */
	| { kind: "later"; afterMs: number }
	/** `refused`: Telegram answered with 429. Otherwise, there was no slot soon enough. */
	| { kind: "limited"; afterMs: number; refused: boolean }
	/** The data that the screen shows no longer exists, or Telegram refuses the message. */
	| { kind: "gone" };

export interface MessageRenderer {
	/**
	 * Renders a screen. If the screen changes during the render, renders it again until its newest revision is shown. The
	 * values of `when`:
	 * - `now`: without a pause.
	 * - `rate_limited`: at most one edit per second, and in a group one per three seconds.
	 */
	render(screenId: number, when: "now" | "rate_limited", options?: RenderOptions): Promise<Delivery>;
	/** Sends a new screen before it is stored. */
	sendFirst(draft: Draft): Promise<FirstMessage>;
	/** Deletes a message that was sent first, because its update will be answered again. */
	withdraw(chatId: number, first: FirstMessage): Promise<void>;
}

export interface FirstMessage {
	/** Null if the message was not sent within half a second. The screen is then stored before Telegram answers. */
	sent: SentMessage | null;
	/** Null if the screen has to be sent after it is stored, because it could not be drawn or Telegram refused it. */
	sending: Promise<SentMessage | null>;
}

interface RenderOptions {
	/** If the caller already holds its lease. */
	leased?: LeasedScreen | null;
	/** The message of this screen, if it is on its way. */
	sending?: FirstMessage["sending"] | undefined;
	/**
	 * Waits for a slot of the rate limit. Returns 0 if it has one, else the milliseconds until the next attempt. Called
	 * before the message is sent or edited. Only notifications set it.
	 */
	reserveSlot?: () => Promise<number>;
	/** Sends the message without a sound. */
	silent?: boolean;
}

const typingAfter = 500;
const unreachablePause = 3_000;
/**
 * If a notification could not be sent, its outbox row sends it again. This is how much later its screen is due, in
 * milliseconds. The screen's own job reserves no slot, so it must not come first.
 */
const outboxLead = 30_000;

/**
 * Renders stored screens: leases the row of a screen, renders current data, sends or edits the message, and stores what
 * the message shows. The lease is a time-limited lock. It prevents two processes from sending the same message. Only
 * two parts of the bot bypass this renderer: `updates/` sends some messages directly, and `/privacy` edits one.
 */
export function createMessageRenderer(deps: RendererDeps): MessageRenderer {
	const { api, notificationApi, topics, screens, chats, kinds, texts, secrets, log, username, unavailable, apology } =
		deps;
	const speak = ({ person }: Draft) => texts(person.locale, person.timeZone);

	function apologyFor(screen: LeasedScreen, error: unknown): View {
		const reference = `S${screen.id.toString(36).toUpperCase()}-${screen.rev}`;
		log.error({ error, screen: screen.id, feature: screen.routeName, reference }, "a screen could not be drawn");
		return apology(speak(screen), reference);
	}

	async function draw(screen: Draft, secret: string | null): Promise<View> {
		const t = speak(screen);
		const view = (await kinds.get(screen.routeName)?.draw({ ...screen, t, secret })) ?? unavailable(t);
		return { ...view, text: resolveLinks(view.text, username()) };
	}

	async function viewOf(screen: LeasedScreen, wasSplit = false): Promise<View> {
		try {
			return await draw(screen, secrets.get(screen.id));
		} catch (error) {
			// A lost database is not a bug. The screen is drawn again when the database answers.
			if (chats.isOutage(error)) throw error;
			return wasSplit ? apologyFor(screen, error) : await smallerView(screen, error);
		}
	}

	/** Returns the view of a screen that could not be shown: a smaller one if the screen can be split, else an apology. */
	async function smallerView(screen: LeasedScreen, error: unknown): Promise<View> {
		const isSplit = await kinds.get(screen.routeName)?.split?.(screen);
		return isSplit ? await viewOf(screen, true) : apologyFor(screen, error);
	}

	async function show(
		screen: LeasedScreen,
		{ reserveSlot, sending, silent = false }: RenderOptions,
	): Promise<Delivery | { kind: "more" }> {
		const first = await sending;
		if (first) return await recordShown(screen, first);
		const view = await viewOf(screen);
		// The person may have lost access to the data of the screen since the screen was chosen. If the chat has no message
		// with this screen yet, send none.
		if (view.gone && screen.shownAgo === null) {
			await screens.release(screen.id, null, screen.leaseId);
			return { kind: "gone" };
		}
		const waitMs = reserveSlot ? await reserveSlot() : 0;
		if (waitMs > 0) {
			await screens.release(screen.id, waitMs + outboxLead, screen.leaseId);
			return { kind: "limited", afterMs: waitMs, refused: false };
		}
		const sender = reserveSlot ? notificationApi : api;
		const post = (shown: View) => postTo(sender, screen, shown, silent);
		const posted = await post(view)
			.catch(async (error: unknown) => post(await smallerView(screen, unlessRefused(error))))
			.catch((error: unknown) => post(apologyFor(screen, unlessRefused(error))));
		return await recordShown(screen, posted, view.secretFor);
	}

	function postTo(sender: Api, screen: Draft, view: View, silent: boolean): Promise<SentMessage> {
		const { chatId, topicId } = screen;
		const send = () => sendOrEdit(sender, screen, view, { silent });
		return topicId === null ? send() : topics.run({ chatId, id: topicId }, send);
	}

	async function recordShown(
		screen: LeasedScreen,
		message: SentMessage,
		againMs?: number,
	): Promise<Delivery | { kind: "more" }> {
		const again = againMs === undefined ? {} : { againMs };
		const { id: screenId, rev, leaseId } = screen;
		const { more } = await screens.shown({ screenId, rev, leaseId, ...message, ...again });
		secrets.forget(screen.id);
		if (screen.oldMessageId !== null) await remove(screen.chatId, screen.oldMessageId);
		return { kind: more ? "more" : "shown" };
	}

	/**
	 * A view with a file or a secret is sent only after its screen is stored. So is a view that could not be drawn or that
	 * Telegram refused: the stored screen is then drawn again, or split.
	 */
	async function postDraft(draft: Draft): Promise<SentMessage | null> {
		const view = await draw(draft, null).catch(() => null);
		if (!view || view.gone || view.document || view.secretFor !== undefined) return null;
		return await postTo(api, draft, view, false).catch((error: unknown) => {
			unlessRefused(error);
			return null;
		});
	}

	async function sendFirst(draft: Draft): Promise<FirstMessage> {
		const sending = postDraft(draft);
		const slow = Promise.withResolvers<null>();
		const hint = setTimeout(() => {
			showTyping(draft.chatId);
			slow.resolve(null);
		}, typingAfter);
		// `show` handles the error of a message on its way.
		const sent = await Promise.race([sending.catch(() => null), slow.promise]);
		clearTimeout(hint);
		return { sent, sending };
	}

	async function withdraw(chatId: number, { sending }: FirstMessage): Promise<void> {
		const sent = await sending.catch(() => null);
		if (sent) await remove(chatId, sent.messageId);
	}

	const showTyping = (chatId: number) => void api.sendChatAction(chatId, "typing").catch(() => undefined);

	async function giveUp(screen: LeasedScreen, error: unknown, { reserveSlot }: RenderOptions): Promise<Delivery> {
		const refusal = classifyTelegramError(error);
		log.warn({ error, screen: screen.id, reason: refusal.kind }, "a screen could not be delivered");
		if (refusal.kind === "chat_gone") await chats.stop(screen.chatId);
		if (refusal.kind === "chat_moved") await chats.rename(screen.chatId, refusal.chatId);
		const afterMs = chats.isOutage(error) ? 0 : pauseAfter(refusal);
		const releaseMs = afterMs === null || !reserveSlot ? afterMs : afterMs + outboxLead;
		await screens.release(screen.id, releaseMs, screen.leaseId);
		// After `chats.stop`, the outbox keeps the notification until the person starts the bot again. Return `later`,
		// because the caller would drop the notification after `gone`.
		if (refusal.kind === "chat_gone") return { kind: "later", afterMs: 0 };
		if (afterMs === null) return { kind: "gone" };
		return refusal.kind === "flood" ? { kind: "limited", afterMs, refused: true } : { kind: "later", afterMs };
	}

	async function remove(chatId: number, messageId: number): Promise<void> {
		await api.deleteMessage(chatId, messageId).catch((error: unknown) => {
			log.debug({ error, chatId }, "an old message could not be deleted");
		});
	}

	async function render(
		screenId: number,
		when: "now" | "rate_limited",
		{ leased = null, sending, ...options }: RenderOptions = {},
	): Promise<Delivery> {
		for (let held = leased; ; held = null) {
			const screen = held ?? (await screens.lease(screenId));
			if (!screen) return { kind: "idle" };
			const afterMs = when === "rate_limited" ? pauseBefore(screen) : 0;
			if (afterMs > 0) {
				await screens.release(screen.id, afterMs, screen.leaseId);
				return { kind: "later", afterMs };
			}
			// Only a notification has `reserveSlot`. No person waits for it, so the chat shows no typing indicator.
			const hint = options.reserveSlot ? undefined : setTimeout(showTyping, typingAfter, screen.chatId);
			const result = await show(screen, { ...options, sending: held ? sending : undefined })
				.catch((error: unknown) => giveUp(screen, error, options))
				.finally(() => clearTimeout(hint));
			if (result.kind !== "more") return result;
		}
	}

	return { render, sendFirst, withdraw };
}

function unlessRefused(error: unknown): unknown {
	if (classifyTelegramError(error).kind !== "refused") throw error;
	return error;
}

function pauseBefore({ chatId, shownAgo }: LeasedScreen): number {
	const gap = chatId < 0 ? 3_000 : 1_000;
	return shownAgo === null ? 0 : Math.max(0, gap - shownAgo);
}

/** Returns the milliseconds until the next attempt, or null for no further attempt. */
function pauseAfter(refusal: ReturnType<typeof classifyTelegramError>): number | null {
	if (refusal.kind === "chat_gone" || refusal.kind === "refused") return null;
	if (refusal.kind === "flood") return refusal.seconds * 1000;
	return refusal.kind === "chat_moved" ? 0 : unreachablePause;
}

/** In memory, until the message that shows the secret has been sent. It is never stored. */
export interface OneTimeSecrets {
	put(screenId: number, secret: string): void;
	get(screenId: number): string | null;
	forget(screenId: number): void;
}

/** A secret whose message was not sent is dropped after this many milliseconds. */
const longestHeldMs = 10 * 60_000;

export function createOneTimeSecrets(now: () => Date): OneTimeSecrets {
	const held = new Map<number, { secret: string; until: number }>();
	const dropOld = () => {
		for (const [id, { until }] of held) if (until <= now().getTime()) held.delete(id);
	};
	return {
		put(screenId, secret) {
			dropOld();
			held.set(screenId, { secret, until: now().getTime() + longestHeldMs });
		},
		get(screenId) {
			dropOld();
			return held.get(screenId)?.secret ?? null;
		},
		forget: (screenId) => void held.delete(screenId),
	};
}

/**
 * Edits the message of the screen. Sends a new message if there is none, or if Telegram can no longer edit it.
 * - Does not edit a message with a file, because files never change.
 * - Does not edit a message that already shows the view, so that its buttons stay valid.
 * - Throws if a call fails, unless Telegram refused an edit because the message is gone or nothing would change.
 */
export async function sendOrEdit(
	api: Api,
	screen: Draft,
	view: View,
	{ silent }: { silent: boolean },
): Promise<SentMessage> {
	const { messageId, keyboardRev, choices } = screen;
	const shownHash = hashOf(view);
	if (messageId !== null && view.document) return { messageId, keyboardRev, shownHash, choices };
	if (messageId === null) return { ...(await send(api, screen, view, silent)), keyboardRev: screen.rev, shownHash };
	if (shownHash !== null && shownHash === screen.shownHash) return { messageId, keyboardRev, shownHash, choices };
	const sent = await edit(api, screen, view, messageId).catch((error: unknown) => {
		if (classifyTelegramError(error).kind !== "message_gone") throw error;
		return send(api, screen, view, silent);
	});
	return { ...sent, keyboardRev: screen.rev, shownHash };
}

function hashOf(view: View): string | null {
	if (view.secretFor !== undefined) return null;
	const whole = JSON.stringify([view.text.toString(), keyboardOf(0, view)]);
	return createHash("sha256").update(whole).digest("base64url");
}

type Sent = Pick<SentMessage, "messageId" | "choices">;

async function send(api: Api, screen: Draft, view: View, silent: boolean): Promise<Sent> {
	const sound = silent ? { disable_notification: true } : {};
	const { options, choices } = prepare(screen, view);
	if (view.document) {
		const { name, bytes, picture } = view.document;
		const { parse_mode, reply_markup } = options;
		const caption = { caption: view.text.toString(), parse_mode, reply_markup, ...sound };
		const file = new InputFile(bytes, name);
		const sent = picture
			? await api.sendPhoto(screen.chatId, file, caption)
			: await api.sendDocument(screen.chatId, file, caption);
		return { messageId: sent.message_id, choices };
	}
	const secret = view.secretFor === undefined ? {} : { protect_content: true };
	const sent = await api.sendMessage(screen.chatId, view.text.toString(), { ...options, ...secret, ...sound });
	return { messageId: sent.message_id, choices };
}

async function edit(api: Api, screen: Draft, view: View, messageId: number): Promise<Sent> {
	const { options, choices } = prepare(screen, view);
	await api.editMessageText(screen.chatId, messageId, view.text.toString(), options).catch((error: unknown) => {
		if (classifyTelegramError(error).kind !== "not_modified") throw error;
	});
	return { messageId, choices };
}

function prepare(screen: Draft, view: View) {
	const { keyboard, choices } = keyboardOf(screen.rev, view);
	const options = {
		parse_mode: "HTML",
		link_preview_options: { is_disabled: true },
		reply_markup: { inline_keyboard: keyboard },
	} as const;
	return { options, choices };
}
