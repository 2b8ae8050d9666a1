import { startChild } from "./child.ts";

/**
 * One act of a person. The person sends the text `say`, or taps a button whose label contains `tap`, and then waits
 * until their chat shows `until`. In `say`, `{id}` is replaced by the person's id, and `{n}` by a new number.
 */
export interface Act {
	say?: string;
	tap?: string;
	until: string;
}

/** An act, who does it, and how often. */
export interface Job extends Act {
	chats: number[];
	/** The acts that follow the first one, each after the answer to the previous one. */
	then?: Act[];
	/** The number of people who act concurrently. */
	atOnce: number;
	/** How long people act, in milliseconds. Without it, each chat acts once. */
	ms?: number;
	/**
	 * The milliseconds between the planned starts of two acts of a person. The next act does not wait for a late answer.
	 * Latencies are measured from the planned starts. Without this field, each act follows the answer to the previous
	 * one.
	 */
	everyMs?: number;
	/** If true, people act at random times, and `everyMs` is the mean interval between their acts. */
	atRandom?: true;
	/** If true, no person acts. The job only waits until each chat gets an alert with the text `until`. */
	listen?: true;
}

export interface Report {
	/** The milliseconds from each update to its answer. */
	latencies: number[];
	seconds: number;
	/** The number of the bot's messages that the minimal Telegram server refused because of its rate limit. */
	refused: number;
	/**
	 * The number of times that the minimal Telegram server repeated an update because the webhook had not accepted it.
	 */
	repeated: number;
	/** The number of updates that got no answer within half a minute. */
	unanswered: number;
}

export interface Crowd extends AsyncDisposable {
	/** The base URL of the Bot API of the minimal Telegram server. */
	url: string;
	do(job: Job): Promise<Report>;
}

/** Starts a minimal Telegram server with simulated people, who use one bot. */
export async function startCrowd(): Promise<Crowd> {
	const child = await startChild("telegram.ts", []);
	return {
		// The cast is safe: the first message of `telegram.ts` has this type.
		url: (child.said as { url: string }).url,
		do: (job) => child.ask<Report>(job),
		[Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
	};
}

export const people = (count: number, first = 1): number[] =>
	Array.from({ length: count }, (_, index) => first + index);
