import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

/**
 * Returns a function that releases the lock. Throws a `StartError` if another process has it, or if this process cannot
 * write to the directory.
 */
export function lockDirectory(directory: string): () => void {
	const path = join(directory, "lock");
	const own = `${process.pid} ${startOf(process.pid) ?? ""}`;
	for (const attempt of [1, 2]) {
		if (create(path, own)) return () => rmSync(path, { force: true });
		const [pid = 0, start] = readFileSync(path, "utf8").split(" ");
		const holder = Number(pid);
		if (attempt === 2 || (isAlive(holder) && startOf(holder) === start && holder !== process.pid)) {
			throw new StartError("already_running", `${directory} is in use by process ${holder}`);
		}
		rmSync(path, { force: true });
	}
	throw new StartError("already_running", `${directory} is in use`);
}

function create(path: string, content: string): boolean {
	try {
		mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
		const file = openSync(path, "wx", 0o600);
		writeSync(file, content);
		closeSync(file);
		return true;
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
		throw new StartError("data_dir_unusable", `${dirname(path)} cannot be written`, { cause: error });
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}

/**
 * The lock file contains the process id and this time, because a later process may get the same id. Empty if the system
 * does not report it.
 */
function startOf(pid: number): string | undefined {
	try {
		return readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ")[19];
	} catch {
		return "";
	}
}
