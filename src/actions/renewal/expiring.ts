import { limits } from "@domains/contract/limits.ts";
import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import type { Account } from "../../store/accounts.ts";
import { countUndated, type ExpiringRow, findExpiring } from "../../store/expiring.ts";
import { type Access, ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, readerFor } from "../deps.ts";
import { refreshListing } from "../domain/portfolio.ts";
import { isPassing } from "../trouble.ts";
import type { Expiring, ExpiringName, ExpiringResult } from "./types.ts";

/**
 * Returns the domains of an account that expire within `days` days, with their prices. Without `accountId`, uses the
 * active account. `decides`: true if a quote is based on the domains. They are then read from the primary server and
 * not from a standby.
 */
export async function expiring(
	deps: Deps,
	{ personId, accountId, days, decides }: Actor & { accountId?: number; days: number; decides?: boolean },
): Promise<ExpiringResult> {
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const { trouble, listedAt } = await refreshListing(deps, access);
	if (trouble && (listedAt === null || !isPassing(trouble))) return trouble;
	return { kind: "expiring", ...(await readExpiring(deps, access, { days, isOld: trouble !== null, decides })) };
}

/**
 * Returns the expiring domains from the bot's copy of the domain list.
 * - `isOld`: true if the copy is old, because the service could not be read. If false, the function also asks the
 *   service for the balance, and for prices that the copy lacks.
 * - `decides`: true if a quote may be based on the domains. They are then read from the primary server and not from a
 *   standby.
 */
export async function readExpiring(
	deps: Deps,
	access: Access,
	{ days, isOld, decides }: { days: number; isOld: boolean; decides: boolean | undefined },
): Promise<Expiring> {
	const { account, client, connection } = access;
	const owner = { personId: connection.personId, accountId: account.id };
	const { rows, undated } = await readerFor(
		deps,
		decides,
	)(async (db) => ({
		rows: await findExpiring(db, owner, { days, renewableDays: limits.renewableDays }),
		undated: await countUndated(db, account.id),
	}));
	const read = isOld ? null : await ask(deps, access, client.account);
	return {
		...identityOf(account),
		undated,
		names: isOld ? rows : await withPrices(deps, access, rows),
		balanceCents: (read?.kind === "ok" ? read.value.balanceCents : null) ?? account.balanceCents,
		isOld: isOld || read?.kind !== "ok",
	};
}

export function identityOf({ id, userId, sandbox }: Account): Pick<Expiring, "accountId" | "userId" | "sandbox"> {
	return { accountId: id, userId, sandbox };
}

/**
 * Fills in missing renewal prices from the price list, as a quote does. A missing price stays null if the price list
 * cannot be read.
 */
export async function withPrices(deps: Deps, access: Access, rows: readonly ExpiringRow[]): Promise<ExpiringName[]> {
	const isComplete = rows.every(({ renewCents }) => renewCents !== null);
	const list = isComplete ? null : await ask(deps, access, access.client.zones);
	if (list?.kind !== "ok") return [...rows];
	const index = indexTlds(list.value.map(({ zone }) => zone));
	const prices = new Map(list.value.map(({ zone, renewCents }) => [zone, renewCents]));
	const listed = (domain: string) => prices.get(findTld(domain, index)?.tld ?? "") ?? null;
	return rows.map((row) => ({ ...row, renewCents: row.renewCents ?? listed(row.domain) }));
}
