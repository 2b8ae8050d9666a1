import { z } from "zod";
import type { Intent } from "../../rules/recognise.ts";
import type { ChatState } from "../ports.ts";
import { origin } from "../screens/params.ts";
import type { RouteRef } from "../screens/route.ts";

/** The conversation of a chat, as it was before an update. */
export interface FlowState {
	/** `interrupted`: another input ended the conversation, but a text may still answer its question. */
	flow: "none" | "active" | "interrupted";
	/** True if the tapped or last screen is the question of a conversation. */
	asks: boolean;
	/** True if the question accepts a domain name as the answer. True if there is no question. */
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

/** `interrupt`: the conversation ends, but the bot remembers its question until the next text. */
export type Transition = "continue" | "interrupt" | "end";

/** The replies to these commands say that the conversation has ended, so no later text can answer its question. */
const endingCommands = /^\/(?:cancel|start)\b/;

/**
 * Returns what an update does to the conversation. The first rule that applies counts.
 * - An interrupted conversation ends at the next text or at `/cancel` or `/start`. Other commands do not change it.
 * - A tap on a link of the question ends the conversation. A tap on another screen interrupts it.
 * - `/cancel` and `/start` end it. Any other command interrupts it.
 * - The reference of an order interrupts it, and so does a name if the question does not accept names.
 * - Everything else continues it.
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

/** The milliseconds that a question waits for its answer. */
export const timeLimit = 30 * 60_000;

/** The stored data of an interrupted conversation, whose question a text may still answer. */
const interruptedData = z.object({ interrupted: origin });

/**
 * Returns the question of a conversation that was interrupted less than `timeLimit` ago, if no text followed; otherwise
 * null.
 */
export function interruptedQuestion({ data, age }: ChatState["dialogue"]): RouteRef | null {
	return age < timeLimit ? (interruptedData.safeParse(data).data?.interrupted ?? null) : null;
}
