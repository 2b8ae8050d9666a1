import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Intent } from "../rules/recognise.ts";
import type { ChatState, Params, Person, Screen, Showing, Subject } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";
import type { T } from "./screens/texts.ts";
import type { IncomingContext } from "./updates/kinds.ts";

/** A checked button press: the message belongs to this person and still shows the button. */
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
	 * Selects the message. `place`: the current one. `beneath`: the current one, moved below the person's text. `new`: a
	 * new one. Default: `place` for a tap, `beneath` for an answer to a question, otherwise `new`.
	 */
	where?: "place" | "beneath" | "new";
	/** New parameters for the current message when `where` is `new`, so that its buttons are not used twice. */
	replacing?: Params;
	/** A secret that only the next drawing shows. It is never stored. */
	secret?: string;
}

/** The session of one update. Handlers stage changes, which are written and sent after the handlers finish. */
export interface UpdateSession {
	person: Person;
	t: T;
	/** The meaning of the update's text, without a command's name. */
	intent: Intent;
	/** The screen of the tapped message, otherwise the last screen of the chat; null if there is none. */
	screen: Screen | null;
	/** True if `screen` is the last screen of the chat. */
	isLast: boolean;
	tap: ButtonPress | null;
	dialogue: ChatState["dialogue"];
	staged: Staged;
	/** The question of an interrupted conversation, kept until the next text; null if there is none. */
	interruptedQuestion: RouteRef | null;
	/** True if a conversation cannot continue because it is too old or from another version of the bot. */
	cannotResume: boolean;
	/** Chooses the screen to show after the update. The last call wins. */
	show<P extends Params>(route: Route<P>, params: P, options?: ShowOptions): void;
	/** Draws the screen again from the current data. */
	redraw(): void;
	/** Ends the current conversation. */
	leave(): void;
	/** Drops all changes of the session and draws nothing, because the person was deleted. */
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
