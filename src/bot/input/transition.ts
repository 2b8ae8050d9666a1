import { z } from "zod";
import type { Intent } from "../../rules/intent.ts";
import type { ChatState } from "../ports.ts";
import { origin } from "../screens/params.ts";
import type { RouteRef } from "../screens/route.ts";

/** The conversation of a chat, as it was before an update. */
export interface FlowState {
	/**
	 * The state of the conversation. `interrupted`: other input ended the conversation, but a later text may still answer
	 * its question.
	 */
	flow: "none" | "active" | "interrupted";
	/**
	 * True if the screen of this update is the question of a conversation. That is the tapped screen or, without a tap,
	 * the last screen of the chat.
	 */
	asks: boolean;
	/** True if the question accepts a domain name as its answer, or if there is no question. */
	acceptsName: boolean;
	/**
	 * True if two kinds of text may be an answer to the question: words for what the service cannot do, such as "DNSSEC",
	 * and a record of a type that the bot does not write. Also true if there is no question.
	 */
	acceptsUnsupported: boolean;
	/** True if the question asks for a DNS record. A zone file does not answer such a question. */
	asksRecord: boolean;
}

export interface FlowInput {
	/** The kind of the update. `other`: an edited message, or an update without a message. */
	kind: "message" | "tap" | "other";
	/** The text of a new message, or "". */
	text: string;
	intent: Intent["is"];
	/** The verb of the tapped button; null if the update is not a tap. */
	verb: string | null;
}

/**
 * What happens to the conversation. `interrupt`: the conversation ends, but the bot remembers its question until the
 * next text.
 */
export type Transition = "continue" | "interrupt" | "end";

/**
 * Commands after which no later text answers the question, because their replies say that the conversation has ended.
 */
const endingCommands = /^\/(?:cancel|start)\b/;

/**
 * Returns what an update does to the conversation. The first rule that fits applies:
 * - An interrupted conversation ends with the next text, and with `/cancel` or `/start`. Other commands do not change
 *   it.
 * - A tap on a button of the question that opens another screen ends the conversation. A tap in another message
 *   interrupts it.
 * - `/cancel` and `/start` end the conversation. Any other command interrupts it.
 * - The reference of an order interrupts the conversation.
 * - A domain name interrupts it, unless the question accepts names.
 * - A zone file interrupts it if the question asks for a record.
 * - A request for what the service cannot do, and a record of a type that the bot does not write, interrupt it, unless
 *   the question accepts them.
 * - Everything else continues the conversation.
 */
export function transition(
	{ flow, asks, acceptsName, acceptsUnsupported, asksRecord }: FlowState,
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
	const isName = text !== "" && (intent === "reference" || (intent === "name" && !acceptsName));
	const isUnsupported = (intent === "unsupported" || intent === "unsupported_record") && !acceptsUnsupported;
	const isOther = asks && (isName || isUnsupported || (intent === "zone_file" && asksRecord));
	if (!isCommand && !isOther) return "continue";
	return isEnding ? "end" : "interrupt";
}

/** How long a question waits for its answer, in milliseconds. */
export const timeLimit = 30 * 60_000;

/** The stored data of an interrupted conversation. A later text may still answer its question. */
const interruptedData = z.object({ interrupted: origin });

/**
 * Returns the question of an interrupted conversation. Returns null if there is none, or if the interruption was
 * `timeLimit` ago or longer.
 */
export function interruptedQuestion({ data, age }: ChatState["conversation"]): RouteRef | null {
	return age < timeLimit ? (interruptedData.safeParse(data).data?.interrupted ?? null) : null;
}
