import type { Composer } from "grammy";
import type { Actions } from "../actions/index.ts";
import type { Log } from "../log.ts";
import type { BotContext } from "./context.ts";
import type { Claims } from "./input/claims.ts";
import type { ConversationBuilder } from "./input/conversation.ts";
import type { ScreenInput } from "./input/screen-input.ts";
import type { ScreenKind } from "./screens/define.ts";
import type { Texts } from "./screens/texts.ts";

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

/** One user task: its screens, and how it handles input. */
export interface Feature {
	screens: readonly ScreenKind[];
	/** Handles commands and callbacks. */
	handlers?: Composer<BotContext>;
	conversations?: readonly ConversationBuilder[];
	/** The text that its screens accept. */
	inputs?: readonly ScreenInput[];
	/** The text that it takes on any screen. */
	claims?: Claims;
}
