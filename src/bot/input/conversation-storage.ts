import type { ConversationData, VersionedState } from "@grammyjs/conversations";
import type { MiddlewareFn } from "grammy";
import type { BotContext, SessionContext } from "../context.ts";
import { routeOf, routes } from "../routes.ts";
import type { RouteRef } from "../screens/route.ts";
import { asksQuestion } from "../updates/session.ts";
import { timeLimit } from "./interrupted.ts";

/**
 * Rises with every change of a conversation's code: a dialogue is a replay, and old steps do not fit new code. A test
 * holds the fingerprint of each builder beside the version that it was taken at.
 */
export const conversationsVersion = 16;

/** With the question that stands there, by its screen. */
type Stored = VersionedState<ConversationData> & { question?: RouteRef };

/**
 * Storage of type `context`: a dialogue was read with the turn and is written with it, both under one revision. What
 * is too old or of another version is dropped, and the person is told instead of being misunderstood.
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

/** Leaves for good: they say so themselves, and how to go on. */
const endingCommands = /^\/(?:cancel|start)\b/;

function acceptsName({ screen }: SessionContext): boolean {
	return routeOf(screen?.feature ?? "")?.acceptsName(screen?.params) ?? true;
}

/**
 * Stands before the dialogues: a command, a tap elsewhere, an order's reference, or a name where none is asked for
 * leaves what is under way.
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
	if (over) ctx.staged.dialogue = { data: { left: kept.question } };
	else if (ctx.interruptedQuestion && ctx.message && (!text.startsWith("/") || endingCommands.test(text)))
		ctx.staged.dialogue = { data: null };
	await next();
};

/**
 * Stands before the dialogues: the question that an edited message once answered is over, and the one that stands now
 * is answered by a message of its own. So it is asked again, and says why.
 */
export const askAgainOnEdit: MiddlewareFn<SessionContext> = async (ctx, next) => {
	const route = ctx.screen && routeOf(ctx.screen.feature);
	const waits = ctx.editedMessage !== undefined && ctx.dialogue.data !== null && route?.asks;
	const params = waits ? route.parse({ ...ctx.screen?.params, edited: true }) : null;
	if (route && params) ctx.show(route, params, { where: "beneath" });
	else await next();
};

/** Stands behind the dialogues: an answer to one that cannot go on is met with a way to begin again. */
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
