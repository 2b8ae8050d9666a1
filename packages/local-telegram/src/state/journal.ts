import {
	closeSync,
	constants,
	existsSync,
	fsyncSync,
	ftruncateSync,
	mkdirSync,
	openSync,
	readFileSync,
	renameSync,
	rmSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { StartError } from "../start-error.ts";

/**
 * If `value` is null, the row is deleted. A `Step` has all changes of a transaction, and is stored as a whole or not at
 * all.
 */
export type Change = readonly [table: string, key: string | number, value: unknown];
type Step = readonly Change[];

export interface Journal {
	/** Oldest first. Must be called once, before the first `append`. */
	read(): Iterable<Step>;
	append(step: Step): void;
	/** `compact` should then replace the journal with a snapshot. */
	isLong(): boolean;
	compact(snapshot: Iterable<Step>): void;
	close(): void;
}

/** Used if no data folder is configured. */
export const forgetfulJournal: Journal = {
	read: () => [],
	append: () => {},
	isLong: () => false,
	compact: () => {},
	close: () => {},
};

const longEnough = 4 * 1024 * 1024;

/** In bytes. */
interface Place {
	at: number;
	length: number;
}

/**
 * One file of `directory`, one line of JSON for each step.
 * - A step is written before the call that caused it is answered, so it survives `kill -9`.
 * - A step is not flushed to disk. Flushing takes milliseconds per call, and helps only if the machine itself fails.
 * - A new snapshot is flushed before it replaces the old file.
 * - An incomplete last line is dropped, because its call was not answered.
 * - A replaced or deleted value is overwritten in place. A deleted message may contain a token, which must not stay in
 *   the file.
 */
export function openJournal(directory: string): Journal {
	const path = join(directory, "journal.jsonl");
	const fresh = `${path}.new`;
	let places = new Map<string, Place>();
	let file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
	let size = 0;
	let snapshotSize = 0;

	/** Returns the places of the older values that the new ones replace. */
	function note(step: Step, line: Buffer, start: number): Place[] {
		const over: Place[] = [];
		let at = start + 1;
		for (const change of step) {
			const name = nameOf(change);
			const from = at + Buffer.byteLength(name);
			const length = lengthOf(change[2], line, from - start);
			const before = places.get(name);
			if (before) over.push(before);
			if (change[2] === null) places.delete(name);
			else places.set(name, { at: from, length });
			at = from + length + 2;
		}
		return over;
	}

	function write(step: Step): void {
		const line = Buffer.from(`[${step.map((change) => `${nameOf(change)}${JSON.stringify(change[2])}]`).join(",")}]\n`);
		// A partial write happens only if the disk is full, and the next write then throws.
		const written = writeSync(file, line, 0, line.length, size);
		const over = note(step, line, size);
		size += written;
		for (const place of over) blank(file, place);
	}

	return {
		*read() {
			if (!existsSync(path)) return;
			const bytes = readFileSync(path);
			const complete = bytes.lastIndexOf(10) + 1;
			if (complete < bytes.length) ftruncateSync(file, complete);
			for (let number = 1; size < complete; number++) {
				const line = bytes.subarray(size, bytes.indexOf(10, size));
				const step = parseStep(line.toString("utf8"), number, path);
				for (const place of note(step, line, size)) blank(file, place);
				size += line.length + 1;
				yield step;
			}
			snapshotSize = size;
		},
		append: write,
		isLong: () => size - snapshotSize > longEnough && size > 2 * snapshotSize,
		compact(snapshot) {
			const old = { file, size, places };
			file = openSync(fresh, "w+", 0o600);
			size = 0;
			places = new Map();
			try {
				for (const step of snapshot) write(step);
				fsyncSync(file);
				renameSync(fresh, path);
			} catch (error) {
				closeSync(file);
				({ file, size, places } = old);
				throw error;
			}
			closeSync(old.file);
			snapshotSize = size;
		},
		close() {
			fsyncSync(file);
			closeSync(file);
		},
	};
}

/** `["table","key",` identifies the row. */
function nameOf([table, key]: Change): string {
	return `[${JSON.stringify(table)},${JSON.stringify(key)},`;
}

/** In bytes. A value that `blank` has overwritten is `null` and trailing spaces, which count too. */
function lengthOf(value: unknown, line: Buffer, from: number): number {
	if (value !== null) return Buffer.byteLength(JSON.stringify(value));
	let end = from + "null".length;
	while (line[end] === 0x20) end++;
	return end - from;
}

/**
 * The total length stays the same. A value shorter than `null` stays unchanged, because it is too short to be a secret.
 */
function blank(file: number, { at, length }: Place): void {
	if (length >= "null".length) writeSync(file, "null".padEnd(length), at);
}

function parseStep(line: string, number: number, path: string): Step {
	try {
		// The cast is safe: only this module writes the file, so every complete line is a step.
		return JSON.parse(line) as Step;
	} catch (cause) {
		throw new StartError("data_dir_unusable", `${path} is damaged at line ${number}`, { cause });
	}
}

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
