import type { Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import type { Kind } from "../rules/operation/state.ts";
import { decodeRow, encodeRows, type JsonRow } from "./json-rows.ts";
import { readRequest, type WholeOperation } from "./operations.ts";
import {
	type FrozenQuote,
	type ItemBefore,
	items,
	type LockKind,
	operations,
	type PlannedChange,
	requests,
} from "./schema/operations.ts";

export interface NewItem {
	domain: string;
	lock: LockKind;
	years?: number;
	priceCents?: number;
	renewCents?: number | null;
	clientRef?: string | null;
	externalRef?: string | null;
	edgeProfileKey?: string | null;
	before?: ItemBefore;
	change?: PlannedChange;
}

export interface NewOperation {
	reference: string;
	accountId: number;
	personId: number;
	kind: Kind;
	quote: FrozenQuote;
	quoteExpiresAt: Date;
	/** The requests to insert, each with its idempotency key and items. */
	requests: { key: string; items: NewItem[] }[];
}

interface Row extends Record<string, unknown> {
	operation: JsonRow;
	requests: JsonRow[];
	items: JsonRow[];
	now: Date;
}

/**
 * Inserts an operation with its requests and items, in the state `quoted`, in one statement. Returns the rows, or null
 * if another operation already uses the reference.
 */
export async function insertOperation(tx: Tx, input: NewOperation): Promise<WholeOperation | null> {
	const { reference, accountId, personId, kind, quote, quoteExpiresAt, requests: parts } = input;
	const things = parts
		.flatMap(({ key, items: own }) => own.map((thing) => ({ key, thing })))
		.map(({ key, thing }, ordinal) => ({ key, ordinal, ...thing }));
	const [row] = await tx.execute<Row>(sql`
		with operation as (
			insert into ${operations} (reference, account_id, person_id, kind, quote, quote_expires_at)
			values (
				${reference}, ${accountId}, ${personId}, ${kind}, ${JSON.stringify(quote)}::jsonb,
				${quoteExpiresAt.toISOString()}::timestamptz
			)
			on conflict (reference) do nothing
			returning *
		), request as (
			insert into ${requests} (operation_id, key, wake_at)
			select operation.id, given.key, quote_expires_at
			from operation, jsonb_array_elements_text(${JSON.stringify(parts.map(({ key }) => key))}::jsonb)
				with ordinality as given(key, place)
			order by place
			returning *
		), item as (
			insert into ${items} (
				operation_id, request_id, ordinal, account_id, domain, lock, years, price_cents, renew_cents, client_ref,
				external_ref, edge_profile_key, before, change
			)
			select
				request.operation_id, request.id, ordinal, ${accountId}, domain, lock, years, "priceCents", "renewCents",
				"clientRef", "externalRef", "edgeProfileKey", before, change
			from request join jsonb_to_recordset(${encodeRows(things)}::jsonb) as given(
				key text, ordinal integer, domain text, lock text, years integer, "priceCents" integer, "renewCents" integer,
				"clientRef" text, "externalRef" text, "edgeProfileKey" text, before jsonb, change jsonb
			) using (key)
			order by ordinal
			returning *
		)
		select to_json(operation) as operation, clock() as now,
			(select json_agg(request order by id) from request) as requests,
			(select json_agg(item order by ordinal) from item) as items
		from operation`);
	if (!row) return null;
	const operation = decodeRow(operations, row.operation);
	const own = row.requests.map((request) =>
		readRequest(operation, { ...request, items: row.items.filter((item) => item["request_id"] === request["id"]) }),
	);
	return { ...operation, requests: own, readAt: row.now };
}
