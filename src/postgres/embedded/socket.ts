import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { socketPath } from "../address.ts";

export const socketPort = 5432;
/** The longest path of a Unix socket in bytes: 103 on macOS, 107 on Linux. */
const longestPath = 103;

/**
 * The folder of the server's Unix socket, open to nobody but the server and us: below `directory`, or in the system's
 * temporary folder where that path is too long for a socket. It stays the same for as long as it exists, because pools
 * keep the address over a restart of the server.
 */
export async function chooseSocketFolder(directory: string): Promise<string> {
	const own = join(directory, "socket");
	const folder = Buffer.byteLength(socketPath(own, socketPort)) <= longestPath ? own : await shortFolder(directory);
	await mkdir(folder, { recursive: true, mode: 0o700 });
	await chmod(folder, 0o700);
	const { uid, gid } = await stat(directory);
	if (process.getuid?.() === 0) await chown(folder, uid, gid);
	return folder;
}

/** Its name is kept in `directory`; another user who made a folder of that name does not get the socket. */
async function shortFolder(directory: string): Promise<string> {
	const path = join(directory, "socket-folder");
	const { uid } = await stat(directory);
	for (;;) {
		const kept = await readFile(path, "utf8").catch(() => undefined);
		if (kept !== undefined) {
			const found = await lstat(kept).catch(() => undefined);
			if (found === undefined || (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0)) return kept;
			await rm(path, { force: true });
		}
		const name = join(tmpdir(), `bot-postgres-${randomBytes(8).toString("hex")}`);
		await writeFile(path, name, { flag: "wx", mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
			// Another process was first: its choice counts.
			if (error.code !== "EEXIST") throw error;
		});
	}
}
