import type { Api } from "grammy";
import { type Dispatcher, request } from "undici";

export interface FilesDeps {
	api: Api;
	apiRoot: string;
	token: string;
	dispatcher: Dispatcher;
}

/**
 * Returns a function that downloads a text file sent by a person. The function returns null if the file is larger than
 * `mostBytes`, is not text, or is not available at Telegram. It throws if a call fails. The file's URL contains the
 * bot's token and never leaves this function.
 */
export function createReadFile({ api, apiRoot, token, dispatcher }: FilesDeps) {
	return async (fileId: string, mostBytes: number): Promise<string | null> => {
		const { file_path: path } = await api.getFile(fileId);
		if (path === undefined) return null;
		const { statusCode, body } = await request(`${apiRoot}/file/bot${token}/${path}`, { dispatcher });
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of body) {
			// The cast is safe, because the body of an undici response is a stream of buffers.
			chunks.push(chunk as Buffer);
			size += chunks.at(-1)?.length ?? 0;
			if (size > mostBytes) return null;
		}
		return statusCode === 200 ? decode(Buffer.concat(chunks)) : null;
	};
}

const marks = [
	{ encoding: "utf-16le", bytes: [0xff, 0xfe] },
	{ encoding: "utf-16be", bytes: [0xfe, 0xff] },
] as const;
/** The largest share of invalid UTF-8 characters in a text file. A file with a larger share does not count as text. */
const mostLost = 0.1;

/**
 * Decodes a text file. Returns null if the file is not text.
 * - A file with a byte order mark of UTF-16 is decoded as UTF-16.
 * - A file that is valid UTF-8 is decoded as UTF-8.
 * - A file with a few invalid UTF-8 characters is decoded as Windows-1252. Older spreadsheet programs save names such
 *   as `münchen.de` in this encoding.
 */
function decode(bytes: Buffer): string | null {
	const mark = marks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
	const text = new TextDecoder(mark?.encoding ?? "utf-8").decode(bytes);
	const lost = text.match(/\ufffd/g)?.length ?? 0;
	if (text.includes("\0") || lost > text.length * mostLost) return null;
	return lost > 0 && !mark ? new TextDecoder("windows-1252").decode(bytes) : text;
}
