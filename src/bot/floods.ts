import type { Context, MiddlewareFn } from "grammy";
import type { Log } from "../log.ts";
import type { Texts } from "./texts.ts";

interface FloodDeps {
	/** Of one person, in this process; null is no limit. A burst may be as large as a minute's share. */
	updatesPerMinute: number | null;
	texts: Texts;
	log: Log;
	now: () => Date;
}

interface Share {
	left: number;
	at: number;
	/** They were told since something was left. */
	told: boolean;
}

const mostKept = 10_000;

/** Drops what one person sends beyond their share, so that nobody else waits for it; says so once, and when to go on. */
export function limitFloods({ updatesPerMinute, texts, log, now }: FloodDeps): MiddlewareFn<Context> {
	const shares = new Map<number, Share>();
	if (updatesPerMinute === null) return (_ctx, next) => next();
	const perMs = updatesPerMinute / 60_000;

	function take(person: number): Share & { had: boolean } {
		const at = now().getTime();
		const before = shares.get(person) ?? { left: updatesPerMinute ?? 0, at, told: false };
		const filled = Math.min(updatesPerMinute ?? 0, before.left + (at - before.at) * perMs);
		const had = filled >= 1;
		const share = { left: had ? filled - 1 : filled, at, told: had ? false : before.told };
		// The one who was quiet for longest goes first: their share is full again, or nearly so.
		shares.delete(person);
		const [oldest] = shares.keys();
		if (shares.size >= mostKept && oldest !== undefined) shares.delete(oldest);
		shares.set(person, share);
		return { ...share, had };
	}

	return async (ctx, next) => {
		const id = ctx.from?.id;
		if (id === undefined || ctx.chat?.type !== "private") return await next();
		const share = take(id);
		if (share.had) return await next();
		if (share.told) return;
		shares.set(id, { left: share.left, at: share.at, told: true });
		log.warn({ person: id }, "a person sends more than their share");
		const text = texts(texts.match(ctx.from?.language_code))("flood-wait");
		const answer = ctx.callbackQuery ? ctx.answerCallbackQuery({ text, show_alert: true }) : ctx.reply(text);
		await answer.catch((error: unknown) => log.info({ error }, "Telegram refused an answer to a flood."));
	};
}
