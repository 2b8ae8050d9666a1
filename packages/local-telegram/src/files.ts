import { randomBytes } from "node:crypto";
import type { Core } from "./core.ts";
import { checkPhoto, checkUpload, imageSize, mimeType } from "./rules/files.ts";
import { badRequest } from "./rules/refusal.ts";
import type { FileRow } from "./state/rows.ts";

export type FileKind = "document" | "photo" | "sticker";

/** Telegram does not document the prefixes of its file ids, but some bots derive the file type from them. */
const beginnings: Record<FileKind, string> = { document: "BQACAgQAAxk", photo: "AgACAgQAAxk", sticker: "CAACAgQAAxk" };

export function keepFile(core: Core, kind: FileKind, { name, bytes }: { name: string; bytes: Buffer }): FileRow {
	checkUpload(bytes.length);
	const size = kind === "photo" ? photoSize(bytes) : {};
	const uniqueId = randomBytes(12).toString("base64url");
	const ending = /\.\w{1,8}$/.exec(name)?.[0] ?? "";
	const row: FileRow = {
		id: beginnings[kind] + randomBytes(24).toString("base64url"),
		uniqueId,
		name,
		mimeType: mimeType(name),
		size: bytes.length,
		path: `${kind}s/file_${core.state.next("file")}${ending}`,
		...size,
	};
	core.blobs.put(uniqueId, bytes);
	core.state.files.put(row.id, row);
	return row;
}

function photoSize(bytes: Buffer): { width: number; height: number } {
	checkPhoto(bytes.length);
	const size = imageSize(bytes);
	if (size === null) throw badRequest("IMAGE_PROCESS_FAILED");
	const { width, height } = size;
	if (width + height > 10_000 || width > 20 * height || height > 20 * width) {
		throw badRequest("PHOTO_INVALID_DIMENSIONS");
	}
	return size;
}
