import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A child process of the bench. It sends a message when it is ready, then answers questions. */
export interface Child extends AsyncDisposable {
	process: ChildProcess;
	/** The child's first message. */
	said: unknown;
	/** Sends a question and returns the answer. Throws if the process exits. */
	ask<Answer>(question: unknown): Promise<Answer>;
}

/** Starts a program of this folder. `env` has all its environment variables except PATH. */
export async function startChild(file: string, args: string[], env: Record<string, string> = {}): Promise<Child> {
	const execArgv = ["-r", "./src/commands/preload.cjs", "--max-semi-space-size=4", "--expose-gc"];
	const child = fork(join(import.meta.dirname, file), args, {
		execArgv,
		env: { PATH: process.env["PATH"], ...env },
		stdio: ["ignore", "inherit", "inherit", "ipc"],
	});
	const said = await hear(child);
	return {
		process: child,
		said,
		async ask<Answer>(question: unknown) {
			const heard = hear(child);
			child.send(question as object);
			// The child is our own program and answers in the requested shape.
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
