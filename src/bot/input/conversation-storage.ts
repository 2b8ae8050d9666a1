import { readUnsupported } from "@domains/dns/sentence.ts";
import type { ConversationData, VersionedState } from "@grammyjs/conversations";
import type { MiddlewareFn } from "grammy";
import { z } from "zod";
import type { BotContext, SessionContext } from "../context.ts";
import { origin } from "../screens/params.ts";
import type { RouteRef } from "../screens/route.ts";
import { routeOf, routes } from "../screens.ts";
import { asksQuestion } from "../updates/session.ts";
import { isCancelled } from "./screen-input.ts";
import { mayHoldRecords } from "./text-file.ts";
import { type FlowInput, type FlowState, timeLimit, transition } from "./transition.ts";

/**
 * The version of all conversations. Increase it whenever the code of a conversation changes. The plugin replays the
 * recorded steps of a stored conversation, and these steps may not fit the new code. A test compares hashes of the
 * conversations' source files with those that were recorded for this version.
 */
export const conversationsVersion = 40;

/** `state`: what the plugin stores. It belongs to the plugin. `question`: the screen of the current question. */
interface Stored {
	state: VersionedState<ConversationData>;
	question?: RouteRef | undefined;
}

const versioned = z.custom<VersionedState<ConversationData>>(
	(data) => typeof data === "object" && data !== null && "version" in data && Array.isArray(data.version),
);
const question = origin.optional();
const stored = z.union([
	z.object({ state: versioned, question }),
	// An earlier version of the bot stored the question among the plugin's own fields.
	z
		.looseObject({ question })
		.and(versioned)
		.transform(({ question, ...state }) => ({ state, question })),
]);

/**
 * The storage of conversations. Because its type is `context`, the conversations plugin calls its methods with the
 * context of the update. The methods read and change the session in this context, and the session loads and saves the
 * chat's row. A conversation that is too old or from another version is dropped, and `offerRestart` informs the person.
 */
export const conversationStorage = {
	type: "context",
	version: conversationsVersion,
	adapter: {
		read(ctx: SessionContext): VersionedState<ConversationData> | undefined {
			const state = readStored((ctx.staged.conversation ?? ctx.storedConversation).data)?.state;
			if (!state) return undefined;
			if (state.version[1] === conversationsVersion && ctx.storedConversation.age < timeLimit) return state;
			ctx.cannotResume = true;
			ctx.leave();
			return undefined;
		},
		write(ctx: SessionContext, state: VersionedState<ConversationData>): void {
			const shown = ctx.staged.show;
			const data: Stored = { state, ...(shown && { question: { to: shown.routeName, params: shown.params } }) };
			ctx.staged.conversation = { data };
		},
		delete(ctx: SessionContext): void {
			ctx.leave();
		},
	},
} as const;

/**
 * Runs before the conversations. Interrupts or ends the current conversation if `transition` says that the update does
 * not belong to it.
 */
export const exitOnOtherInput: MiddlewareFn<SessionContext> = async (ctx, next) => {
	const { data } = ctx.storedConversation;
	const route = routeOf(ctx.screen?.routeName ?? "");
	const state: FlowState = {
		flow: data !== null ? "active" : ctx.interruptedQuestion ? "interrupted" : "none",
		asks: route?.asks ?? false,
		acceptsName: route?.acceptsName(ctx.screen?.params) ?? true,
		acceptsUnsupported: route?.acceptsUnsupported(ctx.screen?.params) ?? true,
		asksRecord: route?.name === routes.recordAsk.name,
	};
	const input: FlowInput = {
		kind: ctx.tap ? "tap" : ctx.message ? "message" : "other",
		text: isCancelled(ctx.intent) ? "/cancel" : (ctx.message?.text ?? ""),
		intent: intentOf(ctx, state),
		verb: ctx.tap?.verb ?? null,
	};
	const outcome = transition(state, input);
	const interrupted = outcome === "interrupt" ? readStored(data)?.question : undefined;
	if (outcome !== "continue") ctx.staged.conversation = { data: interrupted ? { interrupted } : null };
	await next();
};

/**
 * Returns the intent of an update, with three exceptions. A sentence that asks for something counts as a name: it
 * interrupts a question, unless a name may be the answer. A file that may contain DNS records counts as a zone file. If
 * the question asks for a record, a record of a type that the bot does not write counts as `unsupported_record`, even
 * if its value is missing.
 */
function intentOf({ message, intent }: SessionContext, { asksRecord }: FlowState): FlowInput["intent"] {
	if (message?.document && mayHoldRecords(message.document)) return "zone_file";
	if (intent.is === "misspelt") return "name";
	if (intent.is === "request" && /\s/.test(message?.text?.trim() ?? "")) return "name";
	return asksRecord && readUnsupported(message?.text ?? "") ? "unsupported_record" : intent.is;
}

/**
 * Runs before the conversations. Handles an edited message while a conversation waits for an answer. Repeats the
 * current question and says why. The edited message belongs to an earlier question, so it does not answer the current
 * one.
 */
export const askAgainOnEdit: MiddlewareFn<SessionContext> = async (ctx, next) => {
	const route = ctx.screen && routeOf(ctx.screen.routeName);
	const waits = ctx.editedMessage !== undefined && ctx.storedConversation.data !== null && route?.asks;
	const params = waits ? route.parse({ ...ctx.screen?.params, edited: true }) : null;
	if (route && params) ctx.show(route, params, { where: "beneath" });
	else await next();
};

/**
 * Runs after the conversations. Replies that the conversation has ended, and offers to start it again. This happens if
 * the stored conversation cannot continue. It also happens if the conversation has ended and the person taps a button
 * of its question.
 */
export const offerRestart: MiddlewareFn<BotContext> = async (ctx, next) => {
	const { routeName = "" } = ctx.screen ?? {};
	const orphan = ctx.tap !== null && asksQuestion(routeName);
	if (!ctx.cannotResume && !orphan) return await next();
	const again = routeOf(routeName)?.restart(ctx.screen?.params);
	ctx.show(routes.stepEnded, { exited: !ctx.cannotResume, ...(again && { again }) });
};

function readStored(data: unknown): Stored | undefined {
	return stored.safeParse(data).data;
}
