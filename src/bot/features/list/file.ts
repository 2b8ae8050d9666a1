import type { Document } from "grammy/types";
import { listNamesInSlices } from "../../../rules/list.ts";
import { isZoneFile } from "../../../rules/sentence.ts";
import { createSlices } from "../../../slices.ts";
import { readTextFile, type TextFile } from "../../input/text-file.ts";
import { type ListPart, partOf } from "./assemble-list.ts";

const slices = createSlices();

type NamesOfFile = { kind: "names"; part: ListPart } | { kind: "problem"; problem: "file-empty" };

export type ListFile =
	| NamesOfFile
	| Extract<TextFile, { kind: "problem" }>
	/** The file contains DNS records and no names. */
	| { kind: "zone_file"; text: string }
	/** The file is neither a text file nor a table. */
	| { kind: "other" };

/** Reads a text or table file as a list. Returns a problem instead if the file may contain a token. */
export async function readListFile(file: Document, readFile: Parameters<typeof readTextFile>[1]): Promise<ListFile> {
	const { file_name: name = "", mime_type: type = "" } = file;
	if (!/\.(?:txt|csv|tsv|list)$/i.test(name) && !/^text\/(?:plain|csv|tab-separated-values)/.test(type))
		return { kind: "other" };
	const read = await readTextFile(file, readFile);
	if (read.kind === "problem") return read;
	if (isZoneFile(read.text)) return { kind: "zone_file", text: read.text };
	return await readNamesOf(read.text);
}

/** Reads a file of any name and any content as a list, because the person asked for it. */
export async function readAsList(
	fileId: string,
	readFile: Parameters<typeof readTextFile>[1],
): Promise<Exclude<ListFile, { kind: "zone_file" | "other" }>> {
	const read = await readTextFile({ file_id: fileId, file_unique_id: fileId }, readFile);
	return read.kind === "problem" ? read : await readNamesOf(read.text);
}

async function readNamesOf(text: string): Promise<NamesOfFile> {
	const part = partOf(await listNamesInSlices(text, slices.map));
	return part.names.length === 0 ? { kind: "problem", problem: "file-empty" } : { kind: "names", part };
}
