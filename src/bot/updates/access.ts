import type { MiddlewareFn } from "grammy";
import type { Message } from "grammy/types";
import type { Log } from "../../log.ts";
import { findSigningSecret, findToken } from "../../rules/secrets.ts";
import { afterConnect, tokenInFile } from "../input/tokens.ts";
import type { ChatStore } from "../ports.ts";
import { html, lines } from "../screens/html.ts";
import type { T, Texts } from "../screens/texts.ts";
import type { IncomingContext, IncomingUpdate } from "./kinds.ts";

export interface AccessDeps {
	chats: ChatStore;
	texts: Texts;
	log: Log;
	/** Telegram user ids. Null allows everyone. */
	allowedUsers: ReadonlySet<number> | null;
	/** Returns the text of a file, or null if the file is larger than `mostBytes` or is not text. */
	readFile: (fileId: string, mostBytes: number) => Promise<string | null>;
}

/**
 * Lets only private chats of allowed people through. In a group the bot reveals nothing. It deletes a token that appears
 * there and warns its owner that everyone saw it. A refusal by Telegram is logged and not thrown, so a chat that blocks
 * the bot delays no other chat.
 */
export function guardAccess({ chats, texts, log, allowedUsers, readFile }: AccessDeps): MiddlewareFn<IncomingContext> {
	const mayUse = (personId: number) => !allowedUsers || allowedUsers.has(personId);

	/** Returns true if Telegram accepted the call. */
	async function accepted(call: Promise<unknown>): Promise<boolean> {
		return await call.then(
			() => true,
			(error: unknown) => {
				log.info({ error }, "Telegram refused an answer outside a private talk.");
				return false;
			},
		);
	}

	async function isLeak({ text, file }: IncomingUpdate): Promise<boolean> {
		const secret = findToken(text) ?? findSigningSecret(text) ?? afterConnect(text);
		if (secret !== null) return true;
		const found = await tokenInFile(file, readFile).catch((error: unknown) => {
			log.info({ error }, "A file in a group could not be looked into.");
			return null;
		});
		return found !== null;
	}

	/** Warns the owner in private if they ever started the bot, otherwise in the group. */
	async function warn(ctx: IncomingContext, message: Message, t: T): Promise<void> {
		const deleted = await accepted(ctx.deleteMessage());
		const { id, person } = ctx.incoming;
		await chats.finish(id);
		const rest = t.html(deleted ? "group-token-deleted" : "group-token-stands");
		const advice = t.html("group-token-advice");
		const say = (first: ReturnType<T["html"]>) => lines([first, rest, advice], "\n\n").toString();
		const alone = say(t.html("group-token-yours", { group: message.chat.title ?? "" }));
		if (person && (await accepted(ctx.api.sendMessage(person.id, alone, { parse_mode: "HTML" })))) return;
		await answer(ctx, say(t.html("group-token", { name: person?.first_name ?? "" })), t);
	}

	async function answer(ctx: IncomingContext, text: string, t: T): Promise<void> {
		const open = { text: t("group-open"), url: `https://t.me/${ctx.me.username}` };
		await accepted(ctx.reply(text, { parse_mode: "HTML", reply_markup: { inline_keyboard: [[open]] } }));
	}

	async function group(ctx: IncomingContext): Promise<void> {
		const { message, text } = ctx.incoming;
		if (!message) return;
		const leaked = await isLeak(ctx.incoming);
		if (!leaked && !isForUs(text, ctx.me.username)) return;
		const { id: updateId, person } = ctx.incoming;
		const key = { updateId, personId: person?.id ?? 0 };
		const { done, locale } = await chats.begin(key);
		if (done) return;
		const t = texts(locale ?? texts.match(person?.language_code));
		if (leaked) return await warn(ctx, message, t);
		await chats.finish(key.updateId);
		if (mayUse(key.personId)) await answer(ctx, t.html("group-private").toString(), t);
		else await accepted(ctx.reply(html`${t("private-bot")}`.toString(), { parse_mode: "HTML" }));
	}

	return async (ctx, next) => {
		const { person, chat, callbackId } = ctx.incoming;
		if (ctx.myChatMember && chat?.type === "private") {
			const blocked = ctx.myChatMember.new_chat_member.status === "kicked";
			return blocked ? await chats.stop(chat.id) : await chats.resume(chat.id);
		}
		if (chat?.type === "group" || chat?.type === "supergroup") return await group(ctx);
		if (chat?.type !== "private" || !person) return;
		if (mayUse(person.id)) return await next();
		const t = texts(texts.match(person.language_code));
		if (callbackId !== null) await accepted(ctx.answerCallbackQuery({ text: t("private-bot") }));
		else await accepted(ctx.reply(html`${t("private-bot")}`.toString(), { parse_mode: "HTML" }));
	};
}

/** True for a command, unless it names another bot. */
function isForUs(text: string, username: string): boolean {
	const [, named] = /^\/\w+(?:@(\w+))?/.exec(text) ?? [];
	return text.startsWith("/") && (named === undefined || named.toLowerCase() === username.toLowerCase());
}
