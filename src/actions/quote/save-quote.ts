import { randomUUID } from "node:crypto";
import type { NameProblem } from "@domains/contract/names.ts";
import type { RecordProblem, SetProblem } from "@domains/contract/records/types.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { Kind } from "../../rules/operation/state.ts";
import { isQuotable } from "../../rules/operation/step.ts";
import type { skipReasons } from "../../rules/quote.ts";
import { quoteExpiry } from "../../rules/quote.ts";
import { newReference } from "../../rules/reference.ts";
import type { Account } from "../../store/accounts.ts";
import { quotedOperations } from "../../store/operation-lists.ts";
import {
	changeRequest,
	insertOperation,
	lockOperation,
	lockOperations,
	type NewItem,
	saveOperation,
	type WholeOperation,
} from "../../store/operations.ts";
import type { FrozenQuote } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import type { Block, ZoneRecord } from "../dns/types.ts";
import { redraw, takeSteps } from "../operation/apply-step.ts";
import { show } from "../operation/read.ts";
import type { EdgeProblem, LockConflict, Operation } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";

/** What a person orders for one domain: a line of a renewal. */
export interface RenewLine {
	domain: string;
	years: number;
	/** The person's label for the domain. If absent, a renewed domain keeps its label. */
	clientRef?: string;
	externalRef?: string;
}

/** What a person orders for one domain: a line of a registration. */
export interface RegisterLine extends RenewLine {
	edgeProfileKey?: string;
}

/** New settings for the items of an order. An absent field leaves a setting unchanged, null removes it. */
export interface OrderSettings {
	years?: number;
	clientRef?: string | null;
	externalRef?: string | null;
	edgeProfileKey?: string | null;
}

/**
 * A change of a quoted order:
 * - `settings`: new settings for the domain in `only`, or for all domains if `only` is missing.
 * - `keep`: the domains that stay in the order. If it is missing, all stay.
 */
export interface OrderEdit {
	settings?: OrderSettings;
	only?: string | undefined;
	keep?: readonly string[];
}

/** Why a line is refused before the service is asked. */
export type BadLine =
	| { kind: "bad_years"; min: number; max: number }
	| { kind: "bad_reference"; field: "clientRef" | "externalRef" };

/** An operation that gets a new quote. The new quote is for `accountId`, even if another account is active now. */
export interface Again {
	operationId: number;
	accountId: number;
}

type ReasonWithFacts =
	/** `part`: the part of the name that causes the problem, such as a label (between two dots) or a character. */
	| { reason: "invalid"; problem?: NameProblem; part?: string }
	/** The service refuses the name. `code` and `message` are its own. */
	| { reason: "not_sold" | "refused"; code?: string; message?: string }
	/** The renewal would exceed the longest term that can be paid in advance. `most`: the longest one, in years. */
	| { reason: "too_long"; most: number; years: number }
	/** The new records break a rule of DNS. `type`: the service does not store records of these types. */
	| { reason: "conflict" | "type"; refusals: readonly { record: ZoneRecord; problem: RecordProblem | SetProblem }[] }
	| { reason: "busy"; other: LockConflict["other"] }
	| { reason: "blocked"; block: Block }
	| { reason: "unread"; trouble: Trouble }
	| { reason: "profile"; profileKey: string; edge: EdgeProblem };

export type SkipReason = ReasonWithFacts | { reason: Exclude<(typeof skipReasons)[number], ReasonWithFacts["reason"]> };

/** A name that an order or a plan leaves out, in ASCII; an invalid name as the person entered it. */
export type Skipped = { domain: string } & SkipReason;

/** The result of planning a change of DNS, nameservers or edge profile. The plan of one domain is a list of one. */
export type PlanResult =
	/** `operation.quote` is set. If its `shortByCents` is above 0, the balance is too low to confirm the quote. */
	| { kind: "quoted"; operation: Operation; skipped: readonly Skipped[] }
	/** Every name was skipped. */
	| { kind: "nothing"; skipped: readonly Skipped[] }
	| { kind: "too_many"; most: number }
	| Trouble;

/** The quote of orders. The quote of one name is a list of one. */
export type QuoteResult = PlanResult | BadLine;

