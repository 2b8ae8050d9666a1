import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Intent } from "../rules/recognise.ts";
import type { ChatState, Params, Person, Screen, Showing, Subject } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";
import type { T } from "./screens/texts.ts";
import type { IncomingContext } from "./updates/kinds.ts";

/** A checked tap: the message belongs to this person and still shows the button. */
export interface ButtonPress {
	verb: string;
	/** The value that the view gave the button. */
	value: string | null;
	/** The number of the quote, for a verb that spends money. */
	number: number | null;
}

export interface ShowOptions {
	subject?: Subject;
	/**
	 * `place`: edits the current message. `beneath`: moves it below the text of the person. `new`: sends a new message. By
	 * default a tap edits its message, an answer to a question moves it, and anything else sends a new one.
	 */
	where?: "place" | "beneath" | "new";
	/** With `new`: the new parameters of the current message, so that its buttons are not used twice. */
	replacing?: Params;
	/** Shown by the next drawing only, and never stored. */
	secret?: string;
}

/** The session of one update. Handlers stage changes. The bot writes and sends them when the handlers are done. */
export interface UpdateSession {
	person: Person;
	t: T;
	/** What the text of the update means. For a command: what the text behind it means. */
	intent: Intent;
	/** The screen of the tapped message, otherwise the last screen of the chat. */
	screen: Screen | null;
	/** True if `screen` is the last screen of the chat. */
	isLast: boolean;
	tap: ButtonPress | null;
	dialogue: ChatState["dialogue"];
	staged: Staged;
	/** The question of an interrupted conversation, until the next text. */
	interruptedQuestion: RouteRef | null;
	/** True if a conversation cannot continue because it is too old or from another version of the bot. */
	cannotResume: boolean;
	/** The last call of an update wins. */
	show<P extends Params>(route: Route<P>, params: P, options?: ShowOptions): void;
	/** Draws the screen again from the current data. */
	redraw(): void;
	/** Ends the current conversation. */
	leave(): void;
	/** The person was deleted, so nothing is written or drawn. */
	vanish(): void;
}

/** The changes of the session. One statement writes them. */
export interface Staged {
	dialogue?: { data: unknown };
	show?: Showing;
	secret?: string;
	vanished?: true;
}

export type SessionContext = IncomingContext & UpdateSession;
export type BotContext = ConversationFlavor<SessionContext>;
