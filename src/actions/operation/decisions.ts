import type { Tx } from "@domains/kit/postgres/connect.ts";
import { isOpen, isOver } from "../../rules/operation/step.ts";
import { liveConnection } from "../../store/connections.ts";
import { openQuotes } from "../../store/operation-lists.ts";
import {
	findOperation,
	lockOperation,
	lockOperations,
	type RequestRow,
	updateRequest,
	type WholeOperation,
} from "../../store/operations.ts";
import { lapsedProposals } from "../../store/programs.ts";
import type { Actor, Deps } from "../deps.ts";
import { redraw, takeStep, takeSteps } from "./apply-step.ts";
import { show } from "./read.ts";
import type { Operation, OperationResult } from "./types.ts";

/** Returns the newest of the person's quotes that can still be confirmed. Null if there is none. */
export async function lastQuote({ db }: Deps, { personId }: Actor): Promise<Operation | null> {
	const [newest] = await openQuotes(db, personId);
	const row = newest === undefined ? undefined : await findOperation(db, newest);
	return row ? await show(db, row, personId) : null;
}

/** Renders the person's open quotes again, because the amount that they may still spend today has changed. */
export async function redrawQuotes(tx: Tx, deps: Deps, personId: number): Promise<void> {
	for (const id of await openQuotes(tx, personId)) await redraw(tx, deps, id);
}

/**
 * Cancels all quotes of the person that wait for a confirmation, and renders their messages again. Also cancels a
 * program's proposals whose quotes have expired, because the program's message still offers them. Returns the cancelled
 * operations as they were before the cancellation.
 */
export async function leaveQuotes(deps: Deps, { personId }: Actor): Promise<readonly Operation[]> {
	return deps.db.transaction(async (tx) => {
		const withdrawn: Operation[] = [];
		const ids = [...(await openQuotes(tx, personId)), ...(await lapsedProposals(tx, personId))];
		await lockOperations(tx, ids);
		for (const id of ids) {
			const row = await lockOperation(tx, id);
			const phases = row?.confirmedAt === null ? ["quoted", "lapsed"] : ["quoted"];
			const waiting = row?.requests.filter((request) => phases.includes(request.phase)) ?? [];
			if (!row || waiting.length === 0) continue;
			await takeSteps(tx, deps, row, waiting, { is: "withdrawn" });
			await redraw(tx, deps, id);
			withdrawn.push(await show(tx, row, personId));
		}
		return withdrawn;
	});
}

/**
 * Queues a job for each request (HTTP call) of the person's operation. The jobs look up the outcomes now. `looking`:
 * false if no token of the account works. The lookup must then wait.
 */
export async function lookAgain(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<{ kind: "operation"; operation: Operation; looking: boolean } | { kind: "not_found" }> {
	return deps.db.transaction(async (tx) => {
		const row = await lockOperation(tx, operationId);
		if (row?.personId !== personId) return { kind: "not_found" };
		for (const { id, wakeReason } of row.requests) await updateRequest(tx, id, { wakeReason: wakeReason ?? "look" });
		await deps.enqueue(
			tx,
			"bot.operation",
			row.requests.map((request) => request.id),
		);
		const looking = (await liveConnection(tx, row.accountId, personId)) !== undefined;
		return { kind: "operation", operation: await show(tx, row, personId), looking };
	});
}

/**
 * Stores a person's answer to the question whether an order went through. The bot asks this if its lookups could not
 * find the outcome. The answer is for `domain`, or for all names whose outcome is unclear. The operator may answer for
 * the person (`by`). Later proof may correct the answer. Changes nothing if no outcome is unclear. Returns
 * `not_found` for another person's operation.
 */
export async function recordVerdict(
	deps: Deps,
	{
		personId,
		operationId,
		by,
		happened,
		domain: only,
	}: Actor & { operationId: number; by: "person" | "operator"; happened: boolean; domain?: string | undefined },
): Promise<OperationResult> {
	return deps.db.transaction(async (tx) => {
		let row = await lockOperation(tx, operationId);
		if (row?.personId !== personId) return { kind: "not_found" };
		const asked = row.requests.filter((request) => request.phase === "needs_human");
		const things = asked.flatMap((request) => request.items).filter(isOpen);
		for (const { requestId, domain } of things) {
			if (only !== undefined && domain !== only) continue;
			const request: RequestRow | undefined = row.requests.find((each) => each.id === requestId);
			if (!request) continue;
			const verdict = { is: "verdict", by, domain, happened } as const;
			row = (await takeStep(tx, deps, { operation: row, request }, verdict)).operation;
		}
		return { kind: "operation", operation: await show(tx, row, personId) };
	});
}

/**
 * Withdraws a quote, or cancels a confirmed operation if none of its HTTP requests was sent. For a change of DNS,
 * nameservers or edge profile, cancels the unsent requests even if others were sent. Returns `too_late` if nothing can
 * be cancelled.
 */
export async function withdraw(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<Withdrawn | { kind: "not_found" }> {
	return deps.db.transaction(async (tx) => {
		const row = await lockOperation(tx, operationId);
		return row?.personId === personId ? await withdrawLocked(tx, deps, row) : { kind: "not_found" };
	});
}

/**
 * Withdraws a quote in the caller's transaction, unless the person has confirmed it. Returns true if it is no order.
 */
export async function withdrawQuote(
	tx: Tx,
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<boolean> {
	const row = await lockOperation(tx, operationId);
	if (row !== undefined && row.confirmedAt !== null) return false;
	if (row?.personId === personId) await withdrawLocked(tx, deps, row);
	return true;
}

interface Withdrawn {
	kind: "withdrawn" | "too_late";
	operation: Operation;
}

async function withdrawLocked(tx: Tx, deps: Deps, row: WholeOperation): Promise<Withdrawn> {
	// A quote that expired unconfirmed (`lapsed`) can be cancelled too. Otherwise its changes would come back in the
	// next quote for DNS changes (`findDraft`).
	const phases = row.confirmedAt === null ? ["quoted", "lapsed"] : ["quoted"];
	const quoted = row.requests.filter((request) => phases.includes(request.phase));
	const open = quoted.length > 0 ? quoted : row.requests.filter((request) => !isOver(request.state));
	const unsent = open.filter(({ phase }) => [...phases, "confirmed"].includes(phase));
	const isOrder = row.kind === "register" || row.kind === "renew";
	const isLate = unsent.length === 0 || (unsent.length < open.length && isOrder);
	if (isLate) return { kind: "too_late", operation: await show(tx, row, row.personId) };
	const withdrawn = await takeSteps(tx, deps, row, unsent, { is: "withdrawn" });
	return { kind: "withdrawn", operation: await show(tx, withdrawn, row.personId) };
}
