import { eq } from "drizzle-orm";
import { isConnected } from "../../store/accounts.ts";
import { liveConnection } from "../../store/connections.ts";
import {
	findOperations,
	operationOfRequest,
	type RequestRow,
	updateRequest,
	type WholeOperation,
} from "../../store/operations.ts";
import { operations } from "../../store/schema/operations.ts";
import type { Deps } from "../deps.ts";
import { advance, type LeasedCall } from "./advance.ts";
import { readBalanceAfter } from "./balance.ts";
import { judge, quoteOf } from "./judge.ts";
import { kinds } from "./kinds/index.ts";
import { unread } from "./kinds/kind.ts";
import { type Found, isNewTokenFor, openItems, openWork, perform } from "./perform.ts";

/** Looks at a request and does what is due there, step by step, until it has to wait. */
export async function execute(deps: Deps, requestId: number, signal: AbortSignal): Promise<void> {
	const rows = await load(deps, requestId);
	if (!rows) return;
	const { evidence, facts } = await wake(deps, rows, signal);
	await drive(deps, requestId, await advance(deps, requestId, evidence, facts), signal);
}

/** Makes a call and those that follow from it; each step between them is committed. */
export async function drive(
	deps: Deps,
	requestId: number,
	first: LeasedCall | null,
	signal: AbortSignal,
): Promise<void> {
	// What was asked of nobody was refused by nobody.
	if (first === null) return;
	for (let call: LeasedCall | null = first; call !== null; ) {
		const rows = await load(deps, requestId);
		if (!rows) return;
		const { evidence, facts, paid } = await perform(deps, rows, call, signal);
		call = await advance(deps, requestId, evidence, facts);
		if (paid) await readBalanceAfter(deps, requestId, signal);
	}
	// The account was connected again after the refusal and before it was written down: that bell found nothing to wake.
	const rows = await load(deps, requestId);
	if (rows?.request.hold !== "access" || !(await isConnectedAnew(deps, rows))) return;
	await deps.enqueue(deps.db, "bot.operation", [requestId]);
}

interface Rows {
	operation: WholeOperation;
	request: RequestRow;
}

async function load({ db }: Deps, requestId: number): Promise<Rows | undefined> {
	const operationId = await operationOfRequest(db, requestId);
	const [operation] = operationId === undefined ? [] : await findOperations(db, eq(operations.id, operationId));
	const request = operation?.requests.find((each) => each.id === requestId);
	return operation && request && { operation, request };
}

/** Why somebody rang. */
async function wake(deps: Deps, { operation, request }: Rows, signal: AbortSignal): Promise<Found> {
	if (await isConnectedAnew(deps, { operation, request })) return reconnected(deps, { operation, request }, signal);
	if (!request.lookWanted) return { evidence: { is: "due" } };
	await updateRequest(deps.db, request.id, { lookWanted: false });
	return { evidence: { is: "look" } };
}

/** What has not run goes on only for its own person; what may have run is looked for whoever came back. */
async function isConnectedAnew({ db }: Deps, { operation, request }: Rows): Promise<boolean> {
	const { hold, doubt } = request;
	if (hold !== "access" && !doubt) return false;
	const { personId, accountId } = operation;
	const connection = await liveConnection(db, accountId, personId);
	if (!connection) return false;
	if (hold !== "access") return isNewTokenFor(request, connection);
	return doubt || isConnected(db, personId, accountId);
}

/** The account answers again: what may have run is looked for, and what has not is quoted afresh. */
async function reconnected(deps: Deps, { operation, request }: Rows, signal: AbortSignal): Promise<Found> {
	const connected = { is: "connected", same: true } as const;
	if (request.doubt) return { evidence: connected };
	const work = await openWork(deps, operation, request, { lane: "interactive", signal });
	if (!work) return { evidence: { is: "due" } };
	const items = openItems(request);
	const examined = await kinds[operation.kind].examine(work, items);
	if (examined.kind === "bad") return { evidence: unread(examined.result, work.now) };
	const verdict = judge(items, examined);
	if (verdict.kind !== "impossible") return { evidence: connected, facts: { quote: quoteOf(items, examined) } };
	const { code, message } = verdict;
	return { evidence: { is: "impossible", code, message, lease: request.wakeAt } };
}
