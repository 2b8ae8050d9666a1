import type { Document } from "grammy/types";
import { listNamesInSlices } from "../../../rules/list.ts";
import { isZoneFile } from "../../../rules/sentence.ts";
import { createSlices } from "../../../slices.ts";
import { readTextFile, type TextFile } from "../../input/text-file.ts";
import { type ListPart, partOf } from "./assemble-list.ts";

const slices = createSlices();

export type ListFile =
	| { kind: "names"; part: ListPart }
	| Extract<TextFile, { kind: "problem" }>
	| { kind: "problem"; problem: "file-empty" }
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
	const part = partOf(await listNamesInSlices(read.text, slices.map));
	if (part.names.length === 0) return { kind: "problem", problem: "file-empty" };
	return { kind: "names", part };
}
