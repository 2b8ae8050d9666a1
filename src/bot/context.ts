import type { ConversationFlavor } from "@grammyjs/conversations";
import type { Intent } from "../rules/recognise.ts";
import type { ChatState, Params, Person, Screen, Showing, Subject } from "./ports.ts";
import type { Route, RouteRef } from "./screens/route.ts";
import type { T } from "./screens/texts.ts";
import type { IncomingContext } from "./updates/kinds.ts";

/** A press of a button that was checked: the message is this person's, and it shows what they saw. */
export interface ButtonPress {
	verb: string;
	/** What the view put behind the button. */
	value: string | null;
	/** The quote's number of a money verb. */
	number: number | null;
}

export interface ShowOptions {
	subject?: Subject;
	/**
	 * `place`: in the message that is there. `beneath`: below what the person just wrote, the old one goes.
	 * `new`: a message of its own. Unless said: a tap changes its message, an answer to a question moves it, and
	 * anything else begins a new one.
	 */
	where?: "place" | "beneath" | "new";
	/** With `new`: what the message that was acted upon shows from now on, so that its buttons are not used twice. */
	replacing?: Params;
	/** For the drawing that follows and for no other; it is kept nowhere. */
	secret?: string;
}

/** What an update is handled with. Handlers decide; nothing is written or sent before they are done. */
export interface UpdateSession {
	person: Person;
	t: T;
	/** What the text of the update means. For a command: what the text behind it means. */
	intent: Intent;
	/** Of the tapped message; otherwise the one that this person's last update showed here. */
	screen: Screen | null;
	/** No other screen was shown in this chat since. */
	isLast: boolean;
	tap: ButtonPress | null;
	dialogue: ChatState["dialogue"];
	staged: Staged;
	/** The question that something else came between, until a text comes. */
	interruptedQuestion: RouteRef | null;
	/** A dialogue was under way and cannot go on: too old, or made by an older version of the bot. */
	cannotResume: boolean;
	/** The last call of an update wins. */
	show<P extends Params>(route: Route<P>, params: P, options?: ShowOptions): void;
	/** Draws the screen again as its rows stand now. */
	redraw(): void;
	/** Ends whatever dialogue is under way. */
	leave(): void;
	/** The person and their rows are gone: nothing is to be written or drawn. */
	vanish(): void;
}

/** What the turn will write in one statement. */
export interface Staged {
	dialogue?: { data: unknown };
	show?: Showing;
	secret?: string;
	vanished?: true;
}

export type SessionContext = IncomingContext & UpdateSession;
export type BotContext = ConversationFlavor<SessionContext>;
