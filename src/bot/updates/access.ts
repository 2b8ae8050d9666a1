import { parseDomain } from "@domains/contract/names.ts";
import type { Log } from "@domains/kit/log.ts";
import type { Context, MiddlewareFn } from "grammy";
import type { Message } from "grammy/types";
import { startPayload } from "../../rules/reference.ts";
import { findSigningSecret, findToken } from "../../rules/secrets.ts";
import type { ReadFile } from "../api/files.ts";
import { afterConnect, tokenInFile } from "../input/tokens.ts";
import type { ChatStore } from "../ports.ts";
import { type Html, paragraphs } from "../screens/html.ts";
import type { T, Texts } from "../screens/texts.ts";
import type { IncomingContext, IncomingUpdate } from "./kinds.ts";

export interface AccessDeps {
	chats: ChatStore;
	texts: Texts;
	log: Log;
	/** The Telegram ids of the people who may use the bot. Null allows everyone. */
	allowedUsers: ReadonlySet<number> | null;
	readFile: ReadFile;
}

/** Returns three middlewares. Together they pass on only updates from private chats with allowed people. */
export function guardAccess(deps: AccessDeps): MiddlewareFn<IncomingContext>[] {
	return [trackBlocking(deps), answerGroups(deps), admitPeople(deps)];
}

/** Stops notifications when a person blocks the bot, and resumes them when the person unblocks it. */
function trackBlocking({ chats }: AccessDeps): MiddlewareFn<IncomingContext> {
	return async (ctx, next) => {
		const { chat } = ctx.incoming;
		if (!ctx.myChatMember || chat?.type !== "private") return await next();
		const blocked = ctx.myChatMember.new_chat_member.status === "kicked";
		await (blocked ? chats.stop(chat.id) : chats.resume(chat.id));
	};
}

/**
 * Passes on only updates from private chats with allowed people. In a private chat with any other person, replies that
 * the bot is private. Ignores all other updates.
 */
function admitPeople({ texts, log, allowedUsers }: AccessDeps): MiddlewareFn<IncomingContext> {
	return async (ctx, next) => {
		const { person, chat } = ctx.incoming;
		if (chat?.type !== "private" || !person) return;
		if (allowedUsers && !allowedUsers.has(person.id))
			return await replyBotIsPrivate(ctx, texts(texts.match(person.language_code)), log);
		await next();
	};
}

export async function replyBotIsPrivate(ctx: Context, t: T, log: Log): Promise<void> {
	const text = t("private-bot");
	await accepted(ctx.callbackQuery ? ctx.answerCallbackQuery({ text }) : ctx.reply(text), log);
}

/**
 * Returns true if Telegram accepted the call. Logs a failure instead of throwing it. If it were thrown, Telegram would
 * deliver the update again. A chat that blocks the bot would then delay other chats.
 */
async function accepted(call: Promise<unknown>, log: Log): Promise<boolean> {
	return await call.then(
		() => true,
		(error: unknown) => {
			log.info({ error }, "Telegram refused a reply");
			return false;
		},
	);
}

/**
 * Handles messages in groups:
 * - Deletes a message with a token, a signing secret or a text after `/connect`, which may be a token. Warns its sender
 *   that everyone in the group saw the secret.
 * - If a message is a command for this bot, replies that the bot works only in private chats.
 * - Ignores all other messages.
 */
function answerGroups({ chats, texts, log, allowedUsers, readFile }: AccessDeps): MiddlewareFn<IncomingContext> {
	return async (ctx, next) => {
		const { chat, message, text, id, person } = ctx.incoming;
		if (chat?.type !== "group" && chat?.type !== "supergroup") return await next();
		if (!message) return;
		const leaked = await isLeak(ctx.incoming);
		if (!leaked && !isForUs(text, ctx.me.username)) return;
		const personId = person?.id ?? 0;
		const { done, locale } = await chats.begin({ updateId: id, personId });
		if (done) return;
		const t = texts(locale ?? texts.match(person?.language_code));
		if (leaked) return await warn(ctx, message, t);
		await chats.finish(id);
		if (!allowedUsers || allowedUsers.has(personId)) await answer(ctx, t.html("group-private").toString(), t);
		else await replyBotIsPrivate(ctx, t, log);
	};

	async function isLeak({ text, file, fileName }: IncomingUpdate): Promise<boolean> {
		const hasSecret = [text, fileName].some((each) => (findToken(each) ?? findSigningSecret(each)) !== undefined);
		if (hasSecret || afterConnect(text) !== null) return true;
		return (await tokenInFile(file, readFile)) !== null;
	}

	/** Deletes the message. Warns its sender in private or, if Telegram does not allow that, in the group. */
	async function warn(ctx: IncomingContext, message: Message, t: T): Promise<void> {
		const deleted = await accepted(ctx.deleteMessage(), log);
		const { id, person } = ctx.incoming;
		await chats.finish(id);
		const rest = t.html(deleted ? "group-token-deleted" : "group-token-stands");
		const warning = (first: Html) => paragraphs([first, rest, t.html("group-token-advice")]).toString();
		const alone = warning(t.html("group-token-yours", { group: message.chat.title ?? "" }));
		if (person && (await accepted(ctx.api.sendMessage(person.id, alone, { parse_mode: "HTML" }), log))) return;
		await answer(ctx, warning(t.html("group-token", { name: person?.first_name ?? "" })), t);
	}

	async function answer(ctx: IncomingContext, text: string, t: T): Promise<void> {
		const name = parseDomain(/^\/\w+(?:@\w+)?\s+(\S+)$/.exec(ctx.incoming.text.trim())?.[1] ?? "");
		const payload = name.ok ? startPayload({ kind: "search", name: name.ascii }) : null;
		const start = payload === null ? "" : `?start=${payload}`;
		const open = { text: t("group-open"), url: `https://t.me/${ctx.me.username}${start}` };
		await accepted(ctx.reply(text, { parse_mode: "HTML", reply_markup: { inline_keyboard: [[open]] } }), log);
	}
}

/** True for a command without the name of a bot, or with the name of this bot. */
function isForUs(text: string, username: string): boolean {
	const [, named] = /^\/\w+(?:@(\w+))?/.exec(text) ?? [];
	return text.startsWith("/") && (named === undefined || named.toLowerCase() === username.toLowerCase());
}
