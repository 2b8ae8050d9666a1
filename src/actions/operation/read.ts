import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { parseReference } from "../../rules/reference.ts";
import { isConnected } from "../../store/accounts.ts";
import { activeConnection, type Connected, givesAccess } from "../../store/connections.ts";
import { supersedingOperations } from "../../store/operation-lists.ts";
import { readOperationPage } from "../../store/operation-page.ts";
import { findOperation, findOperationByReference, type WholeOperation } from "../../store/operations.ts";
import { spendDayEnd } from "../../store/spending.ts";
import { readViewer, type Viewer } from "../../store/viewer.ts";
import { accessTrouble } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { timelineOf } from "./timeline.ts";
import type {
	Operation,
	OperationAccount,
	OperationFilter,
	OperationPage,
	OperationResult,
	OverCap,
	TimelineResult,
} from "./types.ts";
import { quotedItems, viewOf } from "./view.ts";

/**
 * Finds an operation by its reference, in upper or lower case, with or without `#`. Its owner may read it. After it was
 * confirmed, everyone with access to the account may read it too.
 */
export async function read(
	deps: Deps,
	{ personId, reference }: Actor & { reference: string },
): Promise<OperationResult> {
	const parsed = parseReference(reference);
	if (parsed === undefined) return { kind: "not_found" };
	return seen(deps, personId, await findOperationByReference(deps.db, parsed));
}

/**
 * Finds an operation by its row id, for screens and notifications. Its owner may read it. After it was confirmed,
 * everyone with access to the account may read it too.
 */
export async function get(
	deps: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<OperationResult> {
	return seen(deps, personId, await findOperation(deps.db, operationId));
}

/** Returns what happened to an operation, oldest first. */
export async function timeline(
	{ db }: Deps,
	{ personId, operationId }: Actor & { operationId: number },
): Promise<TimelineResult> {
	const row = await findOperation(db, operationId);
	if (!row || !(await maySee(db, personId, row))) return { kind: "not_found" };
	return { kind: "timeline", operation: await show(db, row, personId), entries: timelineOf(row) };
}

/**
 * Returns what an alert to the operator shows of an operation; null if the operation does not exist. `asked`: false if
 * the bot still tries to find out the outcome.
 */
export async function operatorAlert(
	{ db }: Deps,
	{ operationId }: { operationId: number },
): Promise<{ reference: string; asked: boolean } | null> {
	const found = await findOperation(db, operationId);
	return found ? { reference: found.reference, asked: found.state !== "unknown" && found.state !== "sent" } : null;
}

async function seen({ db }: Deps, personId: number, row: WholeOperation | undefined): Promise<OperationResult> {
	if (!row || !(await maySee(db, personId, row))) return { kind: "not_found" };
	return { kind: "operation", operation: await show(db, row, personId) };
}

async function maySee(db: Db, personId: number, row: WholeOperation): Promise<boolean> {
	if (row.personId === personId) return true;
	return row.confirmedAt !== null && (await isConnected(db, personId, row.accountId));
}

export async function show(db: Db | Tx, row: WholeOperation, personId: number): Promise<Operation> {
	return showTo(db, row, await readViewer(db, row, personId));
}

export async function showTo(db: Db | Tx, row: WholeOperation, viewer: Viewer): Promise<Operation> {
	const { personId, account, connections, hasAccess, readAt } = viewer;
	const domains = row.requests.flatMap((request) => request.items.map((item) => item.domain));
	const newer = row.state === "superseded" ? await supersedingOperations(db, row, domains) : [];
	const held = row.requests.some((request) => request.hold === "access");
	const accessRefusal = held ? accessRefusalOf(row, connections) : null;
	const asks = row.state === "quoted" && row.personId === personId;
	const lacksAccess = asks && !hasAccess;
	const frozen = asks ? viewer.frozen[0] : undefined;
	const overCap = asks ? overCapOf(row, viewer) : undefined;
	const seen = accountOf({ id: row.accountId, userId: account?.userId ?? 0 }, connections);
	return viewOf(row, {
		personId,
		readAt,
		sandbox: account?.sandbox ?? false,
		account: seen,
		newer,
		accessRefusal,
		lacksAccess,
		frozen,
		overCap,
		proposer: viewer.proposer,
	});
}

/** Returns the person's daily limit if their quote would exceed it. Undefined if it would not. */
function overCapOf(row: WholeOperation, { dayCapCents: capCents, spentCents, readAt }: Viewer): OverCap | undefined {
	const cents = quotedItems(row).reduce((sum, item) => sum + (item.priceCents ?? 0), 0);
	if (capCents === null || cents === 0) return undefined;
	const overCents = spentCents + cents - capCents;
	return overCents > 0 ? { capCents, spentCents, overCents, endsAt: spendDayEnd(readAt) } : undefined;
}

function accountOf(
	{ id, userId }: { id: number; userId: number },
	connections: readonly Connected[],
): OperationAccount {
	const own = connections.find((each) => each.accountId === id);
	const others = connections.some(({ accountId }) => accountId !== null && accountId !== id);
	return { userId, connectionId: own?.id ?? null, active: own?.active ?? false, named: others || !own };
}

function accessRefusalOf({ accountId }: WholeOperation, connections: readonly Connected[]): Operation["accessRefusal"] {
	const own = connections.find((each) => each.accountId === accountId);
	return own ? { refused: refusals[own.state], connectionId: own.id } : null;
}

const refusals = { live: "nothing", needs_whitelist: "address", needs_token: "token", unproved: "token" } as const;

/**
 * Returns one page of the active account's operations, newest first. If the person has lost access to the account,
 * lists only their own operations.
 */
export async function list(
	deps: Deps,
	{ personId, which = "all", limit = 10, offset = 0 }: Actor & OperationFilter,
): Promise<OperationPage | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return accessTrouble(deps, connection);
	const { id: accountId, sandbox } = connection.account;
	const seesOthers = givesAccess(connection);
	const input = { personId, accountId, seesOthers, which, limit, offset };
	const found = await deps.reader((tx) => readOperationPage(tx, input));
	const { rows, readAt, total, connections } = found;
	const account = accountOf(connection.account, connections);
	return {
		kind: "operations",
		operations: rows.map((row) => viewOf(row, { personId, readAt, sandbox, account })),
		total,
		offset: found.offset,
	};
}
