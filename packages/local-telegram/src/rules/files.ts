import { badRequest, Refusal } from "./refusal.ts";

const mebibyte = 1024 * 1024;

/** In bytes. */
export const maxUpload = 50 * mebibyte;
export const maxDownload = 20 * mebibyte;
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
