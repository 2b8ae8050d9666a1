import type { DomainRecord } from "@domains/contract/domains.ts";
import type { ItemProblem } from "@domains/contract/envelope.ts";
import { isReference, type References } from "@domains/contract/fields.ts";
import { limits } from "@domains/contract/limits.ts";
import { priceOf, usdOf } from "@domains/contract/money.ts";
import type { OrderSummary, RenewalSummary } from "@domains/contract/orders.ts";
import type { SearchResult } from "@domains/contract/search.ts";
import type { Slices } from "@domains/kit/slices.ts";
import { z } from "zod";
import { canonicalName, echoName } from "../names.ts";
import { Refusal } from "../refusal.ts";
import type { OrderRow } from "../schema.ts";
import type { Domain } from "../store/domains.ts";
import type { Price } from "../store/prices.ts";

function referencesOf(row: { clientRef: string | null; externalRef: string | null }): References {
	return {
		...(row.clientRef !== null && { client_ref: row.clientRef }),
		...(row.externalRef !== null && { external_ref: row.externalRef }),
	};
}

/** Only if the registrar does not answer, so the answer is an older copy. */
export function asOfField(asOf: Date | null): { as_of?: string } {
	return asOf ? { as_of: asOf.toISOString() } : {};
}

export function domainRecord(domain: Domain & { renewCents: number }): DomainRecord {
	return {
		domain: domain.name,
		status: domain.status,
		registered_at: domain.registeredAt.toISOString(),
		expires_at: domain.expiresAt.toISOString(),
		nameservers: domain.nameservers,
		dns_mode: domain.mode,
		edge_profile_key: domain.edgeKey,
		...referencesOf(domain),
		renew_price_usd: usdOf(domain.renewCents),
	};
}

export function searchResult(query: string, domain: string, available: boolean, price: Price): SearchResult {
	const register = usdOf(priceOf("register", price, 1));
	return {
		query,
		domain,
		available,
		price_usd: register,
		register_price_usd: register,
		renew_price_usd: usdOf(price.renewCents),
		premium: price.premium,
	};
}

export function orderSummary(order: OrderRow): OrderSummary {
	return { domain: order.domain, status: "registered", ...doneOf(order) };
}

export function renewalSummary(order: OrderRow): RenewalSummary {
	return { domain: order.domain, status: "renewed", ...doneOf(order) };
}

function doneOf(order: OrderRow) {
	if (!order.expiresAt) throw new Error(`order ${order.id} is not done`);
	return {
		charged_usd: usdOf(order.cents),
		expires_at: order.expiresAt.toISOString(),
		...referencesOf(order),
	};
}

/**
 * Any other body is refused as a whole. Errors inside an item are reported on that item. Source: docs/service.md,
 * "Batches".
 */
export const anyItems = z.object({ items: z.array(z.unknown()).min(1).max(limits.batchItems) });

/** If the field `key` is empty, the reason of the refusal is `invalid_name`. For any other error, it is `invalid`. */
export function readItem<Schema extends z.ZodType>(schema: Schema, item: unknown, key: string): z.output<Schema> {
	const read = schema.safeParse(item);
	if (read.success) return read.data;
	const [issue] = read.error.issues;
	const isEmpty = issue?.path[0] === key && issue.code === "too_small";
	throw new Refusal(isEmpty ? "invalid_name" : "invalid", describeIssues(read.error.issues));
}

/** The first five. */
export function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
	const lines = issues
		.slice(0, 5)
		.map(({ path, message }) => (path.length ? `${z.core.toDotPath(path)}: ${message}` : message));
	return `${lines.join("; ")}.`;
}

/** Even of an invalid item, its result repeats `key` if that is a string, and the references if they are valid. */
export function echoItem(item: unknown, key: "domain" | "query"): Record<string, string> & References {
	const fields = z.record(z.string(), z.unknown()).safeParse(item).data ?? {};
	const { [key]: name, client_ref, external_ref } = fields;
	return {
		...(typeof name === "string" && { [key]: key === "domain" ? canonicalName(name) : echoName(name) }),
		...(isReference(client_ref) && { client_ref }),
		...(isReference(external_ref) && { external_ref }),
	};
}

export function failedItem(refusal: Refusal, item: unknown, index: number, key: "domain" | "query") {
	return {
		index,
		success: false as const,
		...echoItem(item, key),
		error: { code: refusal.itemCode, message: refusal.message } satisfies ItemProblem,
	};
}

export async function runningItems(slices: Slices, items: readonly unknown[]) {
	const running = new Refusal("in_progress", "A request with the same Idempotency-Key is still running.");
	return countItems(await slices.map(items, (item, index) => failedItem(running, item, index, "domain")));
}

export function countItems<Item extends { success: boolean }>(items: Item[]) {
	const success = items.filter((item) => item.success).length;
	return { count: items.length, success, failed: items.length - success, items };
}
