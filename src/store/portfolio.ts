import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";
import type { DomainSort } from "../rules/choices.ts";
import type { Cost } from "../rules/renewals.ts";
import type { DomainNotes, NotesOwner } from "./domain-notes.ts";

/** A domain of the account, as the bot last stored it from the service's answers and events. */
export type OwnedDomain = {
	domain: string;
	status: string | null;
	registeredAt: Date | null;
	expiresAt: Date | null;
	edgeProfileKey: string | null;
	clientRef: string | null;
	renewCents: number | null;
};

/** A domain must match every field that is set. For a field with a list, it must match every value of the list. */
export interface PortfolioFilter {
	/** Lower-case texts to find in the domain name, in its label (`client_ref`) or in the person's note about it. */
	words?: readonly string[] | undefined;
	/** The domain expires within this many days, or has expired. */
	withinDays?: number | undefined;
	/**
	 * Endings of the name, each with its leading dot, such as `.com`. The name must end with all of them. For example,
	 * `shop.co.uk` matches both `.co.uk` and `.uk`.
	 */
	extensions?: readonly string[] | undefined;
	status?: "blocked" | "expired" | "edge" | undefined;
	tags?: readonly string[] | undefined;
	/** The domain's label (`client_ref`), in lower case. */
	labels?: readonly string[] | undefined;
}

/** The progress of a listing, in which the bot reads all domains of an account from the service, page by page. */
export interface Listing {
	/** When the last complete listing began; null before the first one. */
	listedAt: Date | null;
	/**
	 * The service's cursor of the next page of an unfinished listing; null if no listing is in progress. The unfinished
	 * listing began at `beganAt`.
	 */
	cursor: string | null;
	beganAt: Date | null;
	now: Date;
	count: number;
}

export async function readListing(db: Db, accountId: number): Promise<Listing> {
	const [row] = await db.execute<{
		listed: Date | null;
		cursor: string | null;
		began: Date | null;
		now: Date;
		count: number;
	}>(
		sql`select listed_at as listed, listing_cursor as cursor, listing_began_at as began, clock() as now, (
			select count(*)::int from bot.domains where account_id = ${accountId} and listed_at is not null
		) as count from bot.accounts where id = ${accountId}`,
	);
	if (!row) throw new Error(`account ${accountId} is gone`);
	return {
		listedAt: date(row.listed),
		cursor: row.cursor,
		beganAt: date(row.began),
		now: new Date(row.now),
		count: row.count,
	};
}

/**
 * Stores one page of a listing that began at `beganAt`. `cursor` points to the next page; null after the last one.
 * After the last page, marks every domain that the listing did not contain as no longer in the account.
 */
export async function saveListingPage(
	tx: Tx,
	accountId: number,
	{
		domains,
		beganAt,
		cursor,
	}: { domains: readonly (OwnedDomain & { unicode: string })[]; beganAt: Date; cursor: string | null },
): Promise<void> {
	const began = sql`${beganAt.toISOString()}::timestamptz`;
	// The lock makes concurrent listings of one account write one after the other.
	await tx.execute(sql`select from bot.accounts where id = ${accountId} for no key update`);
	await tx.execute(sql`
		insert into bot.domains as d
			(account_id, domain, unicode, status, registered_at, expires_at, edge_profile_key, client_ref, renew_cents, listed_at, dated_at)
		select distinct on (domain) ${accountId}::bigint, domain, unicode, status, "registeredAt", "expiresAt", "edgeProfileKey",
			"clientRef", "renewCents", clock(), case when "expiresAt" is not null then clock() end
		from jsonb_to_recordset(${JSON.stringify(domains)}::jsonb) as page (domain text, unicode text, status text,
			"registeredAt" timestamptz, "expiresAt" timestamptz, "edgeProfileKey" text, "clientRef" text, "renewCents" int)
		order by domain
		on conflict (account_id, domain) do update set
			-- A service may list only names. Then the values that an earlier read of the domain stored stay.
			unicode = excluded.unicode, status = coalesce(excluded.status, d.status), registered_at = coalesce(excluded.registered_at, d.registered_at),
			expires_at = coalesce(excluded.expires_at, d.expires_at), edge_profile_key = coalesce(excluded.edge_profile_key, d.edge_profile_key),
			client_ref = coalesce(excluded.client_ref, d.client_ref),
			renew_cents = coalesce(excluded.renew_cents, d.renew_cents), listed_at = excluded.listed_at,
			dated_at = coalesce(excluded.dated_at, d.dated_at)`);
	await tx.execute(
		cursor === null
			? sql`update bot.accounts set listed_at = ${began}, listing_cursor = null, listing_began_at = null
				where id = ${accountId}`
			: sql`update bot.accounts set listing_cursor = ${cursor}, listing_began_at = ${began} where id = ${accountId}`,
	);
	if (cursor !== null) return;
	await tx.execute(sql`
		update bot.domains set listed_at = null where account_id = ${accountId} and not listed_at between ${began} and clock() + interval '1 day'`);
}

