import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import type { SearchedItem } from "../../client/index.ts";
import type { TldFacts } from "../../client/read/dns.ts";
import type { CallOptions } from "../../client/result.ts";
import { listNames } from "../../rules/list.ts";
import {
	type Answered,
	addLateNames,
	type Board,
	findBoard,
	finishBoard,
	leaseBoard,
	moveBoard,
	openNames,
	reopenNames,
	saveAnswers,
	suspendBoard,
	takeTail,
} from "../../store/boards.ts";
import { knownDomains } from "../../store/domains.ts";
import { redrawBoard } from "../../store/screens.ts";
import { type Access, openAccess, troubleWith } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import { refreshListing } from "../domain/domains.ts";
import { lookUp, type Offer, offersOf, passingCodes } from "../offer.ts";
import { isPassing, type Trouble } from "../trouble.ts";

const namesPerCall = 100;
/** The pause after the first failure. Each further consecutive failure doubles the pause, up to `longestPauseMs`. */
const firstPauseMs = 2_000;
const longestPauseMs = 60_000;
/**
 * After this many consecutive failures, the next failure stops the lookup of the board (a stored list of names). The
 * person can then continue the lookup.
 */
const mostFailures = 12;

/**
 * The code that the bot stores as the answer for a subdomain, such as `www.shop.com`. The `message` of this answer is
 * the domain that can be registered, `shop.com`.
 */
const subdomain = "subdomain";

/**
 * What remains to do after one batch of a lookup. `more`: some names may still lack an answer. `later`: the lookup
 * continues at a later time. `over`: the lookup finished or stopped.
 */
type BatchOutcome = "more" | "later" | "over";

/**
 * Who asks for the lookup. `waits`: true if a person waits for the answer. In this case, no background retry follows a
 * failure, because the next render of the person's screen repeats the lookup.
 */
interface Caller {
	options: CallOptions;
	waits: boolean;
	/** The service's price list by TLD, read at most once for this caller. Empty if that read failed. */
	priceList?: readonly TldFacts[];
}

/**
 * Looks up the next names of a board (a stored list of names) and stores the answers. The caller must hold the board's
 * lease, a time-limited lock against other workers. After a failure, schedules a retry or stops the lookup.
 */
export async function lookUpBatch(deps: Deps, board: Board, caller: Caller): Promise<BatchOutcome> {
	const access = await openAccess(deps, board.personId, board.accountId ?? undefined);
	if ("kind" in access) return await suspend(deps, board, access, caller);
	const names = await openNames(deps.db, board.id, namesPerCall);
	if (names.length === 0) return await endList(deps, board);
	const result = await lookUp(access.client, names, caller.options);
	if (result.kind !== "ok") return await suspend(deps, board, troubleWith(deps, access, result), caller);
	const found = result.value;
	const priceList = found.some(needsPriceList) ? await readPriceList(access, caller) : [];
	const offers = offersOf(
		found.flatMap((each) => (each.kind === "offer" ? [each.offer] : [])),
		priceList,
	);
	const byName = new Map(offers.map((offer) => [offer.domain, offer]));
	const sold = indexTlds(priceList.map(({ zone }) => zone));
	const answers = names.map((name, index) => {
		const item = found[index] ?? { kind: "unknown" };
		if (item.kind === "offer") return offered(name, byName.get(item.offer.domain));
		if (item.kind === "unknown") return { name, state: "unknown" } satisfies Answered;
		// The service uses one code for an invalid name, a subdomain, and a TLD that it does not sell. The price list shows
		// which of these cases applies.
		const place = isAmbiguousRefusal(item) ? findTld(name, sold) : undefined;
		if (place && place.host !== "") return refusedName(name, { ...item, code: subdomain, message: place.domain });
		const unsold = isAmbiguousRefusal(item) && priceList.length > 0 && !place;
		return refusedName(name, { ...item, ...(unsold && { code: "not_sold" }) });
	});
	const listed = await markOwn(deps, access, answers, board.listedAt !== null);
	const wholes = answers.flatMap(({ code, message }) => (code === subdomain && message ? [message] : []));
	await deps.db.transaction(async (tx) => {
		const isSaved = await saveAnswers(tx, board.id, answers, { listed });
		// For a subdomain such as `www.shop.com`, also look up the domain that can be registered, `shop.com`.
		if (isSaved && wholes.length > 0) await addLateNames(tx, board.id, wholes);
	});
	return "more";
}

/**
 * Decides how a lookup continues when all names of the board have an answer. The last word of the newest message
 * (`tail`) may be the start of a name that a further message completes:
 * - While a further message can still arrive, returns `later`.
 * - Once none can arrive any more, adds the word as a name, and returns `more`.
 * - If there is no such word, finishes the board, and returns `over`.
 */
async function endList(deps: Deps, board: Board): Promise<BatchOutcome> {
	const tail = await takeTail(deps.db, board);
	if (tail === null) return "later";
	if (tail === "") {
		await finishBoard(deps.db, board.id);
		return "over";
	}
	const names = listNames(tail).names.map((name) => name.ascii);
	await deps.db.transaction((tx) => addLateNames(tx, board.id, names));
	return "more";
}

