import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Stops the embedded server of `directory` when this process exits without having closed it, such as past its deadline:
 * nothing else would. Another process that uses the server starts it again. Dispose of it after closing the server.
 */
export function stopAtExit(directory: string): Disposable {
	const data = join(directory, "data");
	const stop = (): void => {
		const pid = pidOf(data);
		if (pid !== undefined) process.kill(pid, "SIGINT");
	};
	process.once("exit", stop);
	return { [Symbol.dispose]: () => void process.off("exit", stop) };
}

/** Undefined where no server runs; a process id is used again, so the command line has to name the data. */
function pidOf(data: string): number | undefined {
	try {
		const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
		if (process.platform !== "linux") return pid;
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data) ? pid : undefined;
	} catch {
		return undefined;
	}
}
