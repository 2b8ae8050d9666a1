import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Stops the embedded server of `directory` if this process exits without closing it, for example after its shutdown
 * deadline. If another process uses the server, that process restarts it. Dispose of the result after the server is
 * closed.
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

/**
 * Returns the server's process id, or undefined if no server runs. Another process may have the id of a server that
 * ended. So on Linux the command line must contain the data directory.
 */
function pidOf(data: string): number | undefined {
	try {
		const pid = Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
		if (process.platform !== "linux") return pid;
		return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(data) ? pid : undefined;
	} catch {
		return undefined;
	}
}
