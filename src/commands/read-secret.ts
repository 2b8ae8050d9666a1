import { text } from "node:stream/consumers";

/**
 * Reads a secret from standard input, because other users could see an argument with `ps`. On a terminal it prints a
 * prompt first.
 */
export async function readSecret(): Promise<string> {
	if (process.stdin.isTTY) console.error("Paste the token, then press Enter and Ctrl-D:");
	return (await text(process.stdin)).trim();
}
