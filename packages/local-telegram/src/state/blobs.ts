import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** By their `file_unique_id`. */
export interface Blobs {
	put(id: string, bytes: Buffer): void;
	get(id: string): Buffer | undefined;
	delete(id: string): void;
}

export function memoryBlobs(): Blobs {
	const kept = new Map<string, Buffer>();
	return {
		put: (id, bytes) => void kept.set(id, bytes),
		get: (id) => kept.get(id),
		delete: (id) => void kept.delete(id),
	};
}

/** Store the content before the `FileRow` that refers to it, so that no row lacks its content after a crash. */
export function diskBlobs(directory: string): Blobs {
	mkdirSync(directory, { recursive: true, mode: 0o700 });
	return {
		put: (id, bytes) => writeFileSync(join(directory, id), bytes, { mode: 0o600 }),
		get(id) {
			try {
				return readFileSync(join(directory, id));
			} catch {
				return undefined;
			}
		},
		delete: (id) => rmSync(join(directory, id), { force: true }),
	};
}
