import { isDeepStrictEqual } from "node:util";
import { parseDomain } from "@domains/contract/names.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { z } from "zod";
import { isWithin } from "../../rules/operation/timing.ts";
import { findFreeze } from "../../store/freezes.ts";
import { extendNotifications } from "../../store/notifications.ts";
import {
	findProposal,
	hasOpenQuote,
	insertProposal,
	isCovered,
	type KnownMandate,
	lockMandate,
	mostOpen,
	openProposals,
	type ProposalRow,
	type ProposedOrder,
	quotingMs,
	spentToday,
	updateProposal,
} from "../../store/programs.ts";
import type { Actor, Deps } from "../deps.ts";
import { plan as planDns } from "../dns/plan.ts";
import { plan as planServers } from "../nameservers.ts";
import { withdraw } from "../operation/decisions.ts";
import { type Requoted, requote } from "../quote/again.ts";
import { quoteLines } from "../quote/orders.ts";
import type { SkipReason } from "../quote/save-quote.ts";
import { type Proposal, type programInputs, proposalWith, type Refusal, type Refused } from "./mandates.ts";

type Input = { mandate: KnownMandate } & z.output<typeof programInputs.proposeOrder>;

/** An open proposal expires after a day, and at the end of its mandate. */
const lifeMs = 24 * 3_600_000;
/** The person sees at most this many characters of a program's words. */
const mostReason = 500;

/**
 * Quotes what a program proposes, and shows the quote to the person. Nothing is bought or changed: only the person's
 * confirmation of the quote does that. The same key and order return the same proposal.
 */
export async function propose(
	deps: Deps,
	{ mandate, key, order: wanted, reason: words }: Input,
): Promise<{ kind: "proposed"; proposal: Proposal } | Refused> {
	const reason = [...words].slice(0, mostReason).join("");
	const order = { ...wanted, domain: asciiOf(wanted.domain) };
	const earlier = await findProposal(deps.db, mandate.id, { key });
	const isReused = earlier !== undefined && earlier.state !== "refused" && !isSame(earlier.order, order);
	const draft = { mandate, key, order, reason };
	if (isReused) return refuse(deps, draft, "key_reused");
	const refusal = await check(deps, mandate, order);
	if (refusal && !isKept(earlier)) return refuse(deps, draft, refusal);
	const reserved = await reserve(deps, draft);
	if ("code" in reserved) {
		return reserved.code === "in_progress" ? reserved : refuse(deps, draft, reserved.code);
	}
	// The operation of a declined proposal is deleted after a while. It must not be quoted again.
	if (reserved.operationId !== null || reserved.state !== "open")
		return { kind: "proposed", proposal: await proposalWith(deps.db, reserved, mandate.now) };
	const quoted = await quoteAlone(deps, mandate, order, reserved);
	if (!("code" in quoted)) {
		const row = await findProposal(deps.db, mandate.id, { id: reserved.id });
		return { kind: "proposed", proposal: await proposalWith(deps.db, row ?? reserved, mandate.now) };
	}
	const { code } = quoted;
	await deps.db.transaction(async (tx) => {
		await updateProposal(tx, reserved.id, { state: "refused", refusal: code });
		await notify(deps, tx, mandate);
	});
	return { kind: "refused", code };
}

/** The key is reserved, so an open quote for the domain is not that of another call with this key. */
async function quoteAlone(
	deps: Deps,
	mandate: KnownMandate,
	order: ProposedOrder,
	reserved: ProposalRow,
): Promise<Quoted | Refused> {
	const { personId, accountId } = mandate;
	const open = { personId, accountId, kind: order.action, domain: order.domain };
	if (await hasOpenQuote(deps.db, open)) return { kind: "refused", code: "already_quoted" };
	const before = async (tx: Tx) => {
		if (!(await lockMandate(tx, mandate.id))) throw new NotAttached("ended");
		// The person may have asked for a quote while the registrar answered.
		if (await hasOpenQuote(tx, open)) throw new NotAttached("already_quoted");
		return [];
	};
	const run = (tx: Tx, quoted: Quoted) => attach(tx, deps, mandate, reserved, quoted);
	try {
		return await quote({ ...deps, priority: "background", onQuote: { before, run } }, mandate, order);
	} catch (error) {
		if (error instanceof NotAttached) return { kind: "refused", code: error.code };
		throw error;
	}
}

