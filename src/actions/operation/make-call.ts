import { answerOf } from "../../client/evidence.ts";
import type { ItemOutcome } from "../../client/read/orders.ts";
import type { Result } from "../../client/result.ts";
import type { Call, Evidence, Finding, Leased } from "../../rules/operation/state.ts";
import { limits, since } from "../../rules/operation/timing.ts";
import { lateChanges } from "../../store/operation-lists.ts";
import type { ItemRow, RequestRow, WholeOperation } from "../../store/operations.ts";
import type { Deps } from "../deps.ts";
import type { LeasedCall } from "./apply-step.ts";
import { compareWithQuote, quoteOf } from "./compare-with-quote.ts";
import type { Facts, ItemFacts } from "./facts.ts";
import { kinds } from "./kinds/index.ts";
import { unread, type Wanted } from "./kinds/kind.ts";
import { openLook, openWork, type Work } from "./open-work.ts";
import { inOtherForm, withBothWords } from "./other-form.ts";
import { blockIfDearer } from "./price-guard.ts";

/** The result of a call: the next evidence, and the facts to store with it. */
export interface Found {
	evidence: Evidence;
	facts?: Facts;
	/** True if money moved. The balance is then read after the commit. */
	paid?: boolean;
}

/** Makes the call that a step asked for. */
export async function makeCall(
	deps: Deps,
	{ operation, request }: { operation: WholeOperation; request: RequestRow },
	call: LeasedCall,
	signal: AbortSignal,
): Promise<Found> {
	const requestId = `${operation.reference.slice(1)}-${request.attempts}`;
	const work =
		call.do === "read"
			? await openLook(deps, operation, request, { priority: "background", signal, requestId })
			: await openWork(deps, operation, request, { priority: "interactive", signal, requestId });
	if (!work) return withoutAccess(call);
	if (call.do === "send") return send(deps, work, call.attempt);
	if (call.do !== "read") return prepare(deps, work, call);
	const items = request.items.filter((item) => call.domains.includes(item.domain));
	return look(work, items, call);
}

function withoutAccess(call: Call): Found {
	if (call.do !== "send") return { evidence: { is: "unread", hold: "access" } };
	return { evidence: { is: "answer", attempt: call.attempt, answer: { kind: "not_sent", access: true } } };
}

export function openItems({ items }: RequestRow): ItemRow[] {
	return items.filter((item) => item.phase === "open");
}

/** Builds the exact call, or a new quote if the step asked for one. */
async function prepare(deps: Deps, work: Work, call: Extract<LeasedCall, { do: "prepare" | "quote" }>): Promise<Found> {
	const { lease } = call;
	const { operation, request, client, options, now } = work;
	const kind = kinds[operation.kind];
	const items = openItems(request);
	const examined = await kind.examine(work, kind.lock === "zone" ? await withWritten(deps, operation, items) : items);
	// The service does not show our last change yet. The worker waits and reads again, until the change is old.
	if (examined.kind === "behind") return { evidence: { is: "unread", hold: "none" } };
	if (examined.kind === "bad") return { evidence: unread(examined.result, now) };
	const verdict = compareWithQuote(items, examined);
	if (verdict.kind === "impossible") {
		const { code, message } = verdict;
		return { evidence: { is: "impossible", code, message, lease } };
	}
	if (verdict.kind === "moved" || call.do === "quote") {
		return { evidence: { is: "moved", lease }, facts: { quote: quoteOf(items, examined) } };
	}
	const { balanceCents: balanceBeforeCents, facts } = verdict;
	const seen: ItemRow[] = [];
	for (const item of items) {
		const domain = await client.spell(item.domain, options);
		seen.push({ ...item, ...facts.get(item.id), domain });
	}
	const prepared = kind.prepare(seen, operation.reference);
	const { tokenPrint } = work.connection;
	return { evidence: { is: "prepared", lease }, facts: { prepared, tokenPrint, balanceBeforeCents, items: facts } };
}

