import { checkDownload } from "../rules/files.ts";
import { badRequest } from "../rules/refusal.ts";
import { type Methods, method } from "./method.ts";
import { text } from "./params.ts";

export const fileMethods: Methods = {
	/** The path works until the file is deleted. Telegram guarantees only one hour. */
	getFile: method({ file_id: text }, ({ state }, given) => {
		if (given.file_id === "") throw badRequest("file_id not specified");
		const row = state.files.get(given.file_id);
		if (row === undefined) throw badRequest("wrong file_id or the file is temporarily unavailable");
		checkDownload(row.size);
		return { file_id: row.id, file_unique_id: row.uniqueId, file_size: row.size, file_path: row.path };
	}),
};
