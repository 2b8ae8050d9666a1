import type { Log } from "@domains/kit/log.ts";
import type { Document } from "grammy/types";
import { read } from "../../reading/index.ts";
import type { ReadFile, ReceivedFile } from "../api/files.ts";
import type { BotContext } from "../context.ts";
import { routes } from "../screens.ts";

/**
 * The largest file in bytes. Two megabytes are enough for ten thousand rows. If you change this limit, also change the
 * locale texts that contain it. DNS files have a lower limit: see `rules/dns/zone-file/read`.
 */
export const largestFile = 2 * 1024 * 1024;

export type TextFile = ReceivedFile | { kind: "problem"; problem: "file-token" | "file-slow" };

/**
 * Reads a text file. The problem `file-token` means that the file may contain a secret. The caller must then store
 * nothing of it. `file-slow`: it takes too much time to read.
 */
export async function readTextFile(
	{ file_id: id, file_size: size = 0 }: Document,
	readFile: ReadFile,
): Promise<TextFile> {
	if (size > largestFile) return { kind: "problem", problem: "file-large" };
	const file = await readFile(id, largestFile);
	if (file.kind === "problem") return file;
	const secret = await read("holdsSecret", file.text);
	if (secret.kind === "slow") return { kind: "problem", problem: "file-slow" };
	return secret.value ? { kind: "problem", problem: "file-token" } : file;
}

type FileProblem =
	| Extract<TextFile, { kind: "problem" }>["problem"]
	| "file-empty"
	| "zone-file-large"
	| "zone-file-binary";

/**
 * Shows the person why a file was not used. Deletes the message if its file may contain a secret. `zone`: the DNS zone
 * for which the person sent the file. The screen keeps it, so the person can send another file for the same zone.
 */
export async function refuseFile(
	ctx: BotContext,
	problem: FileProblem,
	log: Log,
	zone: { domain: string; draftId?: number | undefined } | null = null,
): Promise<void> {
	const deleted =
		problem === "file-token" &&
		(await ctx.deleteMessage().catch((error: unknown) => {
			log.warn({ error }, "the file with a token could not be deleted");
			return false;
		}));
	ctx.show(routes.unknown, { content: deleted ? "file-token-deleted" : problem, ...zone });
}

/** True for a file whose name has the extension of a zone file. */
export function isZoneDocument({ file_name: name = "" }: Document): boolean {
	return /\.(?:zone|db|bind|json)$/i.test(name);
}

/**
 * True for a file that may contain DNS records: a zone file, or a text or table file. A text or table file may contain
 * something else. So the caller must check that the chat is about DNS.
 */
export function mayHoldRecords(file: Document): boolean {
	return isZoneDocument(file) || /\.(?:txt|csv|tsv)$/i.test(file.file_name ?? "");
}
