import { execFile } from "node:child_process";
import { chmod, chown, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** `prefix` precedes the command line; `uid` and `gid` are options of `spawn`. */
export interface Identity {
	prefix: string[];
	uid?: number;
	gid?: number;
}

const unprivileged = 65534;
const namespace = ["unshare", "--user", `--map-user=${unprivileged}`, `--map-group=${unprivileged}`];

/**
 * PostgreSQL refuses to run as root, and its user must own the directory.
 * - If this process does not run as root, PostgreSQL gets the same user.
 * - If this process runs as root, PostgreSQL gets the user who owns the directory.
 * - If that owner is also root, PostgreSQL runs as an unprivileged user in a user namespace. The files stay root's.
 * - If user namespaces are not allowed, the unprivileged user becomes the owner of the directory.
 */
export async function chooseIdentity(directory: string): Promise<Identity> {
	if (process.getuid?.() !== 0) return { prefix: [] };
	const { uid, gid } = await stat(directory);
	if (uid !== 0) return { prefix: [], uid, gid };
	const [command = "", ...args] = [...namespace, "true"];
	const allowed = await promisify(execFile)(command, args).then(
		() => true,
		() => false,
	);
	if (allowed) return { prefix: namespace };
	await give(directory);
	return { prefix: [], uid: unprivileged, gid: unprivileged };
}

async function give(directory: string): Promise<void> {
	for (const name of await readdir(directory, { recursive: true }))
		await chown(join(directory, name), unprivileged, unprivileged);
	await chown(directory, unprivileged, unprivileged);
	// The server's user must pass through the parent directory (`x`), but not list it.
	const parent = dirname(directory);
	const { mode } = await stat(parent);
	if ((mode & 0o001) === 0) await chmod(parent, (mode & 0o700) | 0o011);
}
