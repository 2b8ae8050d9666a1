import { startChild } from "./child.ts";

/**
 * Sends the text `say`, or taps a button whose label contains `tap`, and then waits until the chat shows `until`. In
 * `say`, `{id}` is replaced by the person's id, and `{n}` by a new number.
 */
export interface Act {
	say?: string;
	tap?: string;
	until: string;
}

export interface Job extends Act {
	chats: number[];
	/** Each follows the answer to the previous one. */
	then?: Act[];
	atOnce: number;
	/** In milliseconds. Without it, each chat acts once. */
	ms?: number;
	/**
	 * Between the planned starts of two acts of a person, from which latencies are measured. The next act does not wait
	 * for a late answer. Without this field, each act follows the answer to the previous one.
	 */
	everyMs?: number;
	/** `everyMs` is then the mean interval. */
	atRandom?: true;
	/** No person acts. The job only waits until each chat gets an alert with the text `until`. */
	listen?: true;
}

export interface Report {
	latencies: number[];
	seconds: number;
	/** Messages of the bot above the rate limit. */
	refused: number;
	/** The webhook had not accepted the update. */
	repeated: number;
	/** Updates without an answer for half a minute. */
	unanswered: number;
}

export interface Crowd extends AsyncDisposable {
	/** The Bot API. */
	url: string;
	do(job: Job): Promise<Report>;
}

/** A minimal Telegram server with simulated people, who use one bot. */
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