async function withWritten({ db }: Pick<Deps, "db">, { accountId }: WholeOperation, items: readonly ItemRow[]) {
	const wanted: Wanted[] = [];
	for (const item of items) {
		const { domain } = item;
		wanted.push({ ...item, written: await lateChanges(db, { accountId, domain, withinMs: limits.settling }) });
	}
	return wanted;
}

async function send(deps: Deps, work: Work, attempt: number): Promise<Found> {
	const { operation, request, client, connection, options, now } = work;
	if (!request.prepared) throw new Error(`request ${request.id} was sent before it was made`);
	// A service may bind the idempotency key to the token of the first attempt.
	if (request.tokenPrint !== connection.tokenPrint) {
		return { evidence: { is: "answer", attempt, answer: { kind: "not_sent", access: request.doubt } } };
	}
	const left = leftToSend(work, attempt);
	if (left <= 0) return { evidence: { is: "answer", attempt, answer: { kind: "not_sent" } } };
	const sendBefore = new Date(Date.now() + left);
	const held = await blockIfDearer(work, openItems(request));
	if (held) return { evidence: { is: "answer", attempt, answer: held } };
	const result = await client.send(request.prepared, request.key, { ...options, sendBefore });
	const respelled = await inOtherForm(deps, work, result);
	if (respelled) {
		return {
			evidence: { is: "answer", attempt, answer: { kind: "not_sent", until: now } },
			facts: { items: respelled },
		};
	}
	const evidence = { is: "answer", attempt, answer: answerOf(withBothWords(result, work), now) } as const;
	const paid = result.kind === "ok" && operation.quote.totalCents > 0;
	return { evidence, facts: { items: factsOf(request, result) }, paid };
}

/**
 * Returns the milliseconds in which the attempt may still be sent, since its answer must arrive within the lease. A
 * worker that was delayed for longer sends nothing, because another worker may have taken over.
 */
function leftToSend({ request, now }: Work, attempt: number): number {
	const current = request.phase === "sent" && request.attempts === attempt;
	return current ? limits.lease - limits.call - since(request.lastSentAt, now) : 0;
}

function factsOf({ items }: RequestRow, result: Result<ItemOutcome[]>): Map<number, ItemFacts> {
	const outcomes = result.kind === "ok" ? result.value : [];
	const byDomain = new Map(outcomes.map((outcome) => [outcome.domain, outcome]));
	return new Map(
		items.flatMap(({ id, domain }) => {
			const outcome = byDomain.get(domain);
			if (outcome?.result !== "succeeded" && outcome?.result !== "accepted") return [];
			return [[id, { expiresAt: outcome.expiresAt, chargedCents: outcome.chargedCents }]];
		}),
	);
}

/** Looks up the items until a read fails or the time is over. Without findings, the evidence is the failed read. */
async function look(work: Work, items: readonly ItemRow[], { lease }: Leased): Promise<Found> {
	const { operation, request, now } = work;
	const findings: Finding[] = [];
	const facts = new Map<number, ItemFacts>();
	const began = Date.now();
	for (const item of items) {
		// Stop while the lease still has time for one more read.
		if (findings.length > 0 && Date.now() - began > limits.lease - limits.call) break;
		const sent = { reference: operation.reference, firstSentAt: request.firstSentAt };
		const looked = await kinds[operation.kind].look(work, item, sent);
		if (looked.kind === "bad") {
			if (findings.length === 0) return { evidence: unread(looked.result, now) };
			break;
		}
		findings.push({ domain: item.domain, found: looked.found });
		if (showsExpiry.has(looked.found) && looked.expiresAt) facts.set(item.id, { expiresAt: looked.expiresAt });
	}
	const paid = operation.quote.totalCents > 0 && findings.some(({ found }) => found === "done");
	return { evidence: { is: "read", findings, lease }, facts: { items: facts }, paid };
}

/** Findings for which the record's expiry date is stored as the result of the order. */
const showsExpiry: ReadonlySet<Finding["found"]> = new Set(["done", "elsewhere", "unattributed"]);
