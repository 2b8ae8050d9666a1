import { setTimeout as sleep } from "node:timers/promises";
import { type SpendingMonth, spendingByMonth, spendingMonths, unexplained } from "../rules/spending.ts";
import { activeConnection, givesAccess } from "../store/connections.ts";
import { readClock } from "../store/database.ts";
import { countUnresolved } from "../store/operation-lists.ts";
import { findPerson } from "../store/people.ts";
import { readListing, summarize } from "../store/portfolio.ts";
import { findBalanceChanges, spentItems } from "../store/spending.ts";
import { nameWatchesOf } from "../store/watches.ts";
import { accessOf, accessTrouble, ask, openAccess } from "./access.ts";
import { eventsTo } from "./connection/managed-account.ts";
import { type AccountOverview, type AccountResult, viewOf } from "./connection/types.ts";
import { type Actor, type Deps, waiting } from "./deps.ts";
import { refreshListing } from "./domain/domains.ts";
import type { Trouble } from "./trouble.ts";

/** The Home screen waits this long for the service. After that, it shows stored data. */
const patientMs = 1_500;

/**
 * Returns the overview of the person's active account. Returns null if there is none, or if the stored state of its
 * connection is not `live`.
 */
export async function overview(deps: Deps, { personId }: Actor): Promise<AccountOverview | null> {
	const connection = await activeConnection(deps.db, personId);
	const access = connection && accessOf(deps, connection);
	if (!access || "kind" in access) return null;
	const { account, client } = access;
	const options = waiting(deps);
	const signal = AbortSignal.any([AbortSignal.timeout(patientMs), ...(options.signal ? [options.signal] : [])]);
	// `refreshListing` updates the stored list of domains. If this takes longer than the screen waits, it continues in
	// the background. If it fails, the next screen that needs the list reads the list again.
	const listing = refreshListing(deps, access).catch((error: unknown) =>
		deps.log.warn({ error }, "the domains could not be listed"),
	);
	const [read, unresolved, watches] = await Promise.all([
		client.account({ ...options, signal }),
		countUnresolved(deps.db, personId, account.id),
		nameWatchesOf(deps.db, personId, account.id),
		Promise.race([listing, sleep(patientMs)]),
	]);
	const { listedAt } = await readListing(deps.db, account.id);
	const now = read.kind === "ok" ? read.value.balanceCents : null;
	return {
		balanceCents: now ?? account.balanceCents,
		balanceIsOld: now === null || (read.kind === "ok" && read.asOf !== undefined),
		domains: listedAt === null ? null : await summarize(deps.db, account.id),
		watched: watches.length,
		...unresolved,
	};
}

export async function read(deps: Deps, { personId }: Actor): Promise<AccountResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, access.client.account);
	if (result.kind !== "ok") return result;
	const account = { ...result.value, userId: result.value.userId ?? access.account.userId };
	const connection = viewOf(access.connection);
	const events = await eventsTo(deps, access.account);
	return { kind: "account", account, connection, events, ...(result.asOf && { asOf: result.asOf }) };
}

export interface Spending {
	kind: "spending";
	/**
	 * The months, oldest first. The list starts with the month of the first payment, at most twelve months ago. If there
	 * are none, it is empty.
	 */
	months: readonly SpendingMonth[];
	/** The bot knows the changes of the balance from here on; null if it knows none. */
	since: Date | null;
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
}

/**
 * Returns what the active account paid in each of the last twelve months: through this bot, by its orders, and elsewhere,
 * by the balance. Months begin in the person's time zone. If the person has lost access to the account, counts only
 * their own orders.
 */
export async function spending(deps: Deps, { personId }: Actor): Promise<Spending | Trouble> {
	const { db } = deps;
	const connection = await activeConnection(db, personId);
	if (!connection?.account) return accessTrouble(deps, connection);
	const { id: accountId, userId, sandbox } = connection.account;
	const days = (spendingMonths + 1) * 31;
	const seesOthers = givesAccess(connection);
	const [items, changes, person, now] = await deps.reader((tx) =>
		Promise.all([
			spentItems(tx, { personId, accountId, seesOthers, days }),
			seesOthers ? findBalanceChanges(tx, accountId, days) : [],
			findPerson(tx, personId),
			readClock(tx),
		]),
	);
	const months = spendingByMonth(items, unexplained(changes, items), person?.timeZone ?? "UTC", now);
	return { kind: "spending", months, since: changes[0]?.at ?? null, userId, sandbox };
}
