import type { Tx } from "@domains/kit/postgres/connect.ts";
import { isExpired } from "../../rules/quote.ts";
import { countRunningLists } from "../../store/operation-lists.ts";
import {
	changeRequest,
	findOperation,
	type ItemRow,
	isLockConflict,
	lockItems,
	lockOperationToConfirm,
	unlockItems,
	type WholeOperation,
} from "../../store/operations.ts";
import { proposalOf, whyNotAllowed } from "../../store/programs.ts";
import type { AskReason } from "../../store/renewals.ts";
import { largestOrder, spend, spendDayEnd, spendDayOf, spentOn } from "../../store/spending.ts";
import { readViewer, type Viewer } from "../../store/viewer.ts";
import { type Actor, type Deps, mayUseBot } from "../deps.ts";
import { takeSteps } from "./apply-step.ts";
import { redrawQuotes } from "./decisions.ts";
import { quotedItems, showTo } from "./read.ts";
import {
	type ConfirmResult,
	type ConfirmWarning,
	findLockConflict,
	type LockConflict,
	type Operation,
} from "./types.ts";

/** `isAuto`: auto-renew or a standing order confirms, within the limit that the person chose. */
type Input = Actor & { operationId: number; number: number; sure?: boolean; isAuto?: true };

const mostTries = 3;
/**
 * The maximum number of orders for several domains ("lists") that a person may have in progress. One such order may
 * contain a thousand domains.
 */
const mostLists = 3;

/**
 * Confirms a quote in one transaction, so only one of two concurrent taps succeeds. The transaction:
 * - locks the operation's row;
 * - checks owner, quote number, expiry, access, freezes and balance;
 * - checks the mandate, if a program proposed the order;
 * - checks how many orders for several domains are in progress;
 * - returns `ask_twice` if the order has risks or is above the limit of large orders, unless `sure` is set;
 * - locks the domains against other operations;
 * - adds the sum to the person's recorded spending of today.
 */
export async function confirm(deps: Deps, input: Input): Promise<ConfirmResult> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await deps.db.transaction((tx) => confirmIn(tx, deps, input));
		} catch (error) {
			if (!isLockConflict(error)) throw error;
			const busy = await busyOf(deps, input);
			if (busy) return busy;
			// The domain is no longer locked: the operation that locked it has ended meanwhile. So try again.
			if (tries === mostTries) throw error;
		}
	}
}

/**
 * Confirms a quote without a tap, for auto-renew and standing orders. `allows` runs in the same transaction, after the
 * operation and its person are locked. It decides whether the quote may be confirmed, and records its decision. Returns
 * null and confirms nothing if `allows` returns false, if the person may not use the bot, or if another operation has
 * locked the domain.
 */
export async function confirmIf(
	deps: Deps,
	input: Input,
	allows: (tx: Tx) => Promise<boolean>,
): Promise<ConfirmResult | null> {
	if (!mayUseBot(deps, input.personId)) return null;
	try {
		return await deps.db.transaction(async (tx) => {
			const result = await confirmIn(tx, deps, { ...input, isAuto: true });
			if (result.kind === "confirmed" && !(await allows(tx))) throw new NotAllowed();
			return result;
		});
	} catch (error) {
		if (error instanceof NotAllowed || isLockConflict(error)) return null;
		throw error;
	}
}

/** Thrown if `allows` returned false, to roll back the transaction. */
class NotAllowed extends Error {}

/** One attempt to confirm a quote, with all data that the checks need. */
interface Attempt {
	tx: Tx;
	row: WholeOperation;
	viewer: Viewer;
	operation: Operation;
	/** The items that the current quote covers (see `quotedItems`). */
	items: readonly ItemRow[];
	input: Input;
}

async function confirmIn(tx: Tx, deps: Deps, input: Input): Promise<ConfirmResult> {
	const { personId, operationId } = input;
	const row = await lockOperationToConfirm(tx, operationId);
	if (row?.personId !== personId) return { kind: "not_found" };
	const items = quotedItems(row);
	// The locks of the operation and the person come before the read of what the checks need. So the person's limits do
	// not change until the transaction ends, and confirmations of one person run one after another. The person may still
	// lose access to the account, so access is checked again before each request is sent.
	const viewer = await readViewer(tx, row, personId);
	const operation = await showTo(tx, row, viewer);
	const attempt: Attempt = { tx, row, viewer, operation, items, input };
	const refused =
		checkQuote(attempt) ??
		checkAccess(attempt) ??
		checkFreeze(attempt) ??
		checkBalance(attempt) ??
		(await checkMandate(attempt)) ??
		(await checkLists(attempt));
	return refused ?? (await checkWarnings(deps, attempt)) ?? (await lockAndConfirm(deps, attempt));
}

function checkQuote({ row, viewer, operation, input }: Attempt): ConfirmResult | undefined {
	const kind = confirmBlocker(row, input.number, viewer.readAt);
	return kind && { kind, operation };
}

function checkAccess({ viewer, operation }: Attempt): ConfirmResult | undefined {
	return viewer.hasAccess ? undefined : { kind: "no_access", operation };
}

function checkFreeze({ viewer, operation, items }: Attempt): ConfirmResult | undefined {
	const domain = viewer.frozen.find((frozen) => frozen === "" || items.some((item) => item.domain === frozen));
	return domain === undefined ? undefined : { kind: "frozen", operation, domain };
}

function checkBalance({ operation }: Attempt): ConfirmResult | undefined {
	const shortByCents = operation.quote?.shortByCents ?? 0;
	return shortByCents > 0 ? { kind: "short", operation, shortByCents } : undefined;
}