/** Thrown to save no quote that the mandate does not allow. */
class NotAttached extends Error {
	readonly code: Refusal;

	constructor(code: Refusal) {
		super(code);
		this.code = code;
	}
}

/** A proposal that was quoted before. The same call returns it, even if a new one would be refused. */
function isKept(earlier: ProposalRow | undefined): boolean {
	return earlier !== undefined && earlier.state !== "refused" && earlier.operationId !== null;
}

function asciiOf(domain: string): string {
	const parsed = parseDomain(domain);
	return parsed.ok ? parsed.ascii : domain.toLowerCase();
}

/** JSON has no undefined, so a stored order lacks the keys that the program left out. */
function isSame(stored: ProposedOrder, order: ProposedOrder): boolean {
	return isDeepStrictEqual(stored, JSON.parse(JSON.stringify(order)));
}

/** Checks what needs no call to the registrar. */
async function check({ db }: Deps, mandate: KnownMandate, order: ProposedOrder): Promise<Refusal | null> {
	const { accountId } = mandate;
	const { action: kind, domain } = order;
	if (!mandate.allows.includes(kind)) return "not_allowed";
	if (!parseDomain(domain).ok) return "invalid";
	if (!(await isCovered(db, mandate, domain))) return "outside";
	for (const frozen of ["", domain]) if (await findFreeze(db, { accountId, domain: frozen })) return "frozen";
	return null;
}

type Draft = Pick<Input, "mandate" | "key" | "reason"> & { order: ProposedOrder };

/**
 * Stores the proposal before it is quoted, so that two calls with one key make one quote, and so that calls at the same
 * time do not exceed the limit of open proposals. A row whose process died is used again after a minute.
 */
async function reserve({ db }: Deps, draft: Draft): Promise<ProposalRow | Refused> {
	return db.transaction(async (tx): Promise<ProposalRow | Refused> => {
		const { id } = draft.mandate;
		const refused = (code: Refusal) => ({ kind: "refused", code }) as const;
		if (!(await lockMandate(tx, id))) return refused("ended");
		const same = await findProposal(tx, id, { key: draft.key });
		if (same && same.state !== "refused") {
			if (!isSame(same.order, draft.order)) return refused("key_reused");
			if (same.operationId !== null || same.state !== "open") return same;
			const isRunning = isWithin(same.createdAt, quotingMs, draft.mandate.now);
			if (isRunning) return refused("in_progress");
			await updateProposal(tx, same.id, { state: "refused", refusal: "unavailable" });
		}
		if ((await openProposals(tx, id)).length >= mostOpen) return refused("too_many_open");
		const rowId = await insertProposal(tx, { ...draft, lifeMs, refusal: null });
		const row = await findProposal(tx, id, { id: rowId });
		if (!row) throw new Error("an inserted row can be read");
		return row;
	});
}

/**
 * Adds the quote to its proposal. The caller has locked the mandate. Throws `NotAttached` if its price is above what the
 * mandate has left.
 */
async function attach(
	tx: Tx,
	deps: Deps,
	mandate: KnownMandate,
	{ id }: ProposalRow,
	{ operationId, totalCents }: Quoted,
): Promise<void> {
	if (totalCents > mandate.orderCents) throw new NotAttached("over_order");
	if (totalCents > mandate.dayCents - (await spentToday(tx, mandate.id))) throw new NotAttached("over_day");
	await updateProposal(tx, id, { operationId });
	await notify(deps, tx, mandate);
}

/** Stores a refused proposal in the log, and shows it in the person's message about this program. */
async function refuse(deps: Deps, { mandate, key, order, reason }: Draft, code: Refusal): Promise<Refused> {
	await deps.db.transaction(async (tx) => {
		await insertProposal(tx, { mandate, key, order, reason, lifeMs, refusal: code });
		await notify(deps, tx, mandate);
	});
	return { kind: "refused", code };
}

/**
 * Updates the person's one message about this program. A new proposal also makes a sound, if the message is not there
 * any more. It has one row for all proposals, because a program can cause any number of them.
 */
async function notify(deps: Deps, tx: Tx, { id, personId }: KnownMandate): Promise<void> {
	const { rows, screens } = await extendNotifications(tx, [personId], { kind: "proposals", id }, "list");
	await deps.enqueue(tx, "bot.outbox", rows);
	await deps.enqueue(tx, "bot.screen", screens);
}

