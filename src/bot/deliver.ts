import type { Api } from "grammy";
import type { Log } from "../log.ts";
import type { ChatStore, LeasedScreen, ScreenStore } from "./ports.ts";
import { post } from "./post.ts";
import { refusalOf } from "./refusal.ts";
import type { ScreenKind } from "./screen.ts";
import type { Secrets } from "./secrets.ts";
import type { T, Texts } from "./texts.ts";
import type { View } from "./view.ts";

export interface DeliverDeps {
	api: Api;
	screens: ScreenStore;
	chats: ChatStore;
	kinds: ReadonlyMap<string, ScreenKind>;
	texts: Texts;
	secrets: Secrets;
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

export interface Deliver {
	/** Draws a screen until it shows its newest revision. `paced`: at most one edit a second, in groups one in three. */
	draw(screenId: number, pace: "now" | "paced", options?: DrawOptions): Promise<Delivery>;
}

interface DrawOptions {
	/** What the caller holds the lease of. */
	leased?: LeasedScreen | null;
	/** Waited for at the last moment before each call of Telegram, so that calls go out at its pace. */
	turn?: () => Promise<void>;
}

const typingAfter = 500;
const unreachablePause = 3_000;

/** The one writer of messages: whoever leases the row draws it from what the rows say now, and keeps what was shown. */
export function createDeliver(deps: DeliverDeps): Deliver {
	const { api, screens, chats, kinds, texts, secrets, log, outdated, apology } = deps;
	const speak = ({ person }: LeasedScreen) => texts(person.locale, person.timeZone);

	function apologise(screen: LeasedScreen, error: unknown): View {
		const reference = `S${screen.id.toString(36).toUpperCase()}-${screen.rev}`;
		log.error({ error, screen: screen.id, feature: screen.feature, reference }, "A screen could not be shown.");
		return apology(speak(screen), reference);
	}

	async function render(screen: LeasedScreen): Promise<View> {
		const t = speak(screen);
		try {
			const drawing = { ...screen, t, secret: secrets.peek(screen.id) };
			return (await kinds.get(screen.feature)?.draw(drawing)) ?? outdated(t);
		} catch (error) {
			return apologise(screen, error);
		}
	}

	async function show(screen: LeasedScreen, turn?: () => Promise<void>): Promise<Delivery | { kind: "more" }> {
		const view = await render(screen);
		// Between the choice of a screen and its turn its person may have lost what it is about.
		if (view.gone && screen.shownAgo === null) {
			await screens.release(screen.id, null);
			return { kind: "gone" };
		}
		await turn?.();
		const posted = await post(api, screen, view).catch((error: unknown) => {
			if (refusalOf(error).kind !== "refused") throw error;
			return post(api, screen, apologise(screen, error));
		});
		const again = view.secretFor === undefined ? {} : { againMs: view.secretFor };
		const { more } = await screens.shown({ screenId: screen.id, rev: screen.rev, ...posted, ...again });
		secrets.forget(screen.id);
		if (screen.oldMessageId !== null) await remove(screen.chatId, screen.oldMessageId);
		return { kind: more ? "more" : "shown" };
	}

	async function giveUp(screen: LeasedScreen, error: unknown): Promise<Delivery> {
		const refusal = refusalOf(error);
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

	async function draw(
		screenId: number,
		pace: "now" | "paced",
		{ leased = null, turn }: DrawOptions = {},
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
			const hint = turn ? undefined : setTimeout(typing, typingAfter);
			const result = await show(screen, turn)
				.catch((error: unknown) => giveUp(screen, error))
				.finally(() => clearTimeout(hint));
			if (result.kind !== "more") return result;
		}
	}

	return { draw };
}

function pauseBefore({ chatId, shownAgo }: LeasedScreen): number {
	const gap = chatId < 0 ? 3_000 : 1_000;
	return shownAgo === null ? 0 : Math.max(0, gap - shownAgo);
}

/** Null: it will never be shown. */
function pauseAfter(refusal: ReturnType<typeof refusalOf>): number | null {
	if (refusal.kind === "chat_gone" || refusal.kind === "refused") return null;
	if (refusal.kind === "flood") return refusal.seconds * 1000;
	return refusal.kind === "chat_moved" ? 0 : unreachablePause;
}
