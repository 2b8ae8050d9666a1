import type { Api } from "grammy";
import type { Log } from "../../log.ts";
import { classifyTelegramError } from "../api/telegram-error.ts";
import type { ChatStore, LeasedScreen, ScreenStore } from "../ports.ts";
import type { ScreenKind } from "../screens/define.ts";
import type { T, Texts } from "../screens/texts.ts";
import type { View } from "../screens/view.ts";
import type { OneTimeSecrets } from "./one-time-secrets.ts";
import { sendOrEdit } from "./send-or-edit.ts";

export interface RendererDeps {
	api: Api;
	screens: ScreenStore;
	chats: ChatStore;
	kinds: ReadonlyMap<string, ScreenKind>;
	texts: Texts;
	secrets: OneTimeSecrets;
	log: Log;
	/** Stand in for a screen that cannot be drawn any more, and for one whose drawing failed. */
	outdated: (t: T) => View;
	apology: (t: T, reference: string) => View;
}

export type Delivery =
	| { kind: "shown" }
	/** Nothing new to show, or another sender is at it. */
	| { kind: "idle" }
	/** It will be tried again in so many milliseconds. */
	| { kind: "later"; afterMs: number }
	/** Nobody is there to show it to. */
	| { kind: "gone" };

export interface MessageRenderer {
	/** Draws a screen until it shows its newest revision. `paced`: at most one edit a second, in groups one in three. */
	render(screenId: number, pace: "now" | "paced", options?: RenderOptions): Promise<Delivery>;
}

interface RenderOptions {
	/** What the caller holds the lease of. */
	leased?: LeasedScreen | null;
	/** Waited for at the last moment before each call of Telegram, so that calls go out at its pace. */
	reserveSlot?: () => Promise<void>;
	/** Sends without a sound. */
	silent?: boolean;
}

const typingAfter = 500;
const unreachablePause = 3_000;

/** The one writer of messages: whoever leases the row draws it from what the rows say now, and keeps what was shown. */
export function createMessageRenderer(deps: RendererDeps): MessageRenderer {
	const { api, screens, chats, kinds, texts, secrets, log, outdated, apology } = deps;
	const speak = ({ person }: LeasedScreen) => texts(person.locale, person.timeZone);

	function apologyFor(screen: LeasedScreen, error: unknown): View {
		const reference = `S${screen.id.toString(36).toUpperCase()}-${screen.rev}`;
		log.error({ error, screen: screen.id, feature: screen.feature, reference }, "A screen could not be shown.");
		return apology(speak(screen), reference);
	}

	async function viewOf(screen: LeasedScreen): Promise<View> {
		const t = speak(screen);
		try {
			const drawing = { ...screen, t, secret: secrets.get(screen.id) };
			return (await kinds.get(screen.feature)?.draw(drawing)) ?? outdated(t);
		} catch (error) {
			return apologyFor(screen, error);
		}
	}

	async function show(
		screen: LeasedScreen,
		{ reserveSlot, silent = false }: RenderOptions,
	): Promise<Delivery | { kind: "more" }> {
		const view = await viewOf(screen);
		// Between the choice of a screen and its turn its person may have lost what it is about.
		if (view.gone && screen.shownAgo === null) {
			await screens.release(screen.id, null);
			return { kind: "gone" };
		}
		await reserveSlot?.();
		const posted = await sendOrEdit(api, screen, view, { silent }).catch((error: unknown) => {
			if (classifyTelegramError(error).kind !== "refused") throw error;
			return sendOrEdit(api, screen, apologyFor(screen, error), { silent });
		});
		const again = view.secretFor === undefined ? {} : { againMs: view.secretFor };
		const { more } = await screens.shown({ screenId: screen.id, rev: screen.rev, ...posted, ...again });
		secrets.forget(screen.id);
		if (screen.oldMessageId !== null) await remove(screen.chatId, screen.oldMessageId);
		return { kind: more ? "more" : "shown" };
	}

	async function giveUp(screen: LeasedScreen, error: unknown): Promise<Delivery> {
		const refusal = classifyTelegramError(error);
		log.warn({ error, screen: screen.id, reason: refusal.kind }, "A screen was not shown.");
		if (refusal.kind === "chat_gone") await chats.stop(screen.chatId);
		if (refusal.kind === "chat_moved") await chats.rename(screen.chatId, refusal.chatId);
		const afterMs = pauseAfter(refusal);
		await screens.release(screen.id, afterMs);
		return afterMs === null ? { kind: "gone" } : { kind: "later", afterMs };
	}

	async function remove(chatId: number, messageId: number): Promise<void> {
		await api.deleteMessage(chatId, messageId).catch((error: unknown) => {
			log.debug({ error, chatId }, "An old message could not be removed.");
		});
	}

	async function render(
		screenId: number,
		pace: "now" | "paced",
		{ leased = null, ...options }: RenderOptions = {},
	): Promise<Delivery> {
		for (let held = leased; ; held = null) {
			const screen = held ?? (await screens.lease(screenId));
			if (!screen) return { kind: "idle" };
			const afterMs = pace === "paced" ? pauseBefore(screen) : 0;
			if (afterMs > 0) {
				await screens.release(screen.id, afterMs);
				return { kind: "later", afterMs };
			}
			const typing = () => void api.sendChatAction(screen.chatId, "typing").catch(() => undefined);
			// What comes by itself is waited for by nobody.
			const hint = options.reserveSlot ? undefined : setTimeout(typing, typingAfter);
			const result = await show(screen, options)
				.catch((error: unknown) => giveUp(screen, error))
				.finally(() => clearTimeout(hint));
			if (result.kind !== "more") return result;
		}
	}

	return { render };
}

function pauseBefore({ chatId, shownAgo }: LeasedScreen): number {
	const gap = chatId < 0 ? 3_000 : 1_000;
	return shownAgo === null ? 0 : Math.max(0, gap - shownAgo);
}

/** Null: it will never be shown. */
function pauseAfter(refusal: ReturnType<typeof classifyTelegramError>): number | null {
	if (refusal.kind === "chat_gone" || refusal.kind === "refused") return null;
	if (refusal.kind === "flood") return refusal.seconds * 1000;
	return refusal.kind === "chat_moved" ? 0 : unreachablePause;
}
