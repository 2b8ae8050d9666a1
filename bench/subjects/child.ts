import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** It sends a message when it is ready, and answers each question with one message. */
export interface Child extends AsyncDisposable {
	process: ChildProcess;
	/** The first message. */
	said: unknown;
	/** Throws if the child exits before it answers. */
	ask<Answer>(question: unknown): Promise<Answer>;
}

/**
 * Waits for the first message. Our programs get the memory limit with which `npm start` runs. A baseline gets Node's
 * defaults, as its authors would run it.
 */
export async function startChild(file: string, args: string[], { isBaseline = false } = {}): Promise<Child> {
	const limit = isBaseline ? [] : ["--max-semi-space-size=4"];
	const child = fork(join(import.meta.dirname, file), args, {
		execArgv: ["-r", "./src/commands/preload.cjs", "--expose-gc", ...limit],
		env: { PATH: process.env["PATH"] },
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const said = await hear(child);
	return {
		process: child,
		said,
		async ask<Answer>(question: unknown) {
			const heard = hear(child);
			child.send(question as object);
			// The cast is safe: the programs in this folder answer with the type that their callers expect.
			return (await heard) as Answer;
		},
		async [Symbol.asyncDispose]() {
			const gone = once(child, "exit");
			if (child.exitCode !== null) return;
			child.disconnect();
			await gone;
		},
	};
}

async function hear(child: ChildProcess): Promise<unknown> {
	const heard = new AbortController();
	const gone = once(child, "exit", { signal: heard.signal }).then(() => {
		throw new Error("a process of the bench ended");
	});
	try {
		const [message] = await Promise.race([once(child, "message"), gone]);
		return message;
	} finally {
		heard.abort();
		await gone.catch(() => {});
	}
}
