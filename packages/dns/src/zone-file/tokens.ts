import type { Token } from "@domains/contract/records/text-value.ts";

/**
 * Parentheses join several physical lines. `indented`: white space begins the line, so its record has the hostname of
 * the record before it.
 */
export interface Entry {
	line: number;
	indented: boolean;
	tokens: Token[];
	/** The first physical line. */
	text: string;
	/** Parentheses join this line with the next ones. */
	spans?: true;
	/** `parenthesis`: one is not closed, or was never opened. */
	broken?: "quote_open" | "parenthesis";
	/** The record of a comment that `storedComment` made. The line then has no tokens. */
	stored?: string;
	/** See `isCut`. */
	cut?: boolean;
}

/** RFC 1035, 5.1, in linear time. Removes comments and resolves quotes and parentheses. */
export function tokenise(text: string): Entry[] {
	const entries: Entry[] = [];
	let current: Entry | undefined;
	let depth = 0;
	for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
		const [, stored] = (!current && storedRecord.exec(line)) || [];
		if (stored !== undefined) {
			entries.push({ line: index + 1, indented: false, tokens: [], text: line, stored });
			continue;
		}
		current ??= { line: index + 1, indented: /^\s/.test(line), tokens: [], text: line };
		depth = readLine(line, current, depth);
		if (depth > 0) {
			current.spans = true;
			continue;
		}
		if (current.tokens.length > 0 || current.broken) entries.push(current);
		current = undefined;
		depth = 0;
	}
	if (current) entries.push({ broken: "parenthesis", ...current });
	return entries;
}

/** No line of a zone file can hold the record. `tokenise` reads the comment back. */
export function storedComment(json: string): string {
	return `; record ${json}`;
}

const storedRecord = /^; ?record (\{.*)$/;

/** A quoted string, a comment, a parenthesis, a bare token with its escapes, or an unmatched quote. */
const piece = /"((?:[^"\\]|\\.)*)"|(;).*|([()])|((?:[^\s"();\\]|\\.)+)|(["\\])/gu;

/** `open`: the number of parentheses that earlier lines left open. Returns that number after this line. */
function readLine(line: string, entry: Entry, open: number): number {
	let depth = open;
	let end = -1;
	for (const { 0: whole, index, 1: quoted, 2: comment, 3: parenthesis, 4: word, 5: broken } of line.matchAll(piece)) {
		if (comment !== undefined && isCut(line, index)) entry.cut = true;
		const text = quoted ?? word;
		const joined = index === end && { joined: true as const };
		if (text !== undefined) {
			entry.tokens.push({ text, quoted: quoted !== undefined, ...joined });
			end = index + whole.length;
		} else if (parenthesis !== undefined) depth += parenthesis === "(" ? 1 : -1;
		else if (broken !== undefined) entry.broken = "quote_open";
	}
	if (depth < 0) entry.broken ??= "parenthesis";
	return Math.max(0, depth);
}

/** Words keep their quotes and escapes. */
export function wordsOf(tokens: readonly Token[]): string[] {
	const words: string[] = [];
	for (const { text, quoted, joined } of tokens) {
		const whole = quoted ? `"${text}"` : text;
		words.push(joined ? `${words.pop() ?? ""}${whole}` : whole);
	}
	return words;
}

/**
 * The comment is probably the rest of an unquoted value, as in `v=DMARC1;p=none`: the semicolon directly follows a
 * token without quotes, and text follows the semicolon.
 */
function isCut(line: string, at: number): boolean {
	return /[^\s"();]$/.test(line.slice(0, at)) && /^;\s*\S/.test(line.slice(at));
}