const chunk = 100;

interface Offered {
	personId: number;
	account: Account;
	kind: Kind;
	quote: FrozenQuote;
	items: NewItem[];
	/** The id of the operation that gets the new quote; absent if a new operation gets it. */
	again?: number | undefined;
}

/**
 * Saves a quote. Older quotes of the same person and kind for these domains become `superseded`. `again`: an operation
 * that gets the new quote if it is for exactly these domains and was never confirmed. In any other case, a new
 * operation gets the quote.
 */
export async function saveQuote(deps: Deps, offered: Offered): Promise<Operation> {
	const { personId, account, again, kind, items } = offered;
	const domains = items.map((item) => item.domain);
	const row = await deps.db.transaction(async (tx) => {
		const changed = (await deps.onQuote?.before(tx)) ?? [];
		const { ids: older, now } = await quotedOperations(tx, { personId, accountId: account.id, kind, domains });
		await lockOperations(tx, [...(again === undefined ? [] : [again]), ...changed, ...older]);
		const same = await quoteAgain(tx, deps, offered);
		await supersede(
			tx,
			deps,
			older.filter((id) => id !== same?.id),
		);
		const saved = same ?? (await insert(tx, deps, offered, now));
		await deps.onQuote?.run(tx, { operationId: saved.id, totalCents: offered.quote.totalCents });
		return saved;
	});
	return show(deps.db, row, personId);
}

async function quoteAgain(
	tx: Tx,
	deps: Deps,
	{ again, personId, account, kind, quote, items }: Offered,
): Promise<WholeOperation | undefined> {
	const row = again === undefined ? undefined : await lockOperation(tx, again);
	if (row?.personId !== personId || row.accountId !== account.id || row.kind !== kind) return undefined;
	const offers = new Map(items.map((item) => [item.domain, item]));
	const rows = row.requests.flatMap((request) => request.items);
	const same = rows.length === offers.size && rows.every((item) => offers.has(item.domain));
	if (!same || !row.requests.every((request) => isQuotable(request.state))) return undefined;
	const quoted = await takeSteps(tx, deps, row, row.requests, { is: "quoted" });
	const requests = quoted.requests.map((request) =>
		changeRequest(request, {}, ({ domain }) => {
			const { priceCents, renewCents, before } = offers.get(domain) ?? {};
			return { priceCents, renewCents, before };
		}),
	);
	const quoteExpiresAt = quoteExpiry(row.readAt);
	const offered = { ...quoted, requests, quoteNumber: row.quoteNumber + 1, quote, quoteExpiresAt };
	await saveOperation(tx, quoted, offered);
	return offered;
}

async function supersede(tx: Tx, deps: Deps, ids: readonly number[]): Promise<void> {
	for (const id of ids) {
		const operation = await lockOperation(tx, id);
		if (!operation) continue;
		await takeSteps(tx, deps, operation, operation.requests, { is: "superseded" });
		await redraw(tx, deps, id);
	}
}

async function insert(
	tx: Tx,
	deps: Deps,
	{ personId, account, kind, quote, items }: Offered,
	now: Date,
): Promise<WholeOperation> {
	const quoteExpiresAt = quoteExpiry(now);
	const values = { accountId: account.id, personId, kind, quote, quoteExpiresAt };
	const pick = (below: number) => Math.floor(deps.random() * below);
	for (const length of [4, 4, 4, 5, 5, 6, 6, 6]) {
		const reference = newReference(pick, length);
		const row = await insertOperation(tx, { ...values, reference, requests: inChunks(items) });
		if (row) return row;
	}
	throw new Error("every reference that was drawn is taken");
}

/** Splits the items into requests. Each request is one call with its own idempotency key. */
function inChunks(items: NewItem[]): { key: string; items: NewItem[] }[] {
	// The API changes one domain per call, so each change of a zone is a separate request.
	if (items[0]?.lock === "zone") return items.map((item) => ({ key: randomUUID(), items: [item] }));
	const count = Math.ceil(items.length / chunk);
	return Array.from({ length: count }, (_, index) => ({
		key: randomUUID(),
		items: items.slice(index * chunk, (index + 1) * chunk),
	}));
}
