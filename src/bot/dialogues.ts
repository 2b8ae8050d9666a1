import type { ConversationData, VersionedState } from "@grammyjs/conversations";
import type { MiddlewareFn } from "grammy";
import { recognise } from "../rules/recognise.ts";
import type { BotContext, TurnContext } from "./context.ts";
import { domainAt } from "./named.ts";
import { routeOf, routes } from "./routes.ts";
import { isQuestion } from "./turn.ts";
import { here, type Origin } from "./view.ts";

/**
 * Rises with every change of a conversation's code: a dialogue is a replay, and old steps do not fit new code. A test
 * holds the fingerprint of each builder beside the version that it was taken at.
 */
export const dialoguesVersion = 11;

const timeLimit = 30 * 60_000;

type Stored = VersionedState<ConversationData>;

/**
 * Storage of type `context`: a dialogue was read with the turn and is written with it, both under one revision. What
 * is too old or of another version is dropped, and the person is told instead of being misunderstood.
 */
export const dialogueStorage = {
	type: "context",
	version: dialoguesVersion,
	adapter: {
		read(ctx: TurnContext): Stored | undefined {
			const kept = (ctx.staged.dialogue ?? ctx.dialogue).data;
			if (!isStored(kept)) return undefined;
			if (kept.version[1] === dialoguesVersion && ctx.dialogue.age < timeLimit) return kept;
			ctx.interrupted = true;
			ctx.leave();
			return undefined;
		},
		write(ctx: TurnContext, data: Stored): void {
			ctx.staged.dialogue = { data };
		},
		delete(ctx: TurnContext): void {
			ctx.leave();
		},
	},
} as const;

/** Questions that no domain name is an answer to. */
const noName = new Set<string | undefined>([routes.registerYears.name, routes.renewYears.name]);

/**
 * Stands before the dialogues: a command, a tap elsewhere, an order's reference, or a name where none is asked for
 * leaves what is under way.
 */
export const leaveDialogues: MiddlewareFn<TurnContext> = async (ctx, next) => {
	const text = ctx.message?.text ?? "";
	const { is } = isQuestion(ctx.screen?.feature ?? "") ? recognise(text) : { is: "nothing" };
	const command = text.startsWith("/") || is === "reference" || (is === "name" && noName.has(ctx.screen?.feature));
	const elsewhere = ctx.tap !== null && (ctx.tap.verb === "go" || !isQuestion(ctx.screen?.feature ?? ""));
	if (command || elsewhere) ctx.leave();
	await next();
};

/**
 * Stands before the dialogues: the question that an edited message once answered is over, and the one that stands now
 * is answered by a message of its own. So it is asked again, and says why.
 */
export const ignoreEdits: MiddlewareFn<TurnContext> = async (ctx, next) => {
	const route = ctx.screen && routeOf(ctx.screen.feature);
	const waits = ctx.editedMessage !== undefined && ctx.dialogue.data !== null && route?.asks;
	const params = waits ? route.parse({ ...ctx.screen?.params, edited: true }) : null;
	if (route && params) ctx.show(route, params, { where: "beneath" });
	else await next();
};

/** Where the question of a flow about a domain leads back to. */
const beginnings: Readonly<Record<string, (domain: string) => Origin>> = {
	[routes.registerYears.name]: (name) => here(routes.offer, { name }),
	[routes.registerLabel.name]: (name) => here(routes.offer, { name }),
	[routes.registerReference.name]: (name) => here(routes.offer, { name }),
	[routes.renewYears.name]: (name) => here(routes.domain, { domain: name }),
	[routes.recordAsk.name]: (name) => here(routes.zone, { domain: name, page: 1 }),
	[routes.nameserversAsk.name]: (name) => here(routes.nameservers, { domain: name }),
};

/** Stands behind the dialogues: an answer to one that cannot go on is met with a way to begin again. */
export const resumeKindly: MiddlewareFn<BotContext> = async (ctx, next) => {
	const { feature = "" } = ctx.screen ?? {};
	const orphan = ctx.tap !== null && isQuestion(feature);
	if (!ctx.interrupted && !orphan) return await next();
	const domain = domainAt(ctx);
	const again = domain ? beginnings[feature]?.(domain) : undefined;
	ctx.show(routes.outdated, { left: !ctx.interrupted, ...(again && { again }) });
};

function isStored(data: unknown): data is Stored {
	return typeof data === "object" && data !== null && "version" in data && Array.isArray(data.version);
}
