import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Intent } from "../rules/intent.ts";
import type { ChatState, Params, Person, Screen, Showing } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";
import type { T } from "./screens/texts.ts";
import type { IncomingContext } from "./updates/kinds.ts";

/** A tap that `validateCallback` has accepted: the message belongs to this person and still has the button. */
export interface Tap {
	verb: string;
	/**
	 * The value that the view attached to the button, such as a domain; null if it attached none. The bot stores the
	 * value, because callback data is too short for it. The callback data contains only its index.
	 */
	value: string | null;
	/**
	 * The number in the callback data, or null. For a button that confirms an order or a change, it is the number of the
	 * quote. For any other button, it is the index of `value` among the stored values.
	 */
	callbackNumber: number | null;
}

/**
 * A tap that the bot handles a second time, for example after *Try again*. `to` and `params`: the screen to which the
 * tapped button belongs. The current message may show another screen by now.
 */
export interface RepeatedTap extends RouteRef {
	verb: string;
	value: string | null;
}

export interface ShowOptions {
	/**
	 * The message in which the screen appears:
	 * - `place`: the current message.
	 * - `beneath`: a new message below the person's text. The current message is deleted.
	 * - `new`: a new message. The current message stays.
	 * Default: `place` for a tap, `beneath` for an answer to a question, `new` in all other cases.
	 */
	where?: "place" | "beneath" | "new";
	/**
	 * With `where: "new"`, the bot also renders the screen of the current message again, with these parameters. The old
	 * buttons are then outdated, so a second tap cannot open another new message.
	 */
	replacing?: Params;
	/** A secret to show once, at the next render of the screen. It is kept in memory only. */
	secret?: string;
}

/**
 * The session of one update. Handlers only stage changes. After the handlers, the bot writes the staged changes and
 * renders the screen.
 */
export interface UpdateSession {
	person: Person;
	t: T;
	/**
	 * What the text of the update means. The name of a command is ignored: `/search shop.com` means the same as
	 * `shop.com`.
	 */
	intent: Intent;
	/**
	 * The screen of the tapped message or, if the update is not a tap, the last screen of the chat. Null if there is
	 * none.
	 */
	screen: Screen | null;
	/** True if `screen` is the last screen of the chat. */
	isLast: boolean;
	tap: Tap | null;
	/** The conversation of this chat, as it is stored. The plugin adds its own `conversation` to the context. */
	storedConversation: ChatState["conversation"];
	staged: Staged;
	/**
	 * The question that the person interrupted with other input, such as a command. Null if there is none. The bot
	 * remembers the question until the person sends the next text, but at most for 30 minutes.
	 */
	interruptedQuestion: RouteRef | null;
	/**
	 * True if the stored conversation of this chat cannot continue. It is too old, or another version of the bot stored
	 * it.
	 */
	cannotResume: boolean;
	/** Chooses the screen to show after the update. The last call wins. */
	show<P extends Params>(route: Route<P>, params: P, options?: ShowOptions): void;
	/** Renders the current screen again, from current data. Does nothing if there is no screen. */
	redraw(): void;
	/**
	 * Handles this update as if the person had tapped the button `tap`. The current message need not show this button any
	 * more. `where`: the message in which the next screen appears, unless the handler of the tap chooses another one.
	 */
	repeat(tap: RepeatedTap, where?: ShowOptions["where"]): void;
	/** Ends the current conversation. */
	leave(): void;
	/** Discards all changes of the session and renders nothing, because the person was deleted. */
	vanish(): void;
}

/** The staged changes of a session. One SQL statement writes all of them. */
export interface Staged {
	conversation?: { data: unknown };
	show?: Showing;
	secret?: string;
	vanished?: true;
}

export type SessionContext = IncomingContext & UpdateSession;
export type BotContext = ConversationFlavor<SessionContext>;
