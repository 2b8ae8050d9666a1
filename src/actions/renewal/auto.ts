import { isConnected } from "../../store/accounts.ts";
import {
	type AskReason,
	type AutoRenewal,
	autoRenewalsOf,
	findQuestion,
	keepAutoRenewal,
	stopAutoRenewal,
} from "../../store/auto-renewals.ts";
import { findDomain, ownedAmong } from "../../store/domains.ts";
import { isPremiumName } from "../../store/prices.ts";
import { keepWatch } from "../../store/watches.ts";
import { openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import { withPrices } from "./expiring.ts";

type Named = Actor & { domain: string };

const mostCents = 1_000_000;
/**
 * The minimum time from turning on auto-renew to the first automatic order. Until then, the person can turn it off
 * again.
 */
const firstMs = 3_600_000;

/**
 * Returns the auto-renew setting of a domain of the active account.
 * - `rule`: the setting; null if auto-renew is off.
 * - `renewCents`: the current price of one more year; null if unknown.
 * - `premium`: true if the domain has a premium price. The bot then asks before each renewal.
 */
export async function autoRenewal(
	deps: Deps,
	{ personId, domain }: Named,
): Promise<
	{ kind: "auto"; domain: string; rule: AutoRenewal | null; renewCents: number | null; premium: boolean } | Trouble
> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const [rule = null] = await autoRenewalsOf(deps.db, accountId, domain);
	const premium = await isPremiumName(deps.db, accountId, domain);
	const row = await findDomain(deps.db, accountId, domain);
	const expiresAt = row?.expiresAt ?? new Date(0);
	const known = { domain, expiresAt, renewCents: row?.renewCents ?? null, choice: null, remindAt: null, tags: [] };
	const [priced] = await withPrices(deps, access, [{ ...known, auto: rule !== null }]);
	return { kind: "auto", domain, rule, renewCents: priced?.renewCents ?? null, premium };
}

export async function autoRenewals(
	deps: Deps,
	{ personId }: Actor,
): Promise<{ kind: "autos"; rules: readonly AutoRenewal[] } | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	return { kind: "autos", rules: await autoRenewalsOf(deps.db, access.account.id) };
}

/**
 * Turns auto-renew on or off for these domains. `ceilingCents`: the highest price per year to accept, in cents; null
 * turns auto-renew off. Skips domains that the account does not have. `count`: the number of domains that were set.
 */
export async function setAutoRenewal(
	deps: Deps,
	{ personId, domains, ceilingCents }: Actor & { domains: readonly string[]; ceilingCents: number | null },
): Promise<{ kind: "saved"; count: number } | { kind: "invalid" } | { kind: "not_yours" } | Trouble> {
	if (ceilingCents !== null && !isCeiling(ceilingCents)) return { kind: "invalid" };
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const count = await deps.db.transaction(async (tx) => {
		const owned = ceilingCents === null ? domains : await ownedAmong(tx, accountId, domains);
		for (const domain of owned) {
			if (ceilingCents === null) await stopAutoRenewal(tx, { accountId, domain });
			else await keepAutoRenewal(tx, { accountId, domain, personId, ceilingCents });
		}
		if (owned.length > 0 && ceilingCents !== null)
			await keepWatch(tx, { kind: "renewal", accountId, afterMs: firstMs });
		return owned.length;
	});
	return count > 0 ? { kind: "saved", count } : { kind: "not_yours" };
}

function isCeiling(cents: number): boolean {
	return Number.isInteger(cents) && cents > 0 && cents <= mostCents;
}

/**
 * Returns the question that the bot asked the person instead of renewing a domain. Returns null if auto-renew was set
 * again since, or if the person is no longer connected to the account.
 */
export async function autoRenewalQuestion(
	{ db }: Deps,
	{ personId, runId }: Actor & { runId: number },
): Promise<{ accountId: number; domain: string; reason: AskReason } | null> {
	const found = await findQuestion(db, runId);
	return found && (await isConnected(db, personId, found.accountId)) ? found : null;
}
