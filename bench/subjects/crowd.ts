import { startChild } from "./child.ts";

/** What people do: one of `say` (`{id}` is the person) and `tap` (a part of a label), until their chat shows `until`. */
export interface Job {
	chats: number[];
	say?: string;
	tap?: string;
	until: string;
	/** How many of them at once. */
	atOnce: number;
	/** Again and again for so long; without it each chat once. */
	ms?: number;
	/** Nobody does anything: the bot is to write by itself. */
	listen?: true;
}

export interface Report {
	/** Milliseconds from an update to its answer. */
	latencies: number[];
	seconds: number;
	/** Messages refused as a flood. */
	refused: number;
}

export interface Crowd extends AsyncDisposable {
	/** The address of the Bot API. */
	url: string;
	do(job: Job): Promise<Report>;
}

/** The people of one bot, behind a thin Telegram of its own. */
export async function startCrowd(): Promise<Crowd> {
	const child = await startChild("telegram.ts", []);
	return {
		// The first thing that it says.
		url: (child.said as { url: string }).url,
		do: (job) => child.ask<Report>(job),
		[Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
	};
}

export const people = (count: number, first = 1): number[] =>
	Array.from({ length: count }, (_, index) => first + index);
