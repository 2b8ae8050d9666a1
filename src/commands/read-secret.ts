import { text } from "node:stream/consumers";

/** Other users could see an argument with `ps`. */
export async function readSecret(): Promise<string> {
	if (process.stdin.isTTY) console.error("Paste the token, then press Enter and Ctrl-D:");
	return (await text(process.stdin)).trim();
}
