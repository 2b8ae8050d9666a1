import { open } from "node:fs/promises";
import { join } from "node:path";
import type { Log } from "@domains/kit/log.ts";
import { type Api, GrammyError } from "grammy";
import { type Dispatcher, request } from "undici";
import type { Unreadable } from "../../actions/deps.ts";

export interface FilesDeps {
	api: Api;
	apiRoot: string;
	token: string;
	/**
	 * The path at which this process finds the working folder of a Bot API server with `--local`. If null, files are
	 * opened at the path that the server reports.
	 */
	filesDir: string | null;
	dispatcher: Dispatcher;
	onUnreadable: Unreadable;
	log: Log;
}

/**
 * The problems:
 * - `file-large`: it is larger than the caller allows.
 * - `file-binary`: it is not text.
 * - `file-unavailable`: it could not be downloaded, and may be if the person sends it again.
 * - `file-unreadable`: a Bot API server with `--local` has it, and this process may not read it there.
 */
export type ReceivedFile =
	| { kind: "text"; text: string }
	| { kind: "problem"; problem: "file-large" | "file-binary" | "file-unavailable" | "file-unreadable" };

/** Returns the text of a file of up to `mostBytes`. Never throws. */
export type ReadFile = (fileId: string, mostBytes: number) => Promise<ReceivedFile>;

type Bytes = Buffer | Extract<ReceivedFile, { kind: "problem" }>;

const problem = (kind: Extract<ReceivedFile, { kind: "problem" }>["problem"]) =>
	({ kind: "problem", problem: kind }) as const;
/** Shorter than the deadline of an update, so the person gets this answer instead of a general one. */
const downloadMs = 8_000;
/** The longest path that Linux opens. */
const mostPath = 4_096;

/**
 * Returns a function that reads a file that a person sent. The file's URL contains the bot's token and never leaves
 * this function.
 */
export function createReadFile({ api, apiRoot, token, filesDir, dispatcher, onUnreadable, log }: FilesDeps): ReadFile {
	async function download(path: string, mostBytes: number): Promise<Bytes> {
		const signal = AbortSignal.timeout(downloadMs);
		// The name of a file may contain "?", "#" or "%".
		const inside = path.split("/").map(encodeURIComponent).join("/");
		const { statusCode, body } = await request(`${apiRoot}/file/bot${token}/${inside}`, { dispatcher, signal });
		if (statusCode !== 200) {
			await body.dump();
			log.warn({ status: statusCode }, "a file could not be downloaded from Telegram");
			return problem("file-unavailable");
		}
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of body) {
			// The cast is safe, because the body of an undici response is a stream of buffers.
			chunks.push(chunk as Buffer);
			size += chunks.at(-1)?.length ?? 0;
			if (size > mostBytes) return problem("file-large");
		}
		return Buffer.concat(chunks);
	}

	/** The path is `FOLDER/TOKEN/documents/file_1.txt`. A path outside the folder of this bot is not opened. */
	async function readLocal(path: string, mostBytes: number): Promise<Bytes> {
		const [folder = "", inside] = path.split(`/${token}/`);
		try {
			if (inside === undefined || inside.split("/").includes("..")) throw new Error("the path is not of this bot");
			await using file = await open(join(filesDir ?? folder, token, inside));
			const stat = await file.stat();
			if (!stat.isFile()) throw new Error("the path is not of a file");
			return stat.size > mostBytes ? problem("file-large") : await file.readFile();
		} catch (error) {
			log.error({ error }, "a file of the Bot API server cannot be read: set TELEGRAM_FILES_DIR to its folder");
			return problem("file-unreadable");
		}
	}

	return async (fileId, mostBytes) => {
		try {
			const { file_path: path } = await api.getFile(fileId);
			if (path === undefined || path === "" || path.length > mostPath) {
				onUnreadable({ source: "file", field: "file_path" });
				return problem("file-unavailable");
			}
			const bytes = await (path.startsWith("/") ? readLocal(path, mostBytes) : download(path, mostBytes));
			if ("kind" in bytes) return bytes;
			const text = decode(bytes);
			if (text !== null) return { kind: "text", text };
			onUnreadable({ source: "file", field: "text" });
			return problem("file-binary");
		} catch (error) {
			if (error instanceof GrammyError && error.description.includes("too big")) return problem("file-large");
			log.warn({ error }, "a file could not be downloaded from Telegram");
			return problem("file-unavailable");
		}
	};
}

const marks = [
	{ encoding: "utf-16le", bytes: [0xff, 0xfe] },
	{ encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;
/** The largest share of invalid UTF-8 characters in a text file. A file with a larger share does not count as text. */
const mostLost = 0.1;

/** In UTF-16, one byte of each ASCII character is 0, and always the same one. Undefined for other files. */
function unmarked(bytes: Buffer): (typeof marks)[number] | undefined {
	const start = bytes.subarray(0, 2 * decisivePairs);
	const zeros = [0, 1].map((at) => start.filter((byte, index) => byte === 0 && index % 2 === at).length);
	const [even = 0, odd = 0] = zeros.map((count) => count / Math.ceil(start.length / 2));
	if (even === 0 && odd >= mostlyAscii) return marks[0];
	return odd === 0 && even >= mostlyAscii ? marks[1] : undefined;
}

/** They show the encoding of a file without a byte order mark. */
const decisivePairs = 1_000;
const mostlyAscii = 0.5;

/**
 * Decodes a text file. Returns null if the file is not text.
 * - A file with a byte order mark of UTF-16, or with the zero bytes of its ASCII characters, is decoded as UTF-16.
 * - A file that is valid UTF-8 is decoded as UTF-8.
 * - A file with a few invalid UTF-8 characters is decoded as Windows-1252. Older spreadsheet programs save names such
 *   as `münchen.de` in this encoding.
 */
function decode(bytes: Buffer): string | null {
	const mark = marks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte)) ?? unmarked(bytes);
	const text = new TextDecoder(mark?.encoding ?? "utf-8").decode(bytes);
	let lost = 0;
	for (let at = text.indexOf("\ufffd"); at >= 0 && lost <= text.length * mostLost; at = text.indexOf("\ufffd", at + 1))
		lost += 1;
	if (text.includes("\0") || lost > text.length * mostLost) return null;
	return lost > 0 && !mark ? new TextDecoder("windows-1252").decode(bytes) : text;
}
