import { constants } from "node:fs";
import { access, mkdtemp, readdir, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stopServer } from "@domains/kit/postgres/embedded/server.ts";

const prefix = "domain-trading-bot-scratch-";
const memory = "/dev/shm";
const roomBytes = 2 * 1024 ** 3;

/**
 * For database clusters, one in each subdirectory. Disposing stops their servers and removes the directory. That of a
 * killed process remains until any process calls this function again.
 *
 * In memory if there is room: creating a database means creating hundreds of files.
 */
export async function scratchDirectory(): Promise<AsyncDisposable & { path: string }> {
	const base = (await hasRoom(memory)) ? memory : tmpdir();
	await removeLeftovers(base);
	const path = await mkdtemp(join(base, `${prefix}${process.pid}-`));
	return { path, [Symbol.asyncDispose]: () => remove(path) };
}

async function hasRoom(directory: string): Promise<boolean> {
	try {
		await access(directory, constants.W_OK);
		const { bavail, bsize } = await statfs(directory);
		return bavail * bsize >= roomBytes;
	} catch {
		return false;
	}
}

async function removeLeftovers(base: string): Promise<void> {
	for (const name of await readdir(base)) {
		const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split("-")[0]) : Number.NaN;
		if (pid > 0 && !isAlive(pid)) await remove(join(base, name));
	}
}

function isAlive(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
}

async function remove(path: string): Promise<void> {
	// Another process may be removing this directory at the same time.
	const names = await readdir(path).catch(() => []);
	for (const name of names) await stopServer({ data: join(path, name, "data") });
	await rm(path, { recursive: true, force: true, maxRetries: 3 });
}
