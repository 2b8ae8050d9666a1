import type { ConversationData, VersionedState } from "@grammyjs/conversations";
import type { MiddlewareFn } from "grammy";
import type { BotContext, SessionContext } from "../context.ts";
import { routeOf, routes } from "../routes.ts";
import type { RouteRef } from "../screens/route.ts";
import { asksQuestion } from "../updates/session.ts";
import { timeLimit } from "./interrupted.ts";

/**
 * Increase this with every change of a conversation's code: a conversation is a replay, and recorded steps do not fit
 * new code. A test compares the fingerprint of each builder with the one recorded for this version.
 */
export const conversationsVersion = 19;

/** The state of the plugin, and the screen of the current question. */
type Stored = VersionedState<ConversationData> & { question?: RouteRef };

/**
 * Storage of type `context`: the session reads and writes the conversation together with the chat, under one revision. A
 * conversation that is too old or has another version is dropped, and the person is notified.
 */
export const conversationStorage = {
	type: "context",
	version: conversationsVersion,
	adapter: {
		read(ctx: SessionContext): Stored | undefined {
			const kept = (ctx.staged.dialogue ?? ctx.dialogue).data;
			if (!isStored(kept)) return undefined;
			if (kept.version[1] === conversationsVersion && ctx.dialogue.age < timeLimit) return kept;
			ctx.cannotResume = true;
			ctx.leave();
			return undefined;
		},
		write(ctx: SessionContext, data: Stored): void {
			const shown = ctx.staged.show;
			const question = shown && { question: { to: shown.feature, params: shown.params } };
			ctx.staged.dialogue = { data: { ...data, ...question } };
		},
		delete(ctx: SessionContext): void {
			ctx.leave();
		},
	},
} as const;

/** These commands end a conversation without a late answer. Their replies say so. */
const endingCommands = /^\/(?:cancel|start)\b/;

function acceptsName({ screen }: SessionContext): boolean {
	return routeOf(screen?.feature ?? "")?.acceptsName(screen?.params) ?? true;
}

/**
 * Runs before the conversations. A command, a tap on another screen and an order's reference end the current one. So does
 * a name, if the question does not accept one.
 */
export const exitOnOtherInput: MiddlewareFn<SessionContext> = async (ctx, next) => {
	const text = ctx.message?.text ?? "";
	const { is } = text !== "" && asksQuestion(ctx.screen?.feature ?? "") ? ctx.intent : { is: "nothing" };
	const command = text.startsWith("/") || is === "reference" || (is === "name" && !acceptsName(ctx));
	const elsewhere = ctx.tap !== null && (ctx.tap.verb === "go" || !asksQuestion(ctx.screen?.feature ?? ""));
	const kept = ctx.dialogue.data;
	if (command || elsewhere) ctx.leave();
	const over =
		isStored(kept) && kept.question && ctx.staged.dialogue && ctx.tap?.verb !== "go" && !endingCommands.test(text);
	if (over) ctx.staged.dialogue = { data: { interrupted: kept.question } };
	else if (ctx.interruptedQuestion && ctx.message && (!text.startsWith("/") || endingCommands.test(text)))
		ctx.staged.dialogue = { data: null };
	await next();
};

/**
 * Runs before the conversations. An edited message answered an earlier question, so it cannot answer the current one.
 * The bot asks the current question again and says why.
 */
export const askAgainOnEdit: MiddlewareFn<SessionContext> = async (ctx, next) => {
	const route = ctx.screen && routeOf(ctx.screen.feature);
	const waits = ctx.editedMessage !== undefined && ctx.dialogue.data !== null && route?.asks;
	const params = waits ? route.parse({ ...ctx.screen?.params, edited: true }) : null;
	if (route && params) ctx.show(route, params, { where: "beneath" });
	else await next();
};

/** Runs after the conversations. An answer to one that cannot continue gets a button to start again. */
export const offerRestart: MiddlewareFn<BotContext> = async (ctx, next) => {
	const { feature = "" } = ctx.screen ?? {};
	const orphan = ctx.tap !== null && asksQuestion(feature);
	if (!ctx.cannotResume && !orphan) return await next();
	const again = routeOf(feature)?.restart(ctx.screen?.params);
	ctx.show(routes.outdated, { exited: !ctx.cannotResume, ...(again && { again }) });
};

function isStored(data: unknown): data is Stored {
	return typeof data === "object" && data !== null && "version" in data && Array.isArray(data.version);
}
