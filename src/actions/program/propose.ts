import { isDeepStrictEqual } from "node:util";
import { parseDomain } from "@domains/contract/names.ts";
import type { Tx } from "@domains/kit/postgres/connect.ts";
import type { z } from "zod";
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
	spentToday,
	updateProposal,
} from "../../store/programs.ts";
import type { Deps } from "../deps.ts";
import { withdraw } from "../operation/withdraw.ts";
import { proposalWith } from "./outcome.ts";
import { type Quoted, quote } from "./quote.ts";
import type { Proposal, programInputs, Refusal, Refused } from "./types.ts";

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
	if (reserved.operationId !== null)
		return { kind: "proposed", proposal: await proposalWith(deps.db, reserved, mandate.now) };
	const quoted = await quoteAlone(deps, mandate, order);
	const code = "code" in quoted ? quoted.code : await attach(deps, mandate, reserved, quoted);
	if (code === null) {
		const row = await findProposal(deps.db, mandate.id, { id: reserved.id });
		return { kind: "proposed", proposal: await proposalWith(deps.db, row ?? reserved, mandate.now) };
	}
	if ("operationId" in quoted) await withdraw(deps, { personId: mandate.personId, operationId: quoted.operationId });
	await deps.db.transaction(async (tx) => {
		await updateProposal(tx, reserved.id, { state: "refused", refusal: code });
		await notify(deps, tx, mandate, `refused ${reserved.id}`);
	});
	return { kind: "refused", code };
}

/** The key is reserved, so an open quote for the domain is not that of another call with this key. */
async function quoteAlone(deps: Deps, mandate: KnownMandate, order: ProposedOrder): Promise<Quoted | Refused> {
	const { personId, accountId } = mandate;
	const isQuoted = await hasOpenQuote(deps.db, { personId, accountId, kind: order.action, domain: order.domain });
	if (isQuoted) return { kind: "refused", code: "already_quoted" };
	return quote({ ...deps, priority: "background" }, mandate, order);
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
			const isRunning = draft.mandate.now.getTime() - same.createdAt.getTime() < 60_000;
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

/** Adds the quote to its proposal, unless its price is above what the mandate has left. Returns why it is refused. */
async function attach(
	deps: Deps,
	mandate: KnownMandate,
	{ id }: ProposalRow,
	{ operationId, totalCents }: Quoted,
): Promise<Refusal | null> {
	return deps.db.transaction(async (tx) => {
		if (!(await lockMandate(tx, mandate.id))) return "ended";
		if (totalCents > mandate.orderCents) return "over_order";
		if (totalCents > mandate.dayCents - (await spentToday(tx, mandate.id))) return "over_day";
		await updateProposal(tx, id, { operationId });
		await notify(deps, tx, mandate, String(id));
		return null;
	});
}

/** Stores a refused proposal in the log, and shows it in the person's message about this program. */
async function refuse(deps: Deps, { mandate, key, order, reason }: Draft, code: Refusal): Promise<Refused> {
	await deps.db.transaction(async (tx) => {
		const id = await insertProposal(tx, { mandate, key, order, reason, lifeMs, refusal: code });
		await notify(deps, tx, mandate, `refused ${id}`);
	});
	return { kind: "refused", code };
}

/**
 * Updates the person's one message about this program. A new proposal also makes a sound, if the message is not there
 * any more.
 */
async function notify(deps: Deps, tx: Tx, { id, personId }: KnownMandate, key: string): Promise<void> {
	const { rows, screens } = await extendNotifications(tx, [personId], { kind: "proposals", id }, key);
	await deps.enqueue(tx, "bot.outbox", rows);
	await deps.enqueue(tx, "bot.screen", screens);
}
