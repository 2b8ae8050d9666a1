import { GrammyError } from "grammy";
import { z } from "zod";

/** What a failed Bot API call means for its caller. */
export type TelegramError =
	| { kind: "not_modified" }
	/** The message was deleted, or is too old to be edited. */
	| { kind: "message_gone" }
	/** The bot cannot write to the chat: it was blocked, removed or never started, or the chat was deleted. */
	| { kind: "chat_gone" }
	| { kind: "chat_moved"; chatId: number }
	| { kind: "flood"; seconds: number }
	/** No response, or a server error of Telegram. The caller can retry. */
	| { kind: "unreachable" }
	/** The request was invalid: a bug of the bot. */
	| { kind: "refused" };

/**
 * The longest wait for a rate limit of Telegram: one day. It must stay below 2^31 milliseconds, because a longer Node
 * timer fires immediately.
 */
const longestWaitSeconds = 24 * 60 * 60;

const known = z
	.object({ migrate_to_chat_id: z.int().optional().catch(undefined), retry_after: z.number().nonnegative().catch(1) })
	.catch({ migrate_to_chat_id: undefined, retry_after: 1 });

export function classifyTelegramError(error: unknown): TelegramError {
	if (!(error instanceof GrammyError)) return { kind: "unreachable" };
	const { error_code: status, description, parameters } = error;
	const { migrate_to_chat_id: movedTo, retry_after: seconds } = known.parse(parameters);
	if (movedTo !== undefined) return { kind: "chat_moved", chatId: movedTo };
	if (status === 429) return { kind: "flood", seconds: Math.min(seconds, longestWaitSeconds) };
	if (status >= 500) return { kind: "unreachable" };
	if (status === 403 || /chat not found|user is deactivated/i.test(description)) return { kind: "chat_gone" };
	if (/message is not modified/i.test(description)) return { kind: "not_modified" };
	if (/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i.test(description)) {
		return { kind: "message_gone" };
	}
	return { kind: "refused" };
}
