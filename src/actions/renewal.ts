import { limits } from "@domains/contract/limits.ts";
import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import { dayMs } from "../rules/local-time.ts";
import { type Account, findAccount, isConnected } from "../store/accounts.ts";
import { activeConnection } from "../store/connections.ts";
import { readClock } from "../store/database.ts";
import { findDomain, ownedAmong } from "../store/domains.ts";
import { countUndated, type ExpiringRow, findExpiring, findReminder, saveRenewalChoice } from "../store/portfolio.ts";
import { isPremiumName } from "../store/prices.ts";
import {
	type AskReason,
	type AutoRenewal,
	autoRenewalsOf,
	findQuestion,
	keepAutoRenewal,
	stopAutoRenewal,
} from "../store/renewals.ts";
import { findWatch, keepWatch } from "../store/watches.ts";
import { type Access, ask, openAccess } from "./access.ts";
import { type Actor, type Deps, readerFor } from "./deps.ts";
import { refreshListing } from "./domain/domains.ts";
import { quoteLines } from "./quote/orders.ts";
import type { QuoteResult } from "./quote/save-quote.ts";
import { isPassing, type Trouble } from "./trouble.ts";

export type { AutoRenewal } from "../store/renewals.ts";

/**
 * A person's decision about a domain's next renewal. `later`: some days without reminders. `let_go`: only one more
 * reminder, on the last day.
 */
export type RenewalChoice = "later" | "let_go";

export type ExpiringName = {
	domain: string;
	expiresAt: Date;
	/** The price of one more year, as a quote would show it now; null if unknown. */
	renewCents: number | null;
	choice: RenewalChoice | null;
	/** When the person is reminded again, if they chose `later`; otherwise null. */
	remindAt: Date | null;
	tags: readonly string[];
	auto: boolean;
};

/** The domains of one account that expire within a given number of days. */
export interface Expiring {
	accountId: number;
	/** The service's number for the account. */
	userId: number;
	sandbox: boolean;
	/** The domains, sorted by expiry date, earliest first. */
	names: readonly ExpiringName[];
	/** The number of domains whose expiry date the service does not report. */
	undated: number;
	/** The account's balance as last read; null if unknown. */
	balanceCents: number | null;
	/** True if prices and dates may be old, because the service does not answer now. */
	isOld: boolean;
}

export type ExpiringResult = ({ kind: "expiring" } & Expiring) | Trouble;

/**
 * One account of a reminder. `account` contains all expiring domains of the account, from which the upcoming costs are
 * computed.
 */
export interface ReminderPart {
	account: Expiring;
	/** The reported domains that still expire on the reported date. */
	names: readonly ExpiringName[];
}

/** A reminder, as far as it still applies. It has at least one part, and each part has at least one domain. */
export interface Reminder {
	parts: readonly ReminderPart[];
}

/** The daily check of an account's expiry dates. */
export interface DateCheck {
	/** The time of the last successful check; null if there was none. */
	checkedAt: Date | null;
	/** The time of the last check if it failed; otherwise null. */
	failedAt: Date | null;
}

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
	const { trouble, listedAt, asOf } = await refreshListing(deps, access);
	if (trouble && (listedAt === null || !isPassing(trouble))) return trouble;
	const isOld = trouble !== null || asOf !== undefined;
	return { kind: "expiring", ...(await readExpiring(deps, access, { days, isOld, decides })) };
}

/**
 * Returns the expiring domains from the bot's copy of the domain list.
 * - `isOld`: true if the copy is old, because the service could not be read. If false, the function also asks the
 *   service for the balance, and for prices that the copy lacks.
 * - `decides`: true if a quote may be based on the domains. They are then read from the primary server and not from a
 *   standby.
 */
