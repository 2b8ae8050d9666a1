import {
	closeSync,
	constants,
	existsSync,
	fsyncSync,
	ftruncateSync,
	openSync,
	readFileSync,
	renameSync,
	writeSync,
} from "node:fs";
import { join } from "node:path";
import { AppError } from "../../errors.ts";

/** One step that is kept whole or not at all: table, key, new value (null: gone). */
export type Change = readonly [table: string, key: string | number, value: unknown];
export type Step = readonly Change[];

export interface Journal {
	/** Everything that was kept, in order. Called once, before the first `append`. */
	read(): Iterable<Step>;
	append(step: Step): void;
	/** True when it is worth to replace what was appended by `compact`. */
	isLong(): boolean;
	compact(snapshot: Iterable<Step>): void;
	close(): void;
}

/** Keeps nothing: for tests that need no restart. */
export const forgetfulJournal: Journal = {
	read: () => [],
	append: () => {},
	isLong: () => false,
	compact: () => {},
	close: () => {},
};

const longEnough = 4 * 1024 * 1024;

/** Where in the file the value of a row stands, in bytes. */
interface Place {
	at: number;
	length: number;
}

/**
 * Steps as JSON lines in one file of `directory`. A step is handed to the operating system before the call that made
 * it is answered, so it outlives `kill -9`; it is not flushed to the disk, because only the loss of the whole machine
 * would show the difference and the flush costs milliseconds a call. A new snapshot is flushed before it takes the
 * old one's place. A torn last line is a step that nobody was told of: it is dropped.
 *
 * A value that a later step replaces or takes away is overwritten where it stands: a message that was deleted, such as
 * one with a token, is not to be found in the file any more.
 */
export function openJournal(directory: string): Journal {
	const path = join(directory, "journal.jsonl");
	const fresh = `${path}.new`;
	let places = new Map<string, Place>();
	let file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600);
	let size = 0;
	let snapshotSize = 0;

	/** Notes where each value of a line stands, and gives back the places whose values are superseded by it. */
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
		// A write may be partial only when the disk is full, which throws on the next try.
		const written = writeSync(file, line, 0, line.length, size);
		const over = note(step, line, size);
		size += written;
		for (const place of over) blank(file, place);
	}

	return {
		*read() {
			if (!existsSync(path)) return;
			const bytes = readFileSync(path);
			const whole = bytes.lastIndexOf(10) + 1;
			if (whole < bytes.length) ftruncateSync(file, whole);
			for (let number = 1; size < whole; number++) {
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

/** How the change of a row begins in the file, up to its value. */
function nameOf([table, key]: Change): string {
	return `[${JSON.stringify(table)},${JSON.stringify(key)},`;
}

/** A value that was overwritten is a `null` with spaces behind it. */
function lengthOf(value: unknown, line: Buffer, from: number): number {
	if (value !== null) return Buffer.byteLength(JSON.stringify(value));
	let end = from + "null".length;
	while (line[end] === 0x20) end++;
	return end - from;
}

/** What is shorter than `null` holds no secret. */
function blank(file: number, { at, length }: Place): void {
	if (length >= "null".length) writeSync(file, "null".padEnd(length), at);
}

function parseStep(line: string, number: number, path: string): Step {
	try {
		// Only this module writes the file, always as a step.
		return JSON.parse(line) as Step;
	} catch (cause) {
		throw new AppError("data_dir_unusable", `${path} is damaged at line ${number}`, { cause });
	}
}
