import { startChild } from "./child.ts";

/**
 * People's actions: `say` (`{id}` is the person) or `tap` (part of a label), repeated until their chat shows `until`.
 */
export interface Job {
	chats: number[];
	say?: string;
	tap?: string;
	until: string;
	/** The number of people who act concurrently. */
	atOnce: number;
	/** The duration; without it each chat acts once. */
	ms?: number;
	/** Nobody acts: the bot sends messages by itself. */
	listen?: true;
}

export interface Report {
	/** Milliseconds from an update to its answer. */
	latencies: number[];
	seconds: number;
	/** Messages refused for exceeding the rate limit. */
	refused: number;
}

export interface Crowd extends AsyncDisposable {
	/** The address of the Bot API. */
	url: string;
	do(job: Job): Promise<Report>;
}

/** The people of one bot, on a minimal Telegram. */
export async function startCrowd(): Promise<Crowd> {
	const child = await startChild("telegram.ts", []);
	return {
		// Its first message.
		url: (child.said as { url: string }).url,
		do: (job) => child.ask<Report>(job),
		[Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
	};
}

export const people = (count: number, first = 1): number[] =>
	Array.from({ length: count }, (_, index) => first + index);
