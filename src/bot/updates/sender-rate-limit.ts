import type { Log } from "@domains/kit/log.ts";
import type { Api } from "grammy";
import type { Texts } from "../screens/texts.ts";
import type { IncomingUpdate } from "./kinds.ts";

interface RateLimitDeps {
	/** The most updates of one sender that this process handles per minute. Null means no limit. */
	updatesPerMinute: number | null;
	api: Api;
	texts: Texts;
	log: Log;
	now: () => Date;
}

/** Returns true if an update is within the rate limit of its sender. Called before all other work on the update. */
export type Admit = (incoming: IncomingUpdate) => boolean;

/**
 * Drops a sender's updates above the limit, so that other senders need not wait. Warns the sender once per burst, by an
 * alert after a tap or by a message in the private chat. In a group, drops messages without a warning, because other
 * people would see it.
 */
export function createSenderRateLimit({ updatesPerMinute, api, texts, log, now }: RateLimitDeps): Admit {
	if (updatesPerMinute === null) return () => true;
	const buckets = createTokenBuckets({ perMinute: updatesPerMinute, mostKeys: 10_000 });

	function warn({ callbackId, message, person }: IncomingUpdate): void {
		const text = texts(texts.match(person?.language_code))("rate-limit-warning");
		const refused = (error: unknown) => log.info({ error }, "Telegram refused a rate limit warning");
		if (callbackId !== null) api.answerCallbackQuery(callbackId, { text, show_alert: true }).catch(refused);
		else if (message?.chat.type === "private") api.sendMessage(message.chat.id, text).catch(refused);
	}

	return (incoming) => {
		const { sender } = incoming;
		const verdict = buckets.take(sender, now().getTime());
		if (verdict === "warn") {
			log.warn({ sender }, "a sender is above the rate limit");
			warn(incoming);
		}
		return verdict === "go";
	};
}

/** Limits the rate of each key with a token bucket. */
export interface TokenBuckets {
	/**
	 * Counts one update.
	 * - `go`: the update is within the limit.
	 * - `warn`: the update is above the limit, and the sender must be warned.
	 * - `drop`: the update is above the limit, and the sender has already been warned. The next warning is due only after
	 *   the bucket has become half full again.
	 */
	take(key: number, at: number): "go" | "warn" | "drop";
	size(): number;
}

interface TokenBucket {
	remaining: number;
	at: number;
	warned: boolean;
}

/**
 * Creates token buckets. A full bucket allows the updates of one minute. If there are `mostKeys` buckets already, a new
 * one replaces the least recently used one.
 */
export function createTokenBuckets({ perMinute, mostKeys }: { perMinute: number; mostKeys: number }): TokenBuckets {
	const buckets = new Map<number, TokenBucket>();
	const perMs = perMinute / 60_000;
	return {
		take(key, at) {
			const { warned, ...before } = buckets.get(key) ?? { remaining: perMinute, at, warned: false };
			const filled = Math.min(perMinute, before.remaining + Math.max(0, at - before.at) * perMs);
			const isWithin = filled >= 1;
			const isStillWarned = warned && filled < Math.max(1, perMinute / 2);
			buckets.delete(key);
			const [oldest] = buckets.keys();
			if (buckets.size >= mostKeys && oldest !== undefined) buckets.delete(oldest);
			buckets.set(key, { remaining: isWithin ? filled - 1 : filled, at, warned: !isWithin || isStillWarned });
			return isWithin ? "go" : isStillWarned ? "drop" : "warn";
		},
		size: () => buckets.size,
	};
}