/**
 * Returns one page of the matching domains, and the number of all matches. An `offset` past the end returns the last
 * page. One statement counts and sorts the matches, so it searches for them only once. `utcOffsetMs`: the local time
 * minus UTC, because domains of the same local day are sorted by name.
 */
export async function findPortfolio(
	db: Db | Tx,
	owner: NotesOwner,
	{
		sort,
		offset,
		limit,
		utcOffsetMs = 0,
		...filter
	}: PortfolioFilter & { sort: DomainSort; offset: number; limit: number; utcOffsetMs?: number },
): Promise<{ domains: (OwnedDomain & DomainNotes)[]; total: number; offset: number }> {
	const notes = sql`from bot.domain_notes n where ${notesOf(owner)} and n.domain = page.domain`;
	const order = orders[sort](sql`page`, owner, utcOffsetMs);
	const rows = await db.execute<(OwnedDomain & DomainNotes) & { total: number; start: number }>(sql`
		with found as materialized (
				select domain, expires_at, registered_at from bot.domains where ${matches(owner, filter)}),
			place as (
				select count(*)::int as total,
					greatest(0, least(${offset}::int, (count(*)::int - 1) / ${limit}::int * ${limit}::int)) as start
				from found),
			page as (
				select * from found as page order by ${order} limit ${limit} offset (select start from place))
		select total, start, d.domain, d.status, d.registered_at as "registeredAt", d.expires_at as "expiresAt",
			nullif(d.edge_profile_key, '') as "edgeProfileKey", d.client_ref as "clientRef", d.renew_cents as "renewCents",
			coalesce((select to_jsonb(n.tags) ${notes}), '[]') as tags, (select n.note ${notes}) as note
		from place left join page on true
			left join bot.domains d on d.account_id = ${owner.accountId} and d.domain = page.domain
		order by ${order}`);
	const [{ total, start } = { total: 0, start: 0 }] = rows;
	const found = total === 0 ? [] : rows.map(({ total: _, start: __, ...row }) => row);
	const domains = found.map((row) => ({
		...row,
		registeredAt: date(row.registeredAt),
		expiresAt: date(row.expiresAt),
	}));
	return { domains, total, offset: start };
}

/**
 * The domains that a person selected in the list. With `all` false, these are the domains in `names`. With `all` true,
 * these are all domains that match the filter, except those in `names`.
 */
export interface SelectedDomains {
	all: boolean;
	names: readonly string[];
}

/** The cost of renewing the selected domains. `hidden`: how many of the selected domains do not match the filter. */
export interface SelectedCost extends Cost {
	hidden: number;
}

/**
 * Returns the cost of renewing the selected domains for one year. `filter` is the current filter of the list. With
 * `all` false, the cost includes selected domains that this filter hides.
 */
export async function costOfSelected(
	db: Db | Tx,
	owner: NotesOwner,
	{ all, names }: SelectedDomains,
	filter: PortfolioFilter,
): Promise<SelectedCost> {
	const listed = sql`(select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))`;
	const [row] = await db.execute<{ names: number; priced: number; cents: number; hidden: number }>(sql`
		select count(*)::int as names, count(renew_cents)::int as priced, coalesce(sum(renew_cents), 0)::float8 as cents,
			count(*) filter (where (${matches(owner, filter)}) is not true)::int as hidden
		from bot.domains where ${all ? sql`${matches(owner, filter)} and domain not in` : sql`${matches(owner, {})} and domain in`} ${listed}`);
	const { names: count, priced, cents, hidden } = row ?? { names: 0, priced: 0, cents: 0, hidden: 0 };
	return { names: count, cents, unpriced: count - priced, hidden };
}

/** Converts a timestamp that `execute` returned. Its type says `Date`, but the driver returns text. */
function date(value: Date | null): Date | null {
	return value && new Date(value);
}

const orders: Readonly<Record<DomainSort, (page: SQL, owner: NotesOwner, utcOffsetMs: number) => SQL>> = {
	name: (page) => sql`${page}.domain`,
	expiry: (page, _, offset) => sql`${dayOf(sql`${page}.expires_at`, offset)} nulls last, ${page}.domain`,
	added: (page, _, offset) => sql`${dayOf(sql`${page}.registered_at`, offset)} desc nulls last, ${page}.domain`,
	recent: (page, owner, offset) => sql`
		array_position(array(${recentOf(owner)}), ${page}.domain) nulls last, ${orders.expiry(page, owner, offset)}`,
};

