import { mkdir } from "node:fs/promises";
import { dirname } from "node:path";
import { AppError } from "../errors.ts";

/** Makes the data directory. Throws `data_dir_unusable`. */
export async function makeDataDir(path: string): Promise<void> {
	try {
		await make(path);
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new AppError("data_dir_unusable", `The data directory cannot be used (${reason}): set DATA_DIR`, { cause });
	}
}

/** Step by step: where the system says for ever that the parent is missing, as below `/proc`, Node's own never ends. */
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
