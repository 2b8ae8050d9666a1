import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";
import type { NotesOwner } from "./domain-notes.ts";

export interface ExpiringRow {
	domain: string;
	expiresAt: Date;
	/** The price of a one-year renewal, as the service's list of domains last reported it; null if it never did. */
	renewCents: number | null;
	choice: "later" | "let_go" | null;
	remindAt: Date | null;
	tags: string[];
	auto: boolean;
}

/**
 * Returns the account's domains that expire within `days` days. Includes expired domains that can still be renewed:
 * those that expired at most `renewableDays` days ago. The earliest expiry comes first. Leaves out domains without a
 * known expiry date (see `countUndated`).
 */
export async function findExpiring(
	db: Db | Tx,
	{ personId, accountId }: NotesOwner,
	{ days, renewableDays, domain }: { days: number; renewableDays: number; domain?: string },
): Promise<ExpiringRow[]> {
	const rows = await db.execute<Record<keyof ExpiringRow, never>>(sql`
		select d.domain, d.expires_at as "expiresAt", d.renew_cents as "renewCents",
			case when n.renewal_for between d.expires_at - interval '1 day' and d.expires_at + interval '1 day'
				then n.renewal end as choice,
			n.remind_at as "remindAt", coalesce(to_jsonb(n.tags), '[]') as tags,
			exists (select from bot.auto_renewals a where a.account_id = d.account_id and a.domain = d.domain) as auto
		from bot.domains d
			left join bot.domain_notes n on n.person_id = ${personId} and n.account_id = d.account_id and n.domain = d.domain
		where d.account_id = ${accountId} and d.listed_at is not null ${domain === undefined ? sql`` : sql`and d.domain = ${domain}`}
			and d.expires_at between clock() - ${renewableDays} * interval '1 day' and clock() + ${days} * interval '1 day'
		order by d.expires_at, d.domain`);
	return rows.map(({ expiresAt, remindAt, ...row }) => ({
		...(row as Pick<ExpiringRow, "domain" | "renewCents" | "choice" | "tags" | "auto">),
		expiresAt: new Date(expiresAt),
		remindAt: remindAt && new Date(remindAt),
	}));
}

/** Returns how many of the account's domains have no known expiry date. */
export async function countUndated(db: Db | Tx, accountId: number): Promise<number> {
	const [row] = await db.execute<{ count: number }>(sql`
		select count(*)::int as count from bot.domains
		where account_id = ${accountId} and listed_at is not null and expires_at is null`);
	return row?.count ?? 0;
}

/**
 * Returns the domains that a reminder reported, and their expiry dates. The outer map is keyed by account id, the inner
 * maps by domain. Empty if the person has no such reminder.
 */
export async function findReminder(
	db: Db,
	{ personId, reminderId }: { personId: number; reminderId: number },
): Promise<Map<number, Map<string, Date>>> {
	const rows = await db.execute<{ accountId: number; domain: string; expiresAt: Date }>(sql`
		select account_id::float8 as "accountId", domain, expires_at as "expiresAt" from bot.reminder_names
		where reminder_id = ${reminderId} and person_id = ${personId} order by account_id`);
	const found = new Map<number, Map<string, Date>>();
	for (const { accountId, domain, expiresAt } of rows) {
		const names = found.get(accountId) ?? new Map<string, Date>();
		found.set(accountId, names.set(domain, new Date(expiresAt)));
	}
	return found;
}

/**
 * Stores a person's decision about the renewal of a domain, for its current expiry date. Null removes the decision.
 * Returns false if the account has no such domain, or if its expiry date is unknown.
 */
export async function saveRenewalChoice(
	db: Db,
	{ personId, accountId }: NotesOwner,
	domain: string,
	{ choice, remindAt }: { choice: "later" | "let_go" | null; remindAt: Date | null },
): Promise<boolean> {
	const rows = await db.execute(sql`
		insert into bot.domain_notes (person_id, account_id, domain, renewal, renewal_for, remind_at)
		select ${personId}::bigint, account_id, domain, ${choice}, expires_at, ${remindAt?.toISOString() ?? null}::timestamptz
		from bot.domains
		where account_id = ${accountId} and domain = ${domain} and listed_at is not null and expires_at is not null
		on conflict (person_id, account_id, domain) do update
			set renewal = excluded.renewal, renewal_for = excluded.renewal_for, remind_at = excluded.remind_at
		returning 1`);
	return rows.length > 0;
}
