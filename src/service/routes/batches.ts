import { z } from "zod";
import type { ItemProblem } from "../../contract/batch.ts";
import { isReference, type References } from "../../contract/fields.ts";
import { limits } from "../../contract/limits.ts";
import { canonicalName } from "../names.ts";
import { Refusal } from "../refusal.ts";

/**
 * The part of a batch that the request as a whole answers for: 1 to 1,000 items, each of which can be named. What else
 * is wrong with an item is said on that item. Source: docs/service.md, "Batches".
 */
export const itemsByDomain = items(z.looseObject({ domain: z.string() }));
export const itemsByQuery = items(z.union([z.string(), z.looseObject({ query: z.string() })]));

function items<Item extends z.ZodType>(item: Item) {
	return z.object({ items: z.array(item).min(1).max(limits.batchItems) });
}

/** Reads one item by its full schema; `key` is the field that names it, so that a bad name is told from a bad rest. */
export function readItem<Schema extends z.ZodType>(schema: Schema, item: unknown, key: string): z.output<Schema> {
	const read = schema.safeParse(item);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const reason = issue?.path[0] === key ? "invalid_name" : "invalid";
	throw new Refusal(reason, describeIssues(read.error.issues));
}

/** What is wrong with a body, as one line. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
	const lines = issues
		.slice(0, 5)
		.map(({ path, message }) => (path.length ? `${z.core.toDotPath(path)}: ${message}` : message));
	return `${lines.join("; ")}.`;
}

/** The references of an item that could be anything: echoed where they are references at all. */
export function echoReferences({ client_ref, external_ref }: Record<string, unknown>): References {
	return {
		...(isReference(client_ref) && { client_ref }),
		...(isReference(external_ref) && { external_ref }),
	};
}

/** An item named by its domain, before the rest of it is read. */
export interface NamedItem {
	domain: string;
	[key: string]: unknown;
}

/** The result of an item that was refused; its domain in punycode where it is well formed. */
export function failedItem(refusal: Refusal, { domain, ...rest }: NamedItem, index: number) {
	return {
		index,
		success: false as const,
		domain: canonicalName(domain),
		...echoReferences(rest),
		error: problemOfItem(refusal),
	};
}

/** What a batch says on every item while another request with its key is running. */
export function runningItems(items: readonly NamedItem[]) {
	const running = new Refusal("in_progress", "A request with the same Idempotency-Key is still running.");
	return countItems(items.map((item, index) => failedItem(running, item, index)));
}

export function problemOfItem(refusal: Refusal): ItemProblem {
	return { code: refusal.itemCode, message: refusal.message };
}

/** Counts the results of a batch, in order. */
export function countItems<Item extends { success: boolean }>(items: Item[]) {
	const success = items.filter((item) => item.success).length;
	return { count: items.length, success, failed: items.length - success, items };
}