async function suspend(deps: Deps, { id, failures }: Board, trouble: Trouble, caller: Caller): Promise<BatchOutcome> {
	const { waits, options } = caller;
	const untilMs = trouble.until ? trouble.until.getTime() - Date.now() : 0;
	// The process shuts down, or the bot's own rate limit allows no call. Neither counts as a failure of the service.
	if (!waits && (options.signal?.aborted || trouble.trouble === "paced")) {
		await suspendBoard(deps.db, id, { trouble: null, afterMs: Math.max(0, untilMs), stops: false });
		return "later";
	}
	const passes = isPassing(trouble) && failures < mostFailures;
	const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** failures);
	await suspendBoard(deps.db, id, {
		trouble: { ...trouble, ...(trouble.until && { until: trouble.until.toISOString() }) },
		// While a person waits, schedule no background retry: their screen runs the lookup again when it is next rendered.
		afterMs: !waits && passes ? Math.max(untilMs, pauseMs) : null,
		stops: !waits && !passes,
	});
	return !waits && passes ? "later" : "over";
}

function offered(name: string, offer: Offer | undefined): Answered {
	if (!offer) return { name, state: "unknown" };
	const { available, registerCents, renewCents, premium, unchecked } = offer;
	const state = available ? "available" : "taken";
	return { name, state, registerCents, renewCents, premium, ...(unchecked && { code: "unchecked" }) };
}

function refusedName(name: string, { code, message }: Extract<SearchedItem, { kind: "refused" }>): Answered {
	return { name, state: passingCodes.has(code) ? "unknown" : "refused", code, message: message.slice(0, 200) };
}

/**
 * True if this search result requires the price list: to fill in a missing price, or to find out whether the service
 * refused the name because of its TLD.
 */
function needsPriceList(item: SearchedItem): boolean {
	if (item.kind !== "offer") return item.kind === "refused" && isAmbiguousRefusal(item);
	const { available, registerCents, renewCents } = item.offer;
	return available === true && (registerCents === null || renewCents === null);
}

function isAmbiguousRefusal({ code }: { code: string }): boolean {
	return code === "invalid_domain" || code === "validation_error";
}

async function readPriceList(access: Access, caller: Caller): Promise<readonly TldFacts[]> {
	if (caller.priceList === undefined) {
		const list = await access.client.zones(caller.options);
		caller.priceList = list.kind === "ok" ? list.value : [];
	}
	return caller.priceList;
}

/**
 * Marks the taken names that the account itself owns. `listed`: true if the stored list of the account's domains was
 * already refreshed for this board. Returns true if the list was refreshed, by this call or before.
 */
async function markOwn(deps: Deps, access: Access, answers: Answered[], listed: boolean): Promise<boolean> {
	const taken = answers.filter(({ state }) => state === "taken");
	if (taken.length === 0) return listed;
	if (!listed) await refreshListing(deps, access);
	const names = taken.map(({ name }) => name);
	const own = new Set(await knownDomains(deps.db, access.account.id, names));
	for (const each of taken) if (own.has(each.name)) each.state = "yours";
	return true;
}

/** After this many batches, a job ends and queues another one. So a long list does not delay other lists. */
const batchesPerJob = 10;

/**
 * Looks up the next names of a board (a stored list of names) in the background. Queues another job if names may
 * remain.
 */
export async function runBoard(deps: Deps, boardId: number, signal: AbortSignal): Promise<void> {
	const caller = { options: { priority: "background", signal } as const, waits: false };
	for (let batch = 0; batch < batchesPerJob; batch += 1) {
		const board = signal.aborted ? undefined : await leaseBoard(deps.db, boardId);
		if (!board) return;
		const outcome = await lookUpBatch(deps, board, caller);
		await redraw(deps, boardId, { now: outcome !== "more" });
		if (outcome !== "more") return;
	}
	await deps.enqueue(deps.db, "bot.board", [boardId]);
}

/** Stops the lookup of a board (a stored list of names). If a batch is in progress, its answers are not stored. */
export async function stop(deps: Deps, { personId, boardId }: Actor & { boardId: number }): Promise<void> {
	const board = await findBoard(deps.db, personId, boardId);
	if (board) await moveBoard(deps.db, board.id, ["running"], "stopped");
}

/** Continues the lookup of a board that is stopped or done, and asks again for the names without an answer. */
export async function resume(deps: Deps, { personId, boardId }: Actor & { boardId: number }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const board = await findBoard(tx, personId, boardId);
		if (!board) return;
		const reopened = await reopenNames(tx, board.id);
		if (!(await moveBoard(tx, board.id, reopened > 0 ? ["stopped", "done"] : ["stopped"], "running"))) return;
		await deps.enqueue(tx, "bot.board", [board.id]);
	});
}

/**
 * Updates the chat messages that show a board (a stored list of names). `now`: true to skip the usual delay between two
 * updates.
 */
async function redraw(deps: Deps, boardId: number, { now }: { now: boolean }): Promise<void> {
	await deps.db.transaction(async (tx) => {
		const screens = await redrawBoard(tx, boardId, { now });
		await deps.enqueue(tx, "bot.screen", screens);
	});
}
