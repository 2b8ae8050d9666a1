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
		const text = Buffer.concat(chunks).toString("utf8");
		return statusCode === 200 && !text.includes("\0") ? text : null;
	};
}
