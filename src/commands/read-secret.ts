import { text } from "node:stream/consumers";

/** A secret from standard input, where `ps` does not show it. A terminal gets a line to say what is awaited. */
export async function readSecret(): Promise<string> {
	if (process.stdin.isTTY) console.error("Paste the token, then press Enter and Ctrl-D:");
	return (await text(process.stdin)).trim();
}
