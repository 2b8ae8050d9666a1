import type { Log } from "@domains/kit/log.ts";
import { createTokenBuckets } from "@domains/kit/token-buckets.ts";
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
	const buckets = createTokenBuckets<number>({ perMinute: updatesPerMinute, mostKeys: 10_000 });

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
