import type { Api } from "grammy";
import { request } from "undici";

export interface FilesDeps {
	api: Api;
	apiRoot: string;
	token: string;
}

/** Reads a small text file that a person sent. The file's URL contains the bot's token and never leaves this function. */
export function createReadFile({ api, apiRoot, token }: FilesDeps) {
	return async (fileId: string, mostBytes: number): Promise<string | null> => {
		const { file_path: path } = await api.getFile(fileId);
		if (path === undefined) return null;
		const { statusCode, body } = await request(`${apiRoot}/file/bot${token}/${path}`);
		const chunks: Buffer[] = [];
		let size = 0;
		for await (const chunk of body) {
			// The body of an undici response is a stream of buffers.
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
/** Text in an unsupported encoding decodes to many replacement characters. A larger share is no text. */
const mostLost = 0.1;

/** Returns the text of a file in UTF-8 or, with a byte order mark, UTF-16. Null if it is not a text. */
function decode(bytes: Buffer): string | null {
	const mark = marks.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
	const text = new TextDecoder(mark?.encoding ?? "utf-8").decode(bytes);
	const lost = text.match(/\ufffd/g)?.length ?? 0;
	return text.includes("\0") || lost > text.length * mostLost ? null : text;
}