/**
 * Refuses a program's proposal whose mandate does not allow it now. The locks of the operation and the person are
 * enough: stopping a program locks the operation too, and all confirmations of the person wait for each other.
 */
async function checkMandate({ tx, row, viewer, operation, items }: Attempt): Promise<ConfirmResult | undefined> {
	const found = await proposalOf(tx, row.id);
	if (!found) return undefined;
	const domains = items.map(({ domain }) => domain);
	const cents = items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const why = await whyNotAllowed(tx, found, { domains, cents, now: viewer.readAt });
	return why ? { kind: "no_mandate", operation, why } : undefined;
}

/** Refuses an order for several domains if too many such orders of the person are in progress. */
async function checkLists({ tx, operation, items, input }: Attempt): Promise<ConfirmResult | undefined> {
	if (items.length <= 1) return undefined;
	const running = await countRunningLists(tx, input.personId, input.operationId);
	return running >= mostLists ? { kind: "too_many_lists", operation, running } : undefined;
}

async function checkWarnings(
	deps: Deps,
	{ tx, viewer, operation, input }: Attempt,
): Promise<ConfirmResult | undefined> {
	if (input.sure) return undefined;
	const totalCents = operation.quote?.totalCents ?? 0;
	const limitCents =
		viewer.askAboveCents ?? (input.isAuto ? null : await usualLimit(tx, deps, input.personId, totalCents));
	const isDear = limitCents !== null && totalCents > limitCents;
	const sum = viewer.askAboveCents === null ? "big_order" : "sum";
	const warnings: ConfirmWarning[] = [...operation.risks, ...(isDear ? ([sum] as const) : [])];
	return warnings.length > 0 ? { kind: "ask_twice", operation, warnings, limitCents } : undefined;
}

/** A person who has placed large orders is asked twice only above this multiple of the largest one. */
const usualMultiple = 5;

/** Returns the limit of a person who has set none: the operator's, or a multiple of the largest order if that is more. */
async function usualLimit(tx: Tx, deps: Deps, personId: number, totalCents: number): Promise<number | null> {
	const { askTwiceAboveCents: least } = deps;
	if (least === null || totalCents <= least) return least;
	return Math.max(least, usualMultiple * (await largestOrder(tx, personId)));
}

/**
 * Locks the domains, adds the sum to the person's recorded spending of today, and confirms every request. If this
 * spending would exceed the daily limit, returns `over_cap` and releases the locks.
 */
async function lockAndConfirm(deps: Deps, attempt: Attempt): Promise<ConfirmResult> {
	const { tx, row, viewer, operation, items, input } = attempt;
	const { personId } = input;
	const { readAt: now, dayCapCents: capCents } = viewer;
	const day = spendDayOf(now);
	const cents = items.reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	const ids = items.map((item) => item.id);
	await lockItems(tx, row.accountId, ids);
	const within = cents === 0 || (await spend(tx, { personId, day, cents, capCents }));
	if (!within && capCents !== null) {
		await unlockItems(tx, ids);
		const spentCents = await spentOn(tx, personId, day);
		return { kind: "over_cap", operation, capCents, spentCents, endsAt: spendDayEnd(now) };
	}
	const locked = withLocks(row, new Set(ids));
	const confirmed = await takeSteps(tx, deps, locked, locked.requests, { is: "confirmed" }, { confirmedAt: now });
	if (capCents !== null && cents > 0) await redrawQuotes(tx, deps, personId);
	return { kind: "confirmed", operation: await showTo(tx, confirmed, viewer) };
}

function withLocks(row: WholeOperation, ids: ReadonlySet<number>): WholeOperation {
	const requests = row.requests.map((request) =>
		changeRequest(request, {}, (item) => (ids.has(item.id) ? { locked: true } : {})),
	);
	return { ...row, requests };
}

function confirmBlocker(
	{ state, quoteNumber, quoteExpiresAt, requests }: WholeOperation,
	number: number,
	now: Date,
): "already" | "superseded" | "expired" | undefined {
	if (state === "lapsed") return "expired";
	if (state === "superseded" || quoteNumber !== number) return "superseded";
	// If the price of some requests rose after the confirmation, the person must confirm a second quote for these
	// requests. If that quote expires, these requests become `lapsed`, while other requests continue. So a lapsed request
	// means that the quote is `expired`, not that it was confirmed before (`already`).
	if (state !== "quoted") return requests.some((each) => each.phase === "lapsed") ? "expired" : "already";
	// A confirmation would lock the domains of all requests and count their prices as spent. This must not happen for an
	// expired request. So if one request has expired, the whole quote counts as expired.
	const isOver = requests.some(({ phase, wakeAt }) => phase === "quoted" && wakeAt !== null && wakeAt <= now);
	return isOver || isExpired(quoteExpiresAt, now) ? "expired" : undefined;
}

async function busyOf({ db }: Deps, { personId, operationId }: Input): Promise<LockConflict | undefined> {
	const row = await findOperation(db, operationId);
	// Look only at the items of this quote. Other requests of this order hold locks too, but those locks are not a
	// conflict.
	const items = row ? quotedItems(row) : [];
	const [first] = items;
	if (!row || !first) return undefined;
	const domains = items.map((item) => item.domain);
	return findLockConflict(db, { personId, accountId: row.accountId, lock: first.lock, domains });
}

/** Returns why the person must decide, if an order without a tap was not confirmed. Null for any other result. */
export function reasonOf({ kind }: ConfirmResult): AskReason | null {
	const reasons: Partial<Record<ConfirmResult["kind"], AskReason>> = {
		short: "money",
		over_cap: "cap",
		ask_twice: "sum",
		frozen: "frozen",
	};
	return reasons[kind] ?? null;
}
