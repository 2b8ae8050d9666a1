/**
 * Telegram's FAQ for bots:
 * - about one message per second in a chat, with short bursts,
 * - about 30 messages per second in total,
 * - 20 messages per minute in a group.
 *
 * Telegram publishes no exact numbers (grammy.dev/advanced/flood), so the size of a burst is our guess.
 */
export const faqFloods: FloodLimits = { burst: 5, perSecond: 30, perMinuteInGroup: 20 };

export interface FloodLimits {
	/** Accepted at once in a chat. After that, the limit of one message per second applies. */
	burst: number;
	perSecond: number;
	perMinuteInGroup: number;
}

/** `take` returns 0 and counts the message, or returns the seconds to wait and does not count it. */
export function createFloods(limits: FloodLimits) {
	const chats = new Map<number, { tokens: number; at: number }>();
	const groups = new Map<number, number[]>();
	let recent: number[] = [];

	const refilled = (chat: number, now: number) => {
		const bucket = chats.get(chat) ?? { tokens: limits.burst, at: now };
		return { tokens: Math.min(limits.burst, bucket.tokens + (now - bucket.at) / 1000), at: now };
	};
	const waitFor = (times: readonly number[], most: number, window: number, now: number): number => {
		const oldest = times[times.length - most];
		return oldest === undefined ? 0 : Math.max(0, oldest + window - now);
	};

	return {
		take(chat: number, now: number): number {
			const bucket = refilled(chat, now);
			const inGroup = (groups.get(chat) ?? []).filter((at) => at > now - 60_000);
			recent = recent.filter((at) => at > now - 1000);
			const wait = Math.max(
				bucket.tokens >= 1 ? 0 : (1 - bucket.tokens) * 1000,
				waitFor(recent, limits.perSecond, 1000, now),
				chat < 0 ? waitFor(inGroup, limits.perMinuteInGroup, 60_000, now) : 0,
			);
			if (wait > 0) return Math.ceil(wait / 1000);
			chats.set(chat, { tokens: bucket.tokens - 1, at: now });
			if (chat < 0) groups.set(chat, [...inGroup, now]);
			recent.push(now);
			return 0;
		},
	};
}
