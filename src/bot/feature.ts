import type { Conversation } from "@grammyjs/conversations";
import type { Composer, Context } from "grammy";
import type { Actions } from "../actions/index.ts";
import type { Log } from "../log.ts";
import type { BotContext, Tap } from "./context.ts";
import type { Params } from "./ports.ts";
import type { Route } from "./routes.ts";
import type { ScreenKind } from "./screen.ts";
import type { Texts } from "./texts.ts";

/** Words and links of the operator, shown where a person needs them. */
export interface BotSettings {
	serviceName: string | null;
	/** The built-in service stands behind the bot, so a sandbox account is one tap away. */
	sandbox: boolean;
	supportUrl: string | null;
	topUpUrl: string | null;
}

export interface FeatureDeps {
	actions: Actions;
	texts: Texts;
	settings: BotSettings;
	/** The text of a file that somebody sent; null when it is larger than `mostBytes` or no text. */
	readFile: (fileId: string, mostBytes: number) => Promise<string | null>;
	log: Log;
	now: () => Date;
}

/** One thing that a person does: its screens, its handlers, its guided flows. */
export interface Feature {
	screens: readonly ScreenKind[];
	handlers: Composer<BotContext>;
	dialogues?: readonly DialogueBuilder[];
}

export type Dialogue = Conversation<BotContext, Context>;

export interface DialogueBuilder {
	name: string;
	/** Replayed from the start with every answer: effects stand inside `external`. */
	build(dialogue: Dialogue, ctx: Context, ...args: string[]): Promise<void>;
}

export type Answer = { kind: "tap"; tap: Tap } | { kind: "text"; text: string } | { kind: "other" };

/** Shows a question and waits for what comes back: a tap on it, a text, or something that is neither. */
export async function ask<P extends Params>(dialogue: Dialogue, route: Route<P>, params: P): Promise<Answer> {
	await dialogue.external((ctx) => ctx.show(route, params));
	await dialogue.wait();
	return await dialogue.external((ctx): Answer => {
		if (ctx.tap) return { kind: "tap", tap: ctx.tap };
		const text = ctx.msg?.text?.trim();
		return text ? { kind: "text", text } : { kind: "other" };
	});
}
