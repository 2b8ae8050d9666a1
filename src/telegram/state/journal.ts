import {
	closeSync,
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

/**
 * Steps as JSON lines in one file of `directory`. A step is handed to the operating system before the call that made
 * it is answered, so it outlives `kill -9`; it is not flushed to the disk, because only the loss of the whole machine
 * would show the difference and the flush costs milliseconds a call. A new snapshot is flushed before it takes the
 * old one's place. A torn last line is a step that nobody was told of: it is dropped.
 */
export function openJournal(directory: string): Journal {
	const path = join(directory, "journal.jsonl");
	const fresh = `${path}.new`;
	let file = openSync(path, "a+");
	let written = 0;
	let snapshotSize = 0;

	const write = (to: number, step: Step): number => {
		const line = `${JSON.stringify(step)}\n`;
		// A write may be partial only when the disk is full, which throws on the next try.
		return writeSync(to, line);
	};

	return {
		*read() {
			if (!existsSync(path)) return;
			const bytes = readFileSync(path);
			const whole = bytes.lastIndexOf(10) + 1;
			if (whole < bytes.length) ftruncateSync(file, whole);
			snapshotSize = whole;
			const lines = bytes.subarray(0, whole).toString("utf8").split("\n").slice(0, -1);
			for (const [index, line] of lines.entries()) yield parseStep(line, index + 1, path);
		},
		append(step) {
			written += write(file, step);
		},
		isLong: () => written > longEnough && written > snapshotSize,
		compact(snapshot) {
			const next = openSync(fresh, "w");
			snapshotSize = 0;
			for (const step of snapshot) snapshotSize += write(next, step);
			fsyncSync(next);
			renameSync(fresh, path);
			closeSync(file);
			closeSync(next);
			file = openSync(path, "a+");
			written = 0;
		},
		close() {
			fsyncSync(file);
			closeSync(file);
		},
	};
}

function parseStep(line: string, number: number, path: string): Step {
	try {
		// Only this module writes the file, always as a step.
		return JSON.parse(line) as Step;
	} catch (cause) {
		throw new AppError("data_dir_unusable", `${path} is damaged at line ${number}`, { cause });
	}
}
