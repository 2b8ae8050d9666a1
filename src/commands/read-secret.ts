import { text } from "node:stream/consumers";

/** Reads a secret from standard input, where `ps` does not show it. On a terminal it first prints a prompt. */
export async function readSecret(): Promise<string> {
	if (process.stdin.isTTY) console.error("Paste the token, then press Enter and Ctrl-D:");
	return (await text(process.stdin)).trim();
}
