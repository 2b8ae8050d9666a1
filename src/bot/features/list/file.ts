import type { Document } from "grammy/types";
import { nameColumn } from "../../../rules/name-column.ts";
import { findSigningSecret, findToken } from "../../../rules/secrets.ts";
import { isZoneFile } from "../../../rules/sentence.ts";
import { type ListPart, readNames } from "./assemble-list.ts";

/** Two megabytes, enough for ten thousand rows. The locale texts name this limit. */
export const largestFile = 2 * 1024 * 1024;

export type ListFile =
	| { kind: "names"; part: ListPart }
	| { kind: "problem"; problem: "file-large" | "file-binary" | "file-token" | "file-empty" | "zone-file" }
	/** The file is not a text. */
	| { kind: "other" };

/** Reads a text or table file as a list. Stores nothing of a file that may contain a token. */
export async function readListFile(
	{ file_id: id, file_name: name = "", mime_type: type = "", file_size: size = 0 }: Document,
	readFile: (fileId: string, mostBytes: number) => Promise<string | null>,
): Promise<ListFile> {
	if (!/\.(?:txt|csv|tsv|list)$/i.test(name) && !/^text\/(?:plain|csv|tab-separated-values)/.test(type))
		return { kind: "other" };
	if (size > largestFile) return { kind: "problem", problem: "file-large" };
	const text = await readFile(id, largestFile);
	if (text === null) return { kind: "problem", problem: "file-binary" };
	const names = nameColumn(text);
	if (findToken(text) !== undefined || findSigningSecret(text) !== undefined)
		return { kind: "problem", problem: "file-token" };
	if (isZoneFile(text)) return { kind: "problem", problem: "zone-file" };
	const part = readNames(names);
	if (part.names.length === 0) return { kind: "problem", problem: "file-empty" };
	return { kind: "names", part };
}
