import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process of the bench, started as `npm start` starts one: it says when it is ready, then answers what it is asked. */
export interface Child extends AsyncDisposable {
	process: ChildProcess;
	/** The first thing that it said. */
	said: unknown;
	/** Asks, and hears the answer. Throws when the process ends instead. */
	ask<Answer>(question: unknown): Promise<Answer>;
}

/** `file` is one of this folder; `env` are all the variables that it has beside the path. */
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
			// Our own process, which answers in the shape that is asked for.
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
