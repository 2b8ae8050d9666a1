import type { Stats } from "node:fs";
import { chmod, lstat, mkdir, readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { AppError } from "@domains/kit/errors.ts";

/** Only this project creates files with these names in its data directory. */
const ours = /^(postgres(-draft-\w+)?|telegram|secret\.key(-\w+)?)$/;

/** Removes other users' permissions, because earlier versions left them. Throws `data_dir_unusable` if a step fails. */
export async function makeDataDir(path: string): Promise<void> {
	try {
		await make(path);
		await makePrivate(path);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new AppError("data_dir_unusable", `The data directory cannot be used (${reason}): set DATA_DIR`, { cause });
	}
}

/**
 * In a directory that other programs use too, makes only this project's files private. Throws if such a shared
 * directory is writable for every user.
 */
async function makePrivate(directory: string): Promise<void> {
	const names = await readdir(directory);
	const own = names.filter((name) => ours.test(name)).map((name) => join(directory, name));
	const { mode, uid: owner } = await stat(directory);
	const isShared = own.length < names.length;
	if (isShared && (mode & 0o002) !== 0) throw new Error("every user can write to it, and other programs use it too");
	for (const path of own) await requireOwn(path, owner);
	if (!isShared) {
		const owners = await Promise.all([directory, ...own].map(async (path) => (await find(path))?.uid));
		// An earlier process of root may have given the database directory to the user who runs the database server, who
		// must be able to pass through the data directory (`x` permission).
		const isPassage = owners.some((uid) => uid !== undefined && uid !== owners[0]);
		await tighten(directory, isPassage ? 0o711 : 0o700);
	}
	for (const path of own) await tightenAll(path);
}

/**
 * Allowed owners are root, the user of this process, and `owner` (the owner of the data directory that contains
 * `path`). A stranger may have created `path` as a forged key or as a link. If this process is root, a database
 * directory may have any owner: an earlier process of root may have given it to the user who runs the database server.
 */
async function requireOwn(path: string, owner: number): Promise<void> {
	const found = await find(path);
	const isTheServers =
		process.getuid?.() === 0 && found?.isDirectory() === true && basename(path).startsWith("postgres");
	const trusted = [0, owner, process.getuid?.()];
	if (found && !isTheServers && !trusted.includes(found.uid)) throw new Error(`${path} belongs to another user`);
}

/** Skips the content of the PostgreSQL data directory: the server starts only if that directory is private. */
async function tightenAll(path: string): Promise<void> {
	const found = await find(path);
	if (found?.isFile()) await tighten(path, 0o600);
	if (!found?.isDirectory()) return;
	await tighten(path, 0o700);
	if (path.endsWith(join("postgres", "data"))) return;
	for (const name of await readdir(path)) await tightenAll(join(path, name));
}

/** Only the owner of a path and root may change the mode, so another user's path stays unchanged. */
async function tighten(path: string, mode: number): Promise<void> {
	const found = await find(path);
	const me = process.getuid?.();
	if (found && (me === 0 || me === found.uid) && (found.mode & 0o777) !== mode) await chmod(path, mode);
}

async function find(path: string): Promise<Stats | undefined> {
	return await lstat(path).catch((error: unknown) => {
		if (!hasCode(error, "ENOENT")) throw error;
		return undefined;
	});
}

/** One at a time: Node's recursive `mkdir` never returns if a parent cannot be created, for example below `/proc`. */
async function make(path: string): Promise<void> {
	try {
		await makeOne(path);
	} catch (error) {
		if (!hasCode(error, "ENOENT") || dirname(path) === path) throw error;
		await make(dirname(path));
		await makeOne(path);
	}
}

async function makeOne(path: string): Promise<void> {
	await mkdir(path).catch((error: unknown) => {
		if (!hasCode(error, "EEXIST")) throw error;
	});
}

function hasCode(error: unknown, code: string): boolean {
	return error instanceof Error && "code" in error && error.code === code;
}
