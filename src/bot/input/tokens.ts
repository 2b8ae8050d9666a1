import type { Message } from "grammy/types";
import { findToken } from "../../rules/secrets.ts";

const largestFile = 64 * 1024;

/** What stands behind `/connect`, where something does. */
export function afterConnect(text: string): string | null {
	return /^\/connect(?:@\w+)?\s+(\S.*)$/is.exec(text)?.[1] ?? null;
}

/** The token in a small file; null for a message without one, and for a file that cannot be had. */
export async function tokenInFile(
	{ document }: Message,
	readFile: (fileId: string, mostBytes: number) => Promise<string | null>,
): Promise<string | null> {
	if (!document || (document.file_size ?? 0) > largestFile) return null;
	const text = await readFile(document.file_id, largestFile);
	return text === null ? null : (findToken(text) ?? null);
}