type Quoted = { operationId: number; totalCents: number };

/** Asks the registrar for a quote of the order, and saves it as the person's. */
async function quote(
	deps: Deps,
	{ personId, accountId }: KnownMandate,
	order: ProposedOrder,
): Promise<Quoted | Refused> {
	const { action, domain } = order;
	switch (action) {
		case "register":
		case "renew": {
			const lines = [{ domain, years: order.years }];
			return quotedOf(await quoteLines(deps, personId, action, lines, { accountId }));
		}
		case "dns": {
			const add = order.add.map((record) => ({ edit: "add" as const, record }));
			const remove = order.remove.map((record) => ({ edit: "remove" as const, record }));
			return quotedOf(await planDns(deps, { personId, accountId, domains: [domain], edits: [...remove, ...add] }));
		}
		case "nameservers": {
			const target = { nameservers: order.nameservers };
			return quotedOf(await planServers(deps, { personId, accountId, wanted: [{ domain, target }] }));
		}
	}
}

const refusalBySkip: Partial<Record<SkipReason["reason"], Refusal>> = {
	not_available: "not_available",
	not_sold: "not_sold",
	not_yours: "not_yours",
	no_price: "no_price",
	too_long: "too_long",
	already_so: "nothing_to_change",
	busy: "busy",
	locked: "frozen",
	refused: "unavailable",
	unread: "unavailable",
	outdated: "busy",
};

/** Returns the quote, or why there is none. */
function quotedOf(result: Requoted): Quoted | Refused {
	switch (result.kind) {
		case "quoted":
			return { operationId: result.operation.id, totalCents: result.operation.quote?.totalCents ?? 0 };
		case "trouble":
			return { kind: "refused", code: "unavailable" };
		case "nothing": {
			const reason = result.skipped[0]?.reason;
			return { kind: "refused", code: (reason && refusalBySkip[reason]) ?? "invalid" };
		}
		default:
			return { kind: "refused", code: "invalid" };
	}
}

/** Declines a program's proposal, and withdraws its quote. */
export async function decline(
	deps: Deps,
	{ personId, mandateId, proposalId: id }: Actor & { mandateId: number; proposalId: number },
): Promise<{ kind: "declined" | "too_late" } | { kind: "not_found" }> {
	const proposal = await findProposal(deps.db, mandateId, { id });
	if (proposal?.personId !== personId) return { kind: "not_found" };
	if (proposal.operationId !== null) {
		const result = await withdraw(deps, { personId, operationId: proposal.operationId });
		if (result.kind === "too_late" && result.operation.confirmedAt !== null) return { kind: "too_late" };
	}
	await updateProposal(deps.db, id, { state: "declined" });
	return { kind: "declined" };
}

/** The reasons that may be over in a minute. The proposal then stays. */
const passing: readonly Refusal[] = ["unavailable", "busy"];

/** Quotes a proposal whose quote has expired again, so that the person sees the price of now before they pay. */
export async function refresh(
	deps: Deps,
	{ personId, mandateId, proposalId: id }: Actor & { mandateId: number; proposalId: number },
): Promise<{ kind: "quoted" } | { kind: "not_now" } | { kind: "gone" }> {
	const proposal = (await openProposals(deps.db, mandateId)).find((each) => each.id === id);
	if (proposal?.personId !== personId || proposal.operationId === null) return { kind: "gone" };
	const quoted = quotedOf(await requote(deps, { personId, operationId: proposal.operationId }));
	if (!("code" in quoted)) return { kind: "quoted" };
	if (passing.includes(quoted.code)) return { kind: "not_now" };
	await updateProposal(deps.db, id, { state: "refused", refusal: quoted.code });
	return { kind: "gone" };
}

/** Returns a program's own proposal by its key. */
export async function status(
	{ db }: Deps,
	{ mandate, key }: { mandate: KnownMandate; key: string },
): Promise<{ kind: "proposed"; proposal: Proposal } | Refused> {
	const row = await findProposal(db, mandate.id, { key });
	if (!row) return { kind: "refused", code: "not_found" };
	return { kind: "proposed", proposal: await proposalWith(db, row, mandate.now) };
}
