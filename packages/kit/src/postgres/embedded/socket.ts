import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { socketPath } from "../address.ts";

export const socketPort = 5432;
/** In bytes: macOS allows 103, Linux 107. */
const longestPath = 103;

/**
 * Accessible only to the server and this user. Below `directory`, or in the system's temporary folder if that path is
 * too long for a socket. Later calls return the same folder while it exists, because connection pools keep its address
 * when the server restarts.
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

/**
 * A file in `directory` stores the path for later calls. If anyone but the owner of `directory` can access the folder,
 * it may belong to another program, so a new path is stored.
 */
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
			// Another process has stored its path first, which the next iteration uses.
			if (error.code !== "EEXIST") throw error;
		});
	}
}
