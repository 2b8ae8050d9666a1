import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Intent } from "../rules/recognise.ts";
import type { ChatState, Params, Person, Screen, Showing } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";
import type { T } from "./screens/texts.ts";
import type { IncomingContext } from "./updates/kinds.ts";

/** A button press after `validateCallback`: the message belongs to this person and still has the button. */
export interface ButtonPress {
	verb: string;
	/** The stored value that the view gave the button; null if it gave none. */
	value: string | null;
	/**
	 * The number in the callback data: of the quote, for a verb that spends money; otherwise the index of `value`, or
	 * null.
	 */
	number: number | null;
}

export interface ShowOptions {
	/**
	 * The message in which the screen appears.
	 * - `place`: the current message.
	 * - `beneath`: a new message below the text of the person, instead of the current one.
	 * - `new`: a new message; the current one stays.
	 * Default: `place` for a tap, `beneath` for an answer to a question, otherwise `new`.
	 */
	where?: "place" | "beneath" | "new";
	/**
	 * If `where` is `new`: the current message is rendered again with these parameters, so that its buttons are not used
	 * twice.
	 */
	replacing?: Params;
	/** A secret to show once, at the next render of the screen. It is kept in memory only. */
	secret?: string;
}

/**
 * The session of one update. Handlers stage changes. After the handlers, the bot writes the changes and renders the
 * screen.
 */
export interface UpdateSession {
	person: Person;
	t: T;
	/** What the text of the update asks for. A command counts without its name: `/search shop.com` as `shop.com`. */
	intent: Intent;
	/** The screen of the tapped message, otherwise the last screen of the chat; null if there is none. */
	screen: Screen | null;
	/** True if `screen` is the last screen of the chat. */
	isLast: boolean;
	tap: ButtonPress | null;
	dialogue: ChatState["dialogue"];
	staged: Staged;
	/**
	 * The question of an interrupted conversation, kept until the next text or for 30 minutes; null if there is none.
	 */
	interruptedQuestion: RouteRef | null;
	/**
	 * True if the conversation of this chat cannot continue, because it is too old or from another version of the bot.
	 */
	cannotResume: boolean;
	/** Chooses the screen to show after the update. The last call wins. */
	show<P extends Params>(route: Route<P>, params: P, options?: ShowOptions): void;
	/** Renders the current screen again, from current data. Does nothing if there is no screen. */
	redraw(): void;
	/** Ends the current conversation. */
	leave(): void;
	/** Discards all changes of the session and renders nothing, because the person was deleted. */
	vanish(): void;
}

/** The staged changes of a session. One statement writes them. */
export interface Staged {
	dialogue?: { data: unknown };
	show?: Showing;
	secret?: string;
	vanished?: true;
}

export type SessionContext = IncomingContext & UpdateSession;
export type BotContext = ConversationFlavor<SessionContext>;
