import type { Document } from "grammy/types";
import { read } from "../../reading/index.ts";
import type { ReadFile } from "../api/files.ts";

const largestFile = 64 * 1024;

/** Returns the text after the command `/connect`. Null for any other text, or if nothing follows the command. */
export function afterConnect(text: string): string | null {
	return /^\/connect(?:@\w+)?\s+(\S.*)$/is.exec(text)?.[1] ?? null;
}

/**
 * Returns the token in a small file. Returns null if there is no file or no token, or if the file is too large or cannot
 * be read.
 */
export async function tokenInFile(file: Document | null, readFile: ReadFile): Promise<string | null> {
	if (!file || (file.file_size ?? 0) > largestFile) return null;
	const received = await readFile(file.file_id, largestFile);
	if (received.kind === "problem") return null;
	const token = await read("token", received.text);
	return token.kind === "read" ? (token.value ?? null) : null;
}
