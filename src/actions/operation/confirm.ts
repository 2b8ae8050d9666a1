import { eq } from "drizzle-orm";
import type { Tx } from "../../postgres/connect.ts";
import { isExpired } from "../../rules/quote.ts";
import { isConnected } from "../../store/accounts.ts";
import { isConflict } from "../../store/conflicts.ts";
import { lockPerson } from "../../store/connections.ts";
import { lockItems, unlockItems } from "../../store/locks.ts";
import { readClock } from "../../store/now.ts";
import {
	findOperations,
	type ItemRow,
	lockOperation,
	updateOperation,
	type WholeOperation,
} from "../../store/operations.ts";
import { findPerson } from "../../store/people.ts";
import { countRunningLists } from "../../store/queue-depth.ts";
import { operations } from "../../store/schema/operations.ts";
import { spend, spendDayEnd, spendDayOf, spentOn } from "../../store/spending.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import { takeStep } from "./apply-step.ts";
import { findLockConflict, type LockConflict } from "./lock-conflict.ts";
import { show } from "./read.ts";
import type { ConfirmResult, Doubt, Operation } from "./types.ts";

type Input = Actor & { operationId: number; number: number; sure?: boolean };

const mostTries = 3;
/** A list may be a thousand domains long: of those, one person has so many under way at once. */
const mostLists = 3;

/** Lets one of two taps win: owner, state, quote number, expiry, access, cap and locks are checked and taken in one transaction. */
export async function confirm(deps: Deps, input: Input): Promise<ConfirmResult> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await deps.db.transaction((tx) => confirmIn(tx, deps, input));
		} catch (error) {
			if (!isConflict(error, "items_lock")) throw error;
			const busy = await busyOf(deps, input);
			if (busy) return busy;
			// Nobody holds it any more: the other one ended in this very moment.
			if (tries === mostTries) throw error;
		}
	}
}

async function confirmIn(
	tx: Tx,
	deps: Deps,
	{ personId, operationId, number, sure = false }: Input,
): Promise<ConfirmResult> {
	const row = await lockOperation(tx, operationId);
	if (row?.personId !== personId) return { kind: "not_found" };
	const operation = await show(tx, row, personId);
	const now = await readClock(tx);
	const refusal = confirmBlocker(row, number, now);
	if (refusal) return { kind: refusal, operation };
	if (!(await isConnected(tx, personId, row.accountId))) return { kind: "no_access", operation };
	const shortByCents = operation.quote?.shortByCents ?? 0;
	if (shortByCents > 0) return { kind: "short", operation, shortByCents };
	const asked = openItems(row);
	const isList = asked.length > 1;
	if (isList) await lockPerson(tx, personId);
	const person = await findPerson(tx, personId);
	const running = isList ? await countRunningLists(tx, personId, operationId) : 0;
	if (running >= mostLists) return { kind: "too_many_lists", operation, running };
	const doubts = sure ? [] : doubtsOf(operation, person?.askAboveCents ?? null);
	if (doubts.length > 0) return { kind: "ask_twice", operation, doubts };
	const day = spendDayOf(now);
	const capCents = person?.dayCapCents ?? null;
	const cents = asked.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const ids = asked.map((item) => item.id);
	await lockItems(tx, row.accountId, ids);
	const within = cents === 0 || (await spend(tx, { personId, day, cents, capCents }));
	if (!within && capCents !== null) {
		await unlockItems(tx, ids);
		const spentCents = await spentOn(tx, personId, day);
		return { kind: "over_cap", operation, capCents, spentCents, endsAt: spendDayEnd(now) };
	}
	await updateOperation(tx, row.id, { confirmedAt: now });
	for (const request of row.requests) await takeStep(tx, deps, { operation: row, request }, { is: "confirmed" });
	const confirmed = await lockOperation(tx, row.id);
	return { kind: "confirmed", operation: confirmed ? await show(tx, confirmed, personId) : operation };
}

function confirmBlocker(
	{ state, quoteNumber, quoteExpiresAt, requests }: WholeOperation,
	number: number,
	now: Date,
): "already" | "stale" | "expired" | undefined {
	if (state === "lapsed") return "expired";
	if (state === "superseded" || quoteNumber !== number) return "stale";
	// A part of an order may have run out while the rest of it goes on.
	if (state !== "quoted") return requests.some((each) => each.phase === "lapsed") ? "expired" : "already";
	// Its requests lapse by their own time, and one that has lapsed must not take locks and money from a day.
	const isOver = requests.some(({ phase, wakeAt }) => phase === "quoted" && wakeAt !== null && wakeAt <= now);
	return isOver || isExpired(quoteExpiresAt, now) ? "expired" : undefined;
}

function doubtsOf({ change, quote }: Operation, askAboveCents: number | null): Doubt[] {
	const dear = askAboveCents !== null && (quote?.totalCents ?? 0) > askAboveCents;
	return [...(change?.risks ?? []), ...(dear ? (["sum"] as const) : [])];
}

/** What the quote is about: an order of several requests may have others under way. */
function openItems(row: WholeOperation): ItemRow[] {
	return row.requests
		.filter((request) => request.phase === "quoted")
		.flatMap((request) => request.items)
		.filter((item) => item.phase === "open");
}

async function busyOf({ db }: Deps, { personId, operationId }: Input): Promise<LockConflict | undefined> {
	const [row] = await findOperations(db, eq(operations.id, operationId));
	// What else of this order is under way holds locks too, and nobody waits for those.
	const items = row ? openItems(row) : [];
	const [first] = items;
	if (!row || !first) return undefined;
	const domains = items.map((item) => item.domain);
	return findLockConflict(db, { personId, accountId: row.accountId, lock: first.lock, domains });
}
