import { clock } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { BlockSignal } from "../rules/blocks.ts";
import { domains } from "./schema/trade.ts";
import { invalidateScreens } from "./screens.ts";

type DomainRow = typeof domains.$inferSelect;

export async function findDomain(db: Db, accountId: number, domain: string): Promise<DomainRow | undefined> {
	const [row] = await db
		.select()
		.from(domains)
		.where(and(eq(domains.accountId, accountId), eq(domains.domain, domain)));
	return row;
}

/** Returns those of `names` that the account owns. */
export async function ownedAmong(db: Db | Tx, accountId: number, names: readonly string[]): Promise<string[]> {
	const rows = await db
		.select({ domain: domains.domain })
		.from(domains)
		.where(and(eq(domains.accountId, accountId), inArray(domains.domain, [...names]), isNotNull(domains.listedAt)));
	return rows.map(({ domain }) => domain);
}

/** Returns those of `names` that the bot has ever seen in the account. The account may no longer own them. */
export async function knownDomains(db: Db, accountId: number, names: string[]): Promise<string[]> {
	const rows = await db
		.select({ domain: domains.domain })
		.from(domains)
		.where(and(eq(domains.accountId, accountId), inArray(domains.domain, names)));
	return rows.map((row) => row.domain);
}

/** Records that the domain belongs to the account. A null `status` or `expiresAt` keeps the stored value. */
export async function recordSeenDomain(
	db: Db | Tx,
	row: { accountId: number; domain: string; status?: string | null; expiresAt?: Date | null },
): Promise<void> {
	const { status, expiresAt } = row;
	// `datedAt` is the time of the last read of the expiry date. If `expiresAt` is undefined, the date was not read (an
	// event reports no date). `datedAt` then stays as it is. If `expiresAt` is null, a read returned no date, so
	// `datedAt` is set.
	const dated = expiresAt === undefined ? {} : { datedAt: clock };
	await db
		.insert(domains)
		.values({ ...row, listedAt: clock, ...dated })
		.onConflictDoUpdate({
			target: [domains.accountId, domains.domain],
			set: {
				seenAt: clock,
				listedAt: clock,
				...dated,
				...(status != null && { status }),
				...(expiresAt != null && { expiresAt }),
			},
		});
}

/** Clears the expiry date and the status `expired` of domains that were just paid for, because both are out of date. */
export async function forgetExpiry(tx: Tx, accountId: number, names: readonly string[]): Promise<void> {
	if (names.length === 0) return;
	const status = sql`nullif(${domains.status}, 'expired')`;
	const paid = and(eq(domains.accountId, accountId), inArray(domains.domain, [...names]));
	// Domains are locked in the order of their names, as in `saveListingPage`, so the two functions cannot deadlock.
	await tx.select({ domain: domains.domain }).from(domains).where(paid).orderBy(domains.domain).for("no key update");
	await tx.update(domains).set({ expiresAt: null, datedAt: null, status }).where(paid);
}

/**
 * Stores the block state that a `domain.blocked` or `domain.unblocked` event reports. Ignores the event if the stored
 * state comes from a newer event. The domain must already have a row, which `recordSeenDomain` inserts.
 */
export async function signalBlock(
	tx: Tx,
	signal: { accountId: number; domain: string; blocked: boolean; at: Date; reason: string | null },
): Promise<void> {
	const { accountId, domain, blocked, at, reason } = signal;
	await tx
		.update(domains)
		.set({
			status: blocked ? "blocked" : "registered",
			// A second blocked event keeps the start time that the first one set.
			blockedSince: blocked ? sql`coalesce(${domains.blockedSince}, ${at.toISOString()}::timestamptz)` : null,
			blockedReason: blocked ? reason : null,
			blockSignalAt: at,
		})
		.where(
			and(
				eq(domains.accountId, accountId),
				eq(domains.domain, domain),
				// An older version stored a time ahead of the clock as the service sent it. Such a time hides no event.
				or(isNull(domains.blockSignalAt), lt(domains.blockSignalAt, at), gt(domains.blockSignalAt, clock)),
			),
		);
}

/**
 * Returns the TLDs (such as `com`) of the account's domains, the most frequent first. Returns at most five, and only
 * those with at least two domains.
 */
export async function favoriteTlds(db: Db, accountId: number): Promise<string[]> {
	const rows = await db.execute<{ tld: string }>(sql`
		select substring(domain from position('.' in domain) + 1) as tld from bot.domains
		where account_id = ${accountId} and listed_at is not null
		group by 1 having count(*) > 1 order by count(*) desc, 1 limit 5`);
	return rows.map(({ tld }) => tld);
}

/** True if the bot has seen the domain in the account after `since`. */
export async function knownSince(db: Db, accountId: number, domain: string, since: Date): Promise<boolean> {
	const row = await findDomain(db, accountId, domain);
	return row !== undefined && row.seenAt > since;
}

/**
 * The limits for the block events of one domain. The bot reads the newest `mostSignals` events, and redraws the alerts
 * about the newest `mostRedrawn` of them.
 */
const mostSignals = 100;
const mostRedrawn = 20;

interface Subject {
	accountId: number;
	domain: string;
}

/** Returns the domain's newest `domain.blocked` and `domain.unblocked` events, newest first. */
export async function blockSignals(db: Db | Tx, { accountId, domain }: Subject): Promise<BlockSignal[]> {
	const rows = await db.execute<{ id: string; type: string; at: Date; reason: string | null }>(sql`
		select id, type, least(occurred_at, received_at) as at, reason from bot.inbox
		where account_id = ${accountId} and domain = ${domain} and type in ('domain.blocked', 'domain.unblocked')
		order by least(occurred_at, received_at) desc limit ${mostSignals}`);
	return rows.map(({ id, type, at, reason }) => ({ id: Number(id), blocked: type === "domain.blocked", at, reason }));
}

/**
 * Makes transactions that process the blocked and unblocked events of one account run one after another. Each of them
 * redraws the alerts of both types, so two at a time could deadlock.
 */
export async function lockBlocks(tx: Tx, accountId: number): Promise<void> {
	await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`blocks ${accountId}`}, 0))`);
}

/**
 * Marks the messages about a domain's blocks for a redraw. These are the alerts, and the screens of the feature
 * `incident`, which show the current block. Returns the ids of the screens to redraw.
 */
export async function redrawBlocks(tx: Tx, { accountId, domain }: Subject): Promise<number[]> {
	const alerts = await tx.execute<{ id: string }>(sql`
		select distinct coalesce(group_id, id) as id from (
			select id, group_id from bot.inbox
			where account_id = ${accountId} and domain = ${domain} and type in ('domain.blocked', 'domain.unblocked')
				and state = 'done'
			order by id desc limit ${mostRedrawn}
		) newest
		order by id`);
	const screens: number[] = [];
	for (const { id } of alerts) screens.push(...(await invalidateScreens(tx, { kind: "event", id: Number(id) })));
	const pages = await tx.execute<{ id: string }>(sql`
		update bot.screens set rev = rev + 1, wake_at = clock()
		where feature = 'incident' and params->>'domain' = ${domain}
			and person_id in (select person_id from bot.connections where account_id = ${accountId})
		returning id`);
	return [...screens, ...pages.map(({ id }) => Number(id))];
}
