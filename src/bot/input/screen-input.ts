import type { MiddlewareFn } from "grammy";
import type { Intent } from "../../rules/intent.ts";
import { isListOfWords, mayHoldToken } from "../../rules/secrets.ts";
import type { BotContext, SessionContext } from "../context.ts";
import type { Params } from "../ports.ts";
import { shorten } from "../screens/html.ts";
import type { Route } from "../screens/route.ts";

/**
 * How a screen handles a text that arrives while this screen is the last one of the chat. Questions of conversations do
 * not use it, because conversations read their answers themselves.
 */
export interface ScreenInput {
	screen: string;
	edits: boolean;
	/** Handles the text. Returns false if the text is not for this screen. */
	read(ctx: BotContext): Promise<boolean> | boolean;
}

type Read<P> = (ctx: BotContext, text: string, params: P) => Promise<boolean> | boolean;

/** Declares that a screen handles texts that are not commands. With `edits`, it also handles edited messages. */
export function acceptText<P extends Params>(
	route: Route<P>,
	read: Read<P>,
	{ edits = false }: { edits?: boolean } = {},
): ScreenInput {
	return {
		screen: route.name,
		edits,
		read(ctx) {
			const params = route.parse(ctx.screen?.params);
			return params !== null && read(ctx, ctx.incoming.text, params);
		},
	};
}

/**
 * Returns the middleware that passes a text to the last screen of the chat. Several features may read the texts of one
 * screen: the first that takes the text handles it. If none takes it, the next middleware runs.
 */
export function readScreenInput(inputs: readonly ScreenInput[]): MiddlewareFn<BotContext> {
	const byScreen = Map.groupBy(inputs, ({ screen }) => screen);
	return async (ctx, next) => {
		const { content, kind } = ctx.incoming;
		const own = content === "text" ? byScreen.get(ctx.screen?.routeName ?? "") : undefined;
		for (const input of own ?? []) {
			if ((kind === "message" || input.edits) && (await input.read(ctx))) return;
		}
		await next();
	};
}

const offTopicIntents = new Set<Intent["is"]>([
	"name",
	"reference",
	"record",
	"unsupported_record",
	"zone_file",
	"base",
]);

/** True for the word "cancel", in any language. It does the same as the command, also as an answer to a question. */
export function isCancelled(intent: Intent): boolean {
	return intent.is === "request" && intent.request.wants === "cancel";
}

type Input = Pick<SessionContext, "intent" | "incoming">;

/**
 * True if a text is clearly not the answer to a question: a domain name, a DNS record or an order reference. False for
 * a number, because it may always be an answer.
 */
export function isOffTopic({ intent, incoming }: Input): boolean {
	if (/^\d+$/.test(incoming.text.trim())) return false;
	if (intent.is === "misspelt") return true;
	if (intent.is === "request") return /\s/.test(incoming.text.trim());
	return offTopicIntents.has(intent.is) || (intent.is === "names" && intent.names.length > 0);
}

/**
 * Like `isOffTopic`, for a question whose answer can be one word, such as a secret, a sum or a time. A single word
 * without a TLD (`base`) may then be the answer, but a list of words is not.
 */
export function isOtherInput(input: Input): boolean {
	const { intent, incoming } = input;
	return (isOffTopic(input) && intent.is !== "base") || (intent.is !== "token" && isListOfWords(incoming.text));
}

/**
 * Returns a rejected answer, shortened so that the reply can quote it. Returns "…" if the answer may contain a token.
 */
export function quoteInput(text: string): string {
	return mayHoldToken(text) ? "…" : shorten(text.trim(), 60);
}
