import { limits } from "@domains/contract/limits.ts";
import type { DnsRecordInput } from "@domains/contract/records/wire.ts";
import type { Claim, Work } from "../idempotency.ts";
import { attempt, Refusal } from "../refusal.ts";
import type { OrderRow } from "../schema.ts";
import { readAhead } from "../setup.ts";
import type { OrderLine, Outcome } from "./hold.ts";
import { findEarlier, placeOrders, type Trade } from "./place.ts";

interface Request {
	claim: Claim;
	accountId: number;
}

/** If the registrar does not answer, the caller can retry with the same key. */
export async function orderOne(trade: Trade, { claim, accountId }: Request, line: () => OrderLine): Promise<OrderRow> {
	const earlier = await findEarlier(trade, claim, accountId);
	const outcome = earlier.get(0) ?? (await placeOrders(trade, claim, accountId, [line()])).get(0);
	if (!outcome) throw new Error("an order has no outcome");
	if (outcome instanceof Refusal) throw outcome;
	if (outcome.state === "open") throw unanswered(outcome);
	return outcome;
}

interface Batch<Item, Result> {
	items: readonly Item[];
	line: (item: Item, index: number) => OrderLine;
	recordsOf?: (index: number) => readonly DnsRecordInput[];
	done: (order: OrderRow, index: number) => Result;
	refused: (refusal: Refusal, item: Item, index: number) => Result;
}

/**
 * In item order. If the registrar has not answered for some items, the results of the others are stored, and a retry
 * with the same key processes only the open items.
 */
export async function orderMany<Item, Result>(
	trade: Trade,
	{ claim, accountId }: Request,
	batch: Batch<Item, Result>,
): Promise<Work<Result[]>> {
	const { items, done, refused } = batch;
	const earlier = await findEarlier(trade, claim, accountId);
	const outcomes = await carryOut(trade, { claim, accountId }, batch, earlier);
	const open = new Set<number>();
	const results = await trade.slices.map(items, (item, index): Result => {
		// An earlier attempt at the same request stored this value, so it has the type Result.
		const kept = claim.settled[index] as Result | undefined;
		if (kept !== undefined) return kept;
		const outcome = outcomes.get(index);
		if (!outcome) throw new Error(`item ${index} has no outcome`);
		if (outcome instanceof Refusal) return refused(outcome, item, index);
		if (outcome.state === "done") return done(outcome, index);
		open.add(index);
		return refused(unanswered(outcome), item, index);
	});
	if (open.size === 0) return { result: results, keep: "now" };
	const settled = results.flatMap((result, index) => (open.has(index) ? [] : [[index, result] as const]));
	return { result: results, keep: "no", settled: Object.fromEntries(settled) };
}

async function carryOut<Item, Result>(
	trade: Trade,
	{ claim, accountId }: Request,
	{ items, line, recordsOf = () => [] }: Batch<Item, Result>,
	earlier: ReadonlyMap<number, OrderRow>,
): Promise<Map<number, Outcome>> {
	const waiting = [...items.entries()].filter(([index]) => !earlier.has(index) && !(index in claim.settled));
	const judged: (readonly [number, OrderLine | Refusal])[] = [];
	// In parts, because the cache of parsed names is small.
	for (const part of partsOf(waiting, ([index]) => recordsOf(index).length)) {
		const records = part.flatMap(([index]) => recordsOf(index));
		await readAhead(trade.slices, records, "");
		judged.push(
			...(await trade.slices.map(part, ([index, item]) => [index, attempt(() => line(item, index))] as const)),
		);
	}
	const lines = judged.flatMap(([, made]) => (made instanceof Refusal ? [] : [made]));
	const refusals = judged.flatMap(([index, made]) => (made instanceof Refusal ? [[index, made] as const] : []));
	return new Map([...earlier, ...refusals, ...(await placeOrders(trade, claim, accountId, lines))]);
}

/** No single item can have more records. */
function partsOf<Item>(items: readonly Item[], countRecords: (item: Item) => number): Item[][] {
	const parts: Item[][] = [];
	let count = Number.POSITIVE_INFINITY;
	for (const item of items) {
		const more = countRecords(item);
		count += more;
		const part = count > limits.records.max ? undefined : parts.at(-1);
		if (part) part.push(item);
		else {
			parts.push([item]);
			count = more;
		}
	}
	return parts;
}

function unanswered({ domain }: OrderRow): Refusal {
	return new Refusal("trouble", `The registry did not answer for ${domain}. Send the same key again to find out.`);
}
