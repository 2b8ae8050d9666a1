import { badRequest, Refusal } from "./refusal.ts";

const mebibyte = 1024 * 1024;

/** In bytes. */
export const maxUpload = 50 * mebibyte;
const maxDownload = 20 * mebibyte;
const maxPhoto = 10 * mebibyte;

export function checkUpload(size: number): void {
	if (size > maxUpload) throw new Refusal(413, "Request Entity Too Large");
	if (size === 0) throw badRequest("file must be non-empty");
}

export function checkPhoto(size: number): void {
	if (size > maxPhoto) throw badRequest(`too big photo: ${size} bytes, at most ${maxPhoto} are allowed`);
}

export function checkDownload(size: number): void {
	if (size > maxDownload) throw badRequest("file is too big");
}

const types: ReadonlyMap<string, string> = new Map([
	["csv", "text/csv"],
	["txt", "text/plain"],
	["json", "application/json"],
	["pdf", "application/pdf"],
	["zip", "application/zip"],
	["png", "image/png"],
	["jpg", "image/jpeg"],
	["jpeg", "image/jpeg"],
	["gif", "image/gif"],
	["svg", "image/svg+xml"],
	["html", "text/html"],
	["xml", "application/xml"],
]);

/** Guessed from the extension, as TDLib does. */
export function mimeType(name: string): string {
	const ending = /\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? "";
	return types.get(ending) ?? "application/octet-stream";
}

/** Null for data that is not PNG, GIF or JPEG. */
export function imageSize(bytes: Buffer): { width: number; height: number } | null {
	if (bytes.length >= 24 && bytes.readUInt32BE(0) === 0x89504e47) {
		return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
	}
	if (bytes.length >= 10 && bytes.toString("latin1", 0, 3) === "GIF") {
		return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
	}
	return bytes.length > 4 && bytes.readUInt16BE(0) === 0xffd8 ? jpegSize(bytes) : null;
}

/** The frame header has the size, after other segments. */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
	let at = 2;
	while (at + 9 < bytes.length && bytes[at] === 0xff) {
		const kind = bytes[at + 1] ?? 0;
		const isFrame = kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind);
		if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
		at += 2 + bytes.readUInt16BE(at + 2);
	}
	return null;
}