async function readExpiring(
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

function identityOf({ id, userId, sandbox }: Account): Pick<Expiring, "accountId" | "userId" | "sandbox"> {
	return { accountId: id, userId, sandbox };
}

/**
 * Fills in missing renewal prices from the price list, as a quote does. A missing price stays null if the price list
 * cannot be read.
 */
async function withPrices(deps: Deps, access: Access, rows: readonly ExpiringRow[]): Promise<ExpiringName[]> {
	const isComplete = rows.every(({ renewCents }) => renewCents !== null);
	const list = isComplete ? null : await ask(deps, access, access.client.zones);
	if (list?.kind !== "ok") return [...rows];
	const index = indexTlds(list.value.map(({ zone }) => zone));
	const prices = new Map(list.value.map(({ zone, renewCents }) => [zone, renewCents]));
	const listed = (domain: string) => prices.get(findTld(domain, index)?.tld ?? "") ?? null;
	return rows.map((row) => ({ ...row, renewCents: row.renewCents ?? listed(row.domain) }));
}

/**
 * Reminders come in the morning, but a person can pause them at any time of the day. Each pause is shortened by this
 * much, so that it ends before the reminder on its last day.
 */
const halfDayMs = dayMs / 2;

type OfAccount = Actor & { accountId: number };

/**
 * Returns one domain with its expiry date and what the person decided about its renewal. Returns null if its expiry
 * date is unknown, or if the person is not connected to the account.
 */
export async function nameOf(
	deps: Deps,
	{ personId, accountId, domain }: OfAccount & { domain: string },
): Promise<(ExpiringName & { isActive: boolean }) | null> {
	if (!(await isConnected(deps.db, personId, accountId))) return null;
	const rows = await findExpiring(
		deps.db,
		{ personId, accountId },
		{ days: 36_600, renewableDays: limits.renewableDays, domain },
	);
	const access = await openAccess(deps, personId, accountId);
	const isActive = !("kind" in access) && access.connection.active;
	const [name] = "kind" in access ? rows : await withPrices(deps, access, rows);
	return name ? { ...name, isActive } : null;
}

/**
 * Stores a person's decision about the next renewal of a domain:
 * - `later`: the next reminder comes after 10, 3 or 1 days. The sooner the domain expires, the shorter the pause.
 * - `let_go`: only one more reminder comes, on the last day.
 * - null: reminders come as in the person's settings.
 */
export async function choose(
	deps: Deps,
	{ personId, accountId, domain, choice }: OfAccount & { domain: string; choice: RenewalChoice | null },
): Promise<{ kind: "saved" } | { kind: "not_found" }> {
	const name = await nameOf(deps, { personId, accountId, domain });
	if (!name) return { kind: "not_found" };
	const now = await readClock(deps.db);
	const pauseMs = dayMs * pauseDays((name.expiresAt.getTime() - now.getTime()) / dayMs) - halfDayMs;
	const remindAt = choice === "later" ? new Date(now.getTime() + pauseMs) : null;
	const saved = await saveRenewalChoice(deps.db, { personId, accountId }, domain, { choice, remindAt });
	return { kind: saved ? "saved" : "not_found" };
}

/** Returns the pause in days before the next reminder, for a domain that expires in `days` days. */
function pauseDays(days: number): number {
	if (days > 30) return 10;
	return days > 7 ? 3 : 1;
}

/** Makes one quote for one more year of each domain. The account need not be the active one. */
export async function quote(
	deps: Deps,
	{ personId, accountId, domains }: OfAccount & { domains: readonly string[] },
): Promise<QuoteResult> {
	const lines = domains.map((domain) => ({ domain, years: 1 }));
	return quoteLines(deps, personId, "renew", lines, { accountId });
}

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

/**
 * A reminder reads the domains that expire within this many days. It reports only those that the daily checks added to
 * it, but computes the cost of the upcoming renewals from all of them.
 */
const days = 366;
/** Two dates count as the same up to this difference, because a service may round a date differently each time. */
const sameDateMs = 24 * 3_600_000;

/**
 * Returns the domains of a reminder that still expire on the reported date, grouped by account. Returns null if none
 * remain, because they were renewed or removed since, or because the person left the accounts.
 */
export async function reminder(
	deps: Deps,
	{ personId, reminderId }: Actor & { reminderId: number },
): Promise<Reminder | null> {
	const parts = [];
	for (const [accountId, reported] of await findReminder(deps.db, { personId, reminderId })) {
		const account = await readAccount(deps, personId, accountId);
		if (!account) continue;
		const isReported = (domain: string, expiresAt: Date) => {
			const date = reported.get(domain)?.getTime() ?? 0;
			return Math.abs(date - expiresAt.getTime()) <= sameDateMs;
		};
		const names = account.names.filter(({ domain, expiresAt }) => isReported(domain, expiresAt));
		if (names.length > 0) parts.push({ account, names });
	}
	return parts.length > 0 ? { parts } : null;
}

/**
 * Returns the account's expiring domains; null if the person is no longer connected to the account. If the service does
 * not answer, the domains come from the bot's copy of the list.
 */
async function readAccount(deps: Deps, personId: number, accountId: number): Promise<Expiring | null> {
	const access = await openAccess(deps, personId, accountId);
	if (!("kind" in access)) {
		const { trouble } = await refreshListing(deps, access);
		return readExpiring(deps, access, { days, isOld: trouble !== null, decides: true });
	}
	const account = await findAccount(deps.db, accountId);
	if (!account || !(await isConnected(deps.db, personId, accountId))) return null;
	const names = await findExpiring(deps.db, { personId, accountId }, { days, renewableDays: limits.renewableDays });
	return { ...identityOf(account), undated: 0, names, balanceCents: account.balanceCents, isOld: true };
}

/**
 * Returns when the active account's expiry dates were last read, and when the newest check failed, if it did. Returns
 * null without an account, or before the first check.
 */
export async function lastCheck({ db }: Deps, { personId }: Actor): Promise<DateCheck | null> {
	const accountId = (await activeConnection(db, personId))?.accountId ?? null;
	const watch = accountId === null ? undefined : await findWatch(db, { kind: "expiry", accountId });
	if (!watch?.lookedAt) return null;
	return { checkedAt: watch.answeredAt, failedAt: watch.failure === null ? null : watch.lookedAt };
}
