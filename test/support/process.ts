import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { onTestFinished, vi } from "vitest";
import { temporaryDirectory } from "./temporary.ts";

export interface RunningCommand {
	child: ChildProcess;
	/** The standard output so far. */
	out(): string;
	err(): string;
	/** The first URL that the command prints. Rejects if the command ends without one. */
	url(): Promise<string>;
	/** Null if a signal ended the command. */
	status(): Promise<number | null>;
}

const root = join(import.meta.dirname, "..", "..");

/**
 * As `npm run` does, in a separate process. It gets only the environment variables in `env` and PATH, and `input` on
 * its standard input. It is killed when the test ends.
 */
export function startCommand(
	name: string,
	env: Record<string, string>,
	args: string[] = [],
	input = "",
): RunningCommand {
	const options = ["-r", "./src/commands/preload.cjs", join(root, "src", "commands", `${name}.ts`), ...args];
	const child = spawn(process.execPath, options, {
		cwd: root,
		env: { PATH: process.env["PATH"] ?? "", NO_BROWSER: "1", ...env },
		stdio: ["pipe", "pipe", "pipe"],
	});
	// A command may end before it has read its input, which breaks the pipe.
	child.stdin.on("error", () => {}).end(input);
	const exited = once(child, "exit");
	onTestFinished(async () => {
		child.kill("SIGKILL");
		await exited;
	});
	const [out, err] = [collect(child.stdout), collect(child.stderr)];
	return {
		child,
		out,
		err,
		async url() {
			const found = () => /http:\/\/[\w.:[\]]+/.exec(out())?.[0];
			await vi.waitUntil(() => found() ?? child.exitCode !== null, { timeout: 60_000 });
			return found() ?? Promise.reject(new Error(`no address was printed: ${out()} ${err()}`));
		},
		status: async () => (await exited)[0],
	};
}

function collect(stream: NodeJS.ReadableStream): () => string {
	let text = "";
	stream.on("data", (chunk) => {
		text += chunk;
	});
	return () => text;
}

/** Removed when the test ends. */
export async function createDirectory(): Promise<string> {
	const directory = await temporaryDirectory();
	onTestFinished(() => directory[Symbol.asyncDispose]());
	return directory.path;
}
