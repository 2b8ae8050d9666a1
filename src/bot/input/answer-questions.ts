import { conversations, createConversation } from "@grammyjs/conversations";
import { Composer, type Context } from "grammy";
import type { BotContext } from "../context.ts";
import type { Feature } from "../feature.ts";
import { navigate } from "../updates/callbacks.ts";
import { askAgainOnEdit, conversationStorage, exitOnOtherInput, offerRestart } from "./conversation-storage.ts";

/**
 * Returns the middleware that runs the conversations of all features. An update that is not an answer interrupts or
 * ends the current conversation. An answer to a conversation that has ended gets an offer to start it again.
 */
export function answerQuestions(features: readonly Feature[]): Composer<BotContext> {
	const questions = new Composer<BotContext>();
	questions.use(exitOnOtherInput, askAgainOnEdit);
	questions.use(conversations<BotContext, Context>({ storage: conversationStorage }));
	for (const { name, build } of features.flatMap((feature) => feature.conversations ?? [])) {
		questions.use(createConversation<BotContext, Context>(build, name));
	}
	questions.use(navigate, offerRestart);
	return questions;
}
