import type { Log } from "@domains/kit/log.ts";
import { Composer } from "grammy";
import type { Actions } from "../actions/index.ts";
import type { ReadFile } from "./api/files.ts";
import type { BotContext } from "./context.ts";
import type { Claims } from "./input/claims.ts";
import type { ConversationBuilder } from "./input/conversation.ts";
import type { ScreenInput } from "./input/screen-input.ts";
import type { Screen, ScreenKind } from "./screens/screen.ts";
import type { Texts } from "./screens/texts.ts";

/**
 * What the operator configured: the name of the registrar service, links for support and payments, and whether people
 * can open sandbox accounts.
 */
export interface BotSettings {
	serviceName: string | null;
	/**
	 * True if the bot uses the registrar service that is part of this project. A person can then open a sandbox account
	 * with one tap.
	 */
	sandbox: boolean;
	supportUrl: string | null;
	topUpUrl: string | null;
	/** The address at which programs call the bot, without a path. Absent if the bot does not serve them. */
	programsUrl?: string;
}

export interface FeatureDeps {
	actions: Actions;
	texts: Texts;
	settings: BotSettings;
	readFile: ReadFile;
	log: Log;
	now: () => Date;
}

/** A feature is one task of the user: its screens and the handlers of its input. */
export interface Feature {
	screens: readonly ScreenKind[];
	/** Handles commands and callbacks. */
	handlers?: Composer<BotContext>;
	conversations?: readonly ConversationBuilder[];
	/** The texts that the feature's screens accept as input. */
	inputs?: readonly ScreenInput[];
	/**
	 * Middlewares for texts that the person may send on any screen. The key is the claim: the kind of text that the
	 * middleware handles, such as `token`. `claimOrder` in `input/claims.ts` lists the claims in the sequence in which
	 * they are tried.
	 */
	claims?: Claims;
}

/** A feature of these screens. `more`: what does not belong to one screen, such as commands. */
export function feature(screens: readonly Screen[], more: Omit<Feature, "screens"> = {}): Feature {
	const handlers = [...screens.flatMap((each) => each.handlers ?? []), ...(more.handlers ? [more.handlers] : [])];
	const inputs = [...screens.flatMap((each) => each.input ?? []), ...(more.inputs ?? [])];
	return { ...more, screens, handlers: new Composer(...handlers), inputs };
}
