import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * For a process that exits without closing the server, for example after its shutdown deadline, this stops it. A
 * process that still uses the server restarts it. Dispose of the result after the server is closed.
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
 * Another process may have the id of a server that ended. So on Linux the command line must contain the data directory.
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