/** The local day of a time. PostgreSQL may not know the name of a time zone that Node knows, but it can add an offset. */
function dayOf(at: SQL, utcOffsetMs: number): SQL {
	return sql`((${at} at time zone 'UTC') + ${utcOffsetMs} * interval '1 ms')::date`;
}

/**
 * Selects the domains of the person's last screens and operations, newest first. The condition on `chat_id` lets
 * PostgreSQL use an index of the screens. The id of a private chat is the person's id.
 */
const recentOf = ({ personId, accountId }: NotesOwner): SQL => sql`
	select domain from (
		select params->>'domain' as domain, touched_at as at from bot.screens
			where chat_id = ${personId} and person_id = ${personId} and params->>'domain' is not null
		union all
		(select i.domain, o.created_at from bot.operations o join bot.items i on i.operation_id = o.id
			where o.account_id = ${accountId} and o.person_id = ${personId} order by o.id desc limit 100)
	) seen group by domain order by max(at) desc, domain limit 100`;

/** The SQL condition for each value of the filter `status`. */
const statusConditions: Readonly<Record<NonNullable<PortfolioFilter["status"]>, SQL>> = {
	blocked: sql`status = 'blocked'`,
	expired: sql`(status = 'expired' or expires_at < clock())`,
	edge: sql`edge_profile_key <> ''`,
};

const notesOf = ({ personId, accountId }: NotesOwner): SQL =>
	sql`n.person_id = ${personId} and n.account_id = ${accountId}`;

function matches(owner: NotesOwner, filter: PortfolioFilter): SQL {
	const { words = [], withinDays, extensions = [], status, tags = [], labels = [] } = filter;
	const noted = sql`select n.domain from bot.domain_notes n where ${notesOf(owner)}`;
	const parts = [
		sql`account_id = ${owner.accountId} and listed_at is not null`,
		...words.map(
			(word) => sql`(position(${word} in concat_ws(' ', domain, unicode, lower(client_ref))) > 0
				or domain in (${noted} and position(${word} in lower(n.note)) > 0))`,
		),
		withinDays !== undefined && sql`expires_at < clock() + ${withinDays} * interval '1 day'`,
		...extensions.map((end) => sql`${end} in (right(domain, ${end.length}), right(unicode, ${end.length}))`),
		status && statusConditions[status],
		...tags.map((tag) => sql`domain in (${noted} and ${tag} = any(n.tags))`),
		...labels.map((label) => sql`lower(client_ref) = ${label}`),
	];
	return sql.join(
		parts.filter((part) => typeof part === "object"),
		sql` and `,
	);
}

export interface PortfolioSummary {
	count: number;
	/** The domain that expires next, with the price of a one-year renewal. Null if no future expiry date is known. */
	next: { domain: string; expiresAt: Date; cents: number | null } | null;
	/** The number of domains with a past expiry date or the status `expired`. */
	expired: number;
	/**
	 * The domains that expire within 60 days, including expired ones. `soon` counts only those that have not expired yet.
	 * `cents` is the price of renewing all `count` domains for one year; null if any price is unknown.
	 */
	due: { count: number; soon: number; cents: number | null };
	blocked: number;
}

export async function summarize(db: Db, accountId: number): Promise<PortfolioSummary> {
	const [row] = await db.execute<{
		count: number;
		domain: string | null;
		expires: Date | null;
		renewal: number | null;
		expired: number;
		due: number;
		soon: number;
		priced: number;
		cents: number | null;
		blocked: number;
	}>(sql`
		with owned as (select * from bot.domains where account_id = ${accountId} and listed_at is not null),
			next as (select domain, expires_at, renew_cents from owned where expires_at > clock() order by expires_at, domain limit 1),
			due as (select * from owned where expires_at < clock() + interval '60 days')
		select (select count(*)::int from owned) as count, (select domain from next) as domain,
			(select expires_at from next) as expires, (select renew_cents from next) as renewal,
			(select count(*)::int from owned where ${statusConditions.expired}) as expired, (select count(*)::int from due) as due,
			(select count(*)::int from due where ${statusConditions.expired} is not true) as soon,
			(select count(renew_cents)::int from due) as priced, (select sum(renew_cents)::int from due) as cents,
			(select count(*)::int from owned where status = 'blocked') as blocked`);
	if (!row) throw new Error("an aggregate returned no row");
	const { count, domain, expires, renewal, expired, due, soon, priced, cents, blocked } = row;
	return {
		count,
		next: domain === null || expires === null ? null : { domain, expiresAt: new Date(expires), cents: renewal },
		expired,
		due: { count: due, soon, cents: priced === due ? (cents ?? 0) : null },
		blocked,
	};
}

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
