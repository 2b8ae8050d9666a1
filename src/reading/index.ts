import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { type Call, type InputOf, type OutputOf, type ReaderName, runReader } from "./readers.ts";

export type { ListedNames } from "./readers.ts";

/** Maximum length of a text that this thread reads. The slowest such text takes less than 100 ms. */
const longestHere = 32 * 1_024;
/** Maximum time for a long text, together with the texts before it. It leaves room for the download of the file. */
const mostMs = 5_000;
/** A worker takes 100 ms to start, so it is kept for the next step with the same file. */
const idleMs = 10_000;
/** Enough for JSON of two megabytes that consists only of brackets. */
const resourceLimits = { maxOldGenerationSizeMb: 256 };

/** `slow`: the text needs too much time or memory. */
export type Reading<Output> = { kind: "read"; value: Output } | { kind: "slow" };

let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Calls a reader for the text of a file. Another thread reads a long text, one at a time, so that the process answers
 * other people meanwhile.
 */
export async function read<Name extends ReaderName>(
	name: Name,
	...input: InputOf[Name]
): Promise<Reading<OutputOf[Name]>> {
	const [text] = input;
	if (text.length <= longestHere) return { kind: "read", value: runReader({ name, input }) };
	const signal = AbortSignal.timeout(mostMs);
	// The texts before this one have earlier time limits, so this one waits for no longer than its own.
	const reading = last.then(() => readInWorker<Name>({ name, input }, signal));
	last = reading.catch(() => undefined);
	return await reading;
}

async function readInWorker<Name extends ReaderName>(
	call: Call<Name>,
	signal: AbortSignal,
): Promise<Reading<OutputOf[Name]>> {
	clearTimeout(idle);
	worker ??= new Worker(new URL("./worker.ts", import.meta.url), { resourceLimits });
	const current = worker;
	try {
		current.ref();
		const answer = once(current, "message", { signal });
		current.postMessage(call);
		// The cast is safe, because the worker answers each call with the result of this reader.
		const [value] = (await answer) as [OutputOf[Name]];
		current.unref();
		idle = setTimeout(endWorker, idleMs).unref();
		return { kind: "read", value };
	} catch (error) {
		endWorker();
		if (signal.aborted || isOutOfMemory(error)) return { kind: "slow" };
		throw error;
	}
}

function endWorker(): void {
	void worker?.terminate();
	worker = undefined;
}

function isOutOfMemory(error: unknown): boolean {
	return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
}
