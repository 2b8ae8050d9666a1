import { GrammyError } from "grammy";

/** What a failed call of the Bot API means to whoever sends. */
export type TelegramError =
	| { kind: "not_modified" }
	/** The message to edit is gone, or too old to be edited. */
	| { kind: "message_gone" }
	/** Blocked, deleted, kicked, never started: nothing can be told there. */
	| { kind: "chat_gone" }
	| { kind: "chat_moved"; chatId: number }
	| { kind: "flood"; seconds: number }
	/** Nobody answered, or Telegram itself had trouble: worth another try. */
	| { kind: "unreachable" }
	/** We asked for something impossible: a fault of ours. */
	| { kind: "refused" };

/** One day. A timer of Node that is longer than 2^31 milliseconds ends at once. */
const longestWaitSeconds = 24 * 60 * 60;

export function classifyTelegramError(error: unknown): TelegramError {
	if (!(error instanceof GrammyError)) return { kind: "unreachable" };
	const { error_code: status, description, parameters } = error;
	if (parameters.migrate_to_chat_id !== undefined) return { kind: "chat_moved", chatId: parameters.migrate_to_chat_id };
	if (status === 429) return { kind: "flood", seconds: Math.min(parameters.retry_after ?? 1, longestWaitSeconds) };
	if (status >= 500) return { kind: "unreachable" };
	if (status === 403 || /chat not found|user is deactivated/i.test(description)) return { kind: "chat_gone" };
	if (/message is not modified/i.test(description)) return { kind: "not_modified" };
	if (/message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i.test(description)) {
		return { kind: "message_gone" };
	}
	return { kind: "refused" };
}
