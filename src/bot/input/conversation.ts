import type { Conversation } from "@grammyjs/conversations";
import type { Context } from "grammy";
import type { BotContext, Tap } from "../context.ts";
import type { Params } from "../ports.ts";
import { origin } from "../screens/params.ts";
import type { Route, RouteRef } from "../screens/route.ts";

export type BotConversation = Conversation<BotContext, Context>;

export interface ConversationBuilder {
	name: string;
	/**
	 * Runs the conversation. At every answer it runs from the start again, with the recorded results of the earlier
	 * steps. All side effects must therefore be inside `external`, which is not repeated.
	 */
	build(conversation: BotConversation, ctx: Context, ...args: string[]): Promise<void>;
}

export type Answer = { kind: "tap"; tap: Tap } | { kind: "text"; text: string } | { kind: "other" };

/** Shows a question and waits for the answer: a tap, a text or anything else. */
export async function ask<P extends Params>(
	conversation: BotConversation,
	route: Route<P>,
	params: P,
): Promise<Answer> {
	await conversation.external((ctx) => ctx.show(route, params));
	await conversation.wait();
	return await conversation.external((ctx): Answer => {
		if (ctx.tap) return { kind: "tap", tap: ctx.tap };
		const text = ctx.msg?.text?.trim();
		return text ? { kind: "text", text } : { kind: "other" };
	});
}

/**
 * Parses the screen from which a conversation was started, and to which *Back* leads. Arguments of a conversation are
 * strings, so the screen is passed as JSON. Returns undefined for "", which means no screen.
 */
export function originOf(text: string): RouteRef | undefined {
	return text === "" ? undefined : origin.parse(JSON.parse(text));
}
