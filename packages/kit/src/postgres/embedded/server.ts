import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, open, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { AppError } from "../../errors.ts";
import { socketPath } from "../address.ts";
import type { Cluster } from "./cluster.ts";

export interface Server {
	pid: number;
	port: number;
	/** Empty if the server listens on TCP, because an earlier version of this project started it. */
	folder: string;
}

interface PidFile extends Server {
	ready: boolean;
}

/** After `SIGQUIT`, PostgreSQL kills its own processes after five seconds. The whole shutdown may take ten. */
const waitsMs = { start: 30_000, SIGINT: 2_000, SIGQUIT: 6_000, step: 10 };

/**
 * Concurrent calls are safe, in one process or several. If `signal` aborts before the server is ready, stops the server
 * and throws the signal's reason.
 */
export async function startServer(
	cluster: Cluster,
	settings: Record<string, string> = {},
	signal?: AbortSignal,
): Promise<Server> {
	const deadline = Date.now() + waitsMs.start;
	const folder = await chooseSocketFolder(cluster.directory);
	let reason = "it did not become ready";
	while (Date.now() < deadline) {
		const found = await findServer(cluster.data);
		if (found?.ready) return found;
		if (signal?.aborted) await stopServer(cluster);
		signal?.throwIfAborted();
		if (found === undefined) {
			reason = await launch(cluster, folder, settings);
			// A later start may succeed. Another caller may have just created the lock file, which is empty for a moment.
			// After a kill, the old server's last children hold its shared memory until they exit.
			if (!/^$|already exists|is empty|shared memory block|starting up/.test(reason)) break;
		}
		await sleep(waitsMs.step);
	}
	throw new AppError(
		"database_unavailable",
		`The embedded PostgreSQL does not start in ${cluster.directory} (${reason.trim().split("\n").at(-1)}): see server.log there, or set DATABASE_URL`,
	);
}

/**
 * Aborts running statements and keeps all committed data. If the server still runs after 2 s, stops it immediately. The
 * next start then recovers the data from the write-ahead log.
 */
export async function stopServer(cluster: Pick<Cluster, "data">): Promise<void> {
	for (const signal of ["SIGINT", "SIGQUIT"] as const) {
		const deadline = Date.now() + waitsMs[signal];
		const running = await findServer(cluster.data);
		if (running) process.kill(running.pid, signal);
		while (running && Date.now() < deadline && (await findServer(cluster.data))) await sleep(waitsMs.step);
	}
}

/** Removes `postmaster.pid` if its server is not running. */
export async function findServer(data: string): Promise<PidFile | undefined> {
	const path = join(data, "postmaster.pid");
	const lines = (await readFile(path, "utf8").catch(() => "")).split("\n");
	const pid = Number(lines[0]);
	if (!pid) return undefined;
	const [port, folder] = [Number(lines[3]), lines[4] ?? ""];
	if (await isServerOf(pid, data)) return { pid, port, folder, ready: lines[7]?.trim() === "ready" };
	// The socket of the dead server has a lock file with the same process id. If another process has that id now, either
	// file would prevent the next start.
	if (folder !== "") await rm(`${socketPath(folder, port)}.lock`, { force: true });
	await rm(path, { force: true });
	return undefined;
}

/**
 * Another process may have the id of a server that has ended; in a new container this is usual, because process ids
 * begin again. So on Linux the command line must contain the data directory.
 */
async function isServerOf(pid: number, data: string): Promise<boolean> {
	try {
		process.kill(pid, 0);
	} catch (error) {
		return error instanceof Error && "code" in error && error.code === "EPERM";
	}
	if (process.platform !== "linux") return true;
	const command = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
	return command.includes(data);
}

/** Empty once the server has written its pid file. The server's log output if it exits before that. */
async function launch(cluster: Cluster, folder: string, settings: Record<string, string>): Promise<string> {
	const { prefix, ...owner } = cluster.identity;
	// A comma-separated list, so a folder with a comma needs quotes.
	const quoted = `"${folder.replaceAll('"', '""')}"`;
	const all = { ...defaults, unix_socket_directories: quoted, ...settings };
	const options = Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
	const [file = "", ...args] = [...prefix, cluster.binaries.postgres, "-D", cluster.data, ...options];
	const path = join(cluster.directory, "server.log");
	await using log = await open(path, "a", 0o600);
	const { size } = await stat(path);
	// In a separate session, Ctrl-C in the terminal reaches this process but not the server, which must stop last.
	const child = spawn(file, args, {
		...owner,
		detached: true,
		cwd: cluster.directory,
		stdio: ["ignore", log.fd, log.fd],
	});
	child.unref();
	const exited = new Promise<true>((resolve) =>
		child.once("exit", () => resolve(true)).once("error", () => resolve(true)),
	);
	while (!(await Promise.race([exited, sleep(waitsMs.step, false)]))) {
		const found = await findServer(cluster.data);
		if (found?.pid === child.pid) return "";
	}
	const text = await readFile(path, "utf8");
	return text.slice(size) || "the program cannot be run by this user";
}

const socketPort = 5432;

const defaults = {
	listen_addresses: "",
	port: String(socketPort),
	unix_socket_permissions: "0700",
	shared_buffers: "32MB",
	// Statements that a constraint refuses are normal. They must not fill the log, which is never rotated.
	log_min_messages: "log",
	log_checkpoints: "off",
};

/** In bytes: macOS allows 103, Linux 107. */
const longestPath = 103;

/**
 * Accessible only to the server and this user. Below `directory`, or in the system's temporary folder if that path is
 * too long for a socket. Later calls return the same folder while it exists, because connection pools keep its address
 * when the server restarts.
 */
async function chooseSocketFolder(directory: string): Promise<string> {
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
