import { execFile } from "node:child_process";
import { chmod, chown, readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

/** How to start a PostgreSQL program: `prefix` precedes its command line, `uid` and `gid` go to `spawn`. */
export interface Identity {
	prefix: string[];
	uid?: number;
	gid?: number;
}

const unprivileged = 65534;
const namespace = ["unshare", "--user", `--map-user=${unprivileged}`, `--map-group=${unprivileged}`];

/**
 * PostgreSQL refuses to run as root and requires a directory that belongs to its user. An ordinary user runs it
 * directly. Root becomes the owner of the directory, or, if root owns it, an unprivileged user of a user namespace; the files then
 * stay root's. Without namespaces the directory is given to that user.
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
	// The parent is private to root: the server may traverse it but not list it.
	const parent = dirname(directory);
	const { mode } = await stat(parent);
	if ((mode & 0o001) === 0) await chmod(parent, (mode & 0o700) | 0o011);
}
