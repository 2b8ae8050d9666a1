import type { Context, MiddlewareFn } from "grammy";
import type { Log } from "../log.ts";
import { findToken } from "../rules/secrets.ts";
import { html } from "./html.ts";
import type { ChatStore } from "./ports.ts";
import type { Texts } from "./texts.ts";

export interface ElsewhereDeps {
	chats: ChatStore;
	texts: Texts;
	log: Log;
	/** Numeric ids; null lets everyone in. */
	allowedUsers: ReadonlySet<number> | null;
}

/**
 * What is no private talk with a person who may use the bot. In a group nothing works that could reveal something; a
 * token that appears there is removed and its owner told that everyone has seen it.
 */
export function elsewhere({ chats, texts, log, allowedUsers }: ElsewhereDeps): MiddlewareFn<Context> {
	async function group(ctx: Context): Promise<void> {
		const message = ctx.message ?? ctx.editedMessage;
		if (!message) return;
		const text = message.text ?? message.caption ?? "";
		const t = texts(texts.match(ctx.from?.language_code));
		const leaked = findToken(text) !== undefined || /^\/connect(@\w+)?\s+\S/.test(text);
		if (!leaked && !text.startsWith("/")) return;
		if (leaked) await ctx.deleteMessage().catch((error: unknown) => log.debug({ error }, "A leaked token stands."));
		const key = leaked ? "group-token" : "group-private";
		const open = { text: t("group-open"), url: `https://t.me/${ctx.me.username}` };
		await ctx.reply(t.html(key, { name: ctx.from?.first_name ?? "" }).toString(), {
			parse_mode: "HTML",
			reply_markup: { inline_keyboard: [[open]] },
		});
	}

	return async (ctx, next) => {
		if (ctx.myChatMember && ctx.chat?.type === "private") {
			const left = ctx.myChatMember.new_chat_member.status === "kicked";
			return left ? await chats.stop(ctx.myChatMember.chat.id) : await chats.resume(ctx.myChatMember.chat.id);
		}
		if (ctx.chat?.type === "group" || ctx.chat?.type === "supergroup") return await group(ctx);
		if (ctx.chat?.type !== "private" || !ctx.from) return;
		if (!allowedUsers || allowedUsers.has(ctx.from.id)) return await next();
		const t = texts(texts.match(ctx.from.language_code));
		if (ctx.callbackQuery) await ctx.answerCallbackQuery({ text: t("private-bot") });
		else await ctx.reply(html`${t("private-bot")}`.toString(), { parse_mode: "HTML" });
	};
}
