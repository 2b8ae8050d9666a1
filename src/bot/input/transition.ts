import { z } from "zod";
import type { Intent } from "../../rules/recognise.ts";
import type { ChatState } from "../ports.ts";
import { origin } from "../screens/params.ts";
import type { RouteRef } from "../screens/route.ts";

/** The conversation of a chat before an update. */
export interface FlowState {
	/** `interrupted`: another input ended the conversation, but a text may still answer its question. */
	flow: "none" | "active" | "interrupted";
	/** True if the tapped or last screen is the question of a conversation. */
	asks: boolean;
	/** True if a domain name can answer that question. */
	acceptsName: boolean;
}

export interface FlowInput {
	/** `other`: an edited message, or an update without a message. */
	kind: "message" | "tap" | "other";
	/** The text of a new message, or "". */
	text: string;
	intent: Intent["is"];
	/** The verb of a tapped button. */
	verb: string | null;
}

/** `interrupt`: the conversation ends, but its question is remembered until the next text. */
export type Transition = "continue" | "interrupt" | "end";

/** These commands end a conversation and say so, so a later text is no answer to its question. */
const endingCommands = /^\/(?:cancel|start)\b/;

/**
 * Decides if an update ends the conversation. A command, a tap on another screen, and the reference of an order
 * interrupt it. So does a name, if the question accepts none. A link on the question's screen, `/cancel` and `/start`
 * end it. The next text ends an interrupted one, unless it is a command that says nothing about it.
 */
export function transition(
	{ flow, asks, acceptsName }: FlowState,
	{ kind, text, intent, verb }: FlowInput,
): Transition {
	const isCommand = text.startsWith("/");
	const isEnding = endingCommands.test(text);
	if (flow === "none") return "continue";
	if (flow === "interrupted") return kind === "message" && (!isCommand || isEnding) ? "end" : "continue";
	if (kind === "tap") {
		if (asks) return verb === "go" ? "end" : "continue";
		return "interrupt";
	}
	const isOther = asks && text !== "" && (intent === "reference" || (intent === "name" && !acceptsName));
	if (!isCommand && !isOther) return "continue";
	return isEnding ? "end" : "interrupt";
}

/** A question waits this long for its answer, in milliseconds. */
export const timeLimit = 30 * 60_000;

/** The stored data of an interrupted conversation. A text may still answer its question. */
const interruptedData = z.object({ interrupted: origin });

/** Returns the question of a recently interrupted conversation; null after any further text. */
export function interruptedQuestion({ data, age }: ChatState["dialogue"]): RouteRef | null {
	return age < timeLimit ? (interruptedData.safeParse(data).data?.interrupted ?? null) : null;
}
