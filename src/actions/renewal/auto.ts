import { isConnected } from "../../store/accounts.ts";
import {
	type AskReason,
	type AutoRenewal,
	autoRenewalsOf,
	findQuestion,
	keepAutoRenewal,
	stopAutoRenewal,
} from "../../store/auto-renewals.ts";
import { findDomain } from "../../store/domains.ts";
import { keepWatch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { withPrices } from "./expiring.ts";

type Named = Actor & { domain: string };

const mostCents = 1_000_000;
/** The first automatic order comes at least this long after auto-renew is turned on, so that the person can undo it. */
const firstMs = 3_600_000;

/** Returns the auto-renew setting of a domain of the active account, and the current price of one more year. */
export async function autoRenewal(
	deps: Deps,
	{ personId, domain }: Named,
): Promise<{ kind: "auto"; domain: string; rule: AutoRenewal | null; renewCents: number | null } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const [rule = null] = await autoRenewalsOf(deps.db, accountId, domain);
	const row = await findDomain(deps.db, accountId, domain);
	const expiresAt = row?.expiresAt ?? new Date(0);
	const known = { domain, expiresAt, renewCents: row?.renewCents ?? null, choice: null, remindAt: null, tags: [] };
	const [priced] = await withPrices(deps, access, [{ ...known, auto: rule !== null }]);
	return { kind: "auto", domain, rule, renewCents: priced?.renewCents ?? null };
}

/** Lists the auto-renew settings of the active account. */
export async function autoRenewals(
	deps: Deps,
	{ personId }: Actor,
): Promise<{ kind: "autos"; rules: readonly AutoRenewal[] } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	return { kind: "autos", rules: await autoRenewalsOf(deps.db, access.account.id) };
}

/** Turns auto-renew on with the highest price per year to accept in cents, or off if `ceilingCents` is null. */
export async function setAutoRenewal(
	deps: Deps,
	{ personId, domain, ceilingCents }: Named & { ceilingCents: number | null },
): Promise<{ kind: "saved" } | { kind: "invalid" } | { kind: "not_yours" } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	if (ceilingCents === null) {
		await stopAutoRenewal(deps.db, { accountId, domain });
		return { kind: "saved" };
	}
	if (!Number.isInteger(ceilingCents) || ceilingCents <= 0 || ceilingCents > mostCents) return { kind: "invalid" };
	if (!(await findDomain(deps.db, accountId, domain))?.listedAt) return { kind: "not_yours" };
	await deps.db.transaction(async (tx) => {
		await keepAutoRenewal(tx, { accountId, domain, personId, ceilingCents });
		await keepWatch(tx, { kind: "renewal", accountId, afterMs: firstMs });
	});
	return { kind: "saved" };
}

/**
 * Returns the question that the bot asked instead of renewing a domain. Null if it was settled, or if the person is no
 * longer connected to the account.
 */
export async function autoRenewalQuestion(
	{ db }: Deps,
	{ personId, runId }: Actor & { runId: number },
): Promise<{ accountId: number; domain: string; reason: AskReason } | null> {
	const found = await findQuestion(db, runId);
	return found && (await isConnected(db, personId, found.accountId)) ? found : null;
}
