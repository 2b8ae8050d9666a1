import type { Document } from "grammy/types";
import { type ListedNames, read } from "../../../reading/index.ts";
import { readTextFile, type TextFile } from "../../input/text-file.ts";
import { type ListPart, partOf } from "./assemble-list.ts";

type NamesOfFile =
	| { kind: "names"; part: ListPart }
	| { kind: "problem"; problem: Extract<TextFile, { kind: "problem" }>["problem"] | "file-empty" };

export type ListFile =
	| NamesOfFile
	/** The file contains DNS records and no names. */
	| { kind: "zone_file"; text: string }
	/** The file is neither a text file nor a table. */
	| { kind: "other" };

/** Reads a text or table file as a list. Returns a problem instead if the file may contain a token. */
export async function readListFile(file: Document, readFile: Parameters<typeof readTextFile>[1]): Promise<ListFile> {
	const { file_name: name = "", mime_type: type = "" } = file;
	if (!/\.(?:txt|csv|tsv|list)$/i.test(name) && !/^text\/(?:plain|csv|tab-separated-values)/.test(type))
		return { kind: "other" };
	const found = await readTextFile(file, readFile);
	if (found.kind === "problem") return found;
	const list = await read("list", found.text);
	if (list.kind === "slow") return slow;
	return list.value === null ? { kind: "zone_file", text: found.text } : namesOf(list.value);
}

/** Reads a file of any name and any content as a list, because the person asked for it. */
export async function readAsList(fileId: string, readFile: Parameters<typeof readTextFile>[1]): Promise<NamesOfFile> {
	const found = await readTextFile({ file_id: fileId, file_unique_id: fileId }, readFile);
	if (found.kind === "problem") return found;
	const list = await read("names", found.text);
	return list.kind === "slow" ? slow : namesOf(list.value);
}

const slow = { kind: "problem", problem: "file-slow" } as const;

function namesOf(list: ListedNames): NamesOfFile {
	const part = partOf(list);
	return part.names.length === 0 ? { kind: "problem", problem: "file-empty" } : { kind: "names", part };
}
