import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { sql } from "drizzle-orm";

/**
 * A reminder still reports a domain for this many days after its expiry, in case the service did not answer earlier.
 */
const lateDays = 7;
/** Expiry dates within this interval count as equal, because a service may round a date differently in each answer. */
const sameDate = sql`interval '1 day'`;
/**
 * A reminder threshold is a number of days before the expiry. The daily check also reports a domain that reaches a
 * threshold within the next two hours. The reason is that two checks can be up to 25 hours and 25 minutes apart: some
 * days have 25 hours, and the time of the check varies at random. Without this margin, a domain could expire before the
 * check that would report its last day.
 */
const untilNextCheck = sql`interval '2 hours'`;

/** A person who is connected to the account, with the facts that the check of expiry dates needs. */
export interface Checked {
	personId: number;
	timeZone: string;
	/** False if the person turned all reminders off. */
	wants: boolean;
	/** The last day on which the account's expiry dates were checked for this person. */
	checkedOn: string | null;
	/**
	 * True if the person has working connections to several accounts. One message then reports the expiring domains of
	 * all these accounts.
	 */
	several: boolean;
}

/** Returns the people who are connected to the account, whose token was not refused, and who are not banned. */
export async function peopleToRemind(db: Db, accountId: number): Promise<Checked[]> {
	return await db.execute<Checked & Record<string, unknown>>(sql`
		select p.id::float8 as "personId", p.time_zone as "timeZone", c.expiry_checked_on::text as "checkedOn", cardinality(p.expiry_days) > 0 as wants,
			(select count(*) from bot.connections o where o.person_id = p.id and o.state = 'live') > 1 as several
		from bot.connections c join bot.people p on p.id = c.person_id
		where c.account_id = ${accountId} and c.state <> 'needs_token' and p.banned_at is null
		order by p.id`);
}

/**
 * Returns the domains whose expiry date must be read one by one, because the service's list of domains did not report
 * it. These are the domains:
 * - whose date was never read, or not since they were last paid for, or while the clock of the database was ahead,
 * - that expire soon and were last read before `since`,
 * - that were last read more than 30 days ago.
 */
export async function undatedDomains(
	db: Db,
	accountId: number,
	{ since, most }: { since: Date; most: number },
): Promise<string[]> {
	const rows = await db.execute<{ domain: string }>(sql`
		select domain from bot.domains
		where account_id = ${accountId} and listed_at is not null
			and (dated_at is null or dated_at > clock() + interval '1 day' or (dated_at < ${since.toISOString()}::timestamptz and (
				dated_at < clock() - interval '30 days'
				or expires_at between clock() - ${lateDays} * interval '1 day' and clock() + interval '61 days')))
		order by expires_at nulls last, domain limit ${most}`);
	return rows.map(({ domain }) => domain);
}

/** Marks a domain as not in the account, because a read did not find it. */
export async function unlistDomain(db: Db, accountId: number, domain: string): Promise<void> {
	await db.execute(sql`
		update bot.domains set listed_at = null where account_id = ${accountId} and domain = ${domain}`);
}

export interface Check {
	personId: number;
	accountId: number;
	/** The day in the person's time zone. */
	day: string;
	/** Only domains whose expiry date was read at this time or later are reported. */
	since: Date;
}

/**
 * Adds the account's due domains to the person's reminder of the day, which is one message for all accounts. Returns
 * null if no domain is due, or if the account was already checked for the person on that day.
 * - A person chooses how many days before the expiry to be reminded (`expiryDays`). Each of these thresholds is
 *   reported once for an expiry date. If a domain has reached several, only the smallest is reported.
 * - If the reminder of the day was already sent or is being sent (`late`), adds only domains that expire within a day.
 *   The caller sends a second message.
 * - An earlier reminder that was never sent, for example because the person blocked the bot, becomes the reminder of
 *   this day.
 */
export async function addReminder(
	tx: Tx,
	{ personId, accountId, day, since }: Check,
): Promise<{ id: number; late: boolean } | null> {
	// The lock keeps a sender from leasing the reminder while this transaction adds domains to it.
	const reminders = await tx.execute<{ id: number; waits: boolean; today: boolean }>(sql`
		select r.id::float8 as id, o.state = 'waiting' and o.lease_until is null as waits, r.day >= ${day} as today
		from bot.outbox o join bot.reminders r on r.id = o.subject_id
		where o.subject_kind = 'reminder' and o.person_id = ${personId} and (r.day >= ${day} or o.state = 'waiting')
		order by r.day desc for update of o`);
	const late = reminders.some(({ waits, today }) => today && !waits);
	const waiting = late ? null : (reminders.find(({ waits }) => waits)?.id ?? null);
	const checked = await tx.execute(sql`
		update bot.connections set expiry_checked_on = ${day}
		where person_id = ${personId} and account_id = ${accountId}
			and (expiry_checked_on is null or expiry_checked_on < ${day}) returning 1`);
	if (checked.length === 0) return null;
	const [row] = await tx.execute<{ id: number | null }>(sql`
		with person as (
			select id, expiry_days from bot.people where id = ${personId}
		), soon as (
			select d.domain, d.expires_at, d.expires_at <= clock() + interval '1 day' + ${untilNextCheck} as is_last,
				(select min(days) from unnest(p.expiry_days) as days
					where d.expires_at <= clock() + days * interval '1 day' + ${untilNextCheck}) as days,
				case
					when n.renewal_for between d.expires_at - ${sameDate} and d.expires_at + ${sameDate} then n.renewal
					when exists (
						select from bot.mutes m where m.person_id = p.id
							and ((m.topic = 'domain' and m.value = d.domain) or (m.topic = 'label' and m.value = d.client_ref))) then 'let_go'
				end as renewal,
				n.remind_at <= clock() as is_later
			from person p join bot.domains d on d.account_id = ${accountId}
				left join bot.domain_notes n on n.person_id = p.id and n.account_id = d.account_id and n.domain = d.domain
			where d.listed_at is not null and d.dated_at >= ${since.toISOString()}::timestamptz
				and d.expires_at between clock() - ${lateDays} * interval '1 day' and clock() + interval '366 days'
				-- A domain with auto-renew needs no reminder, unless it still expires within eight days.
				and (d.expires_at <= clock() + interval '8 days' or not exists (
					select from bot.auto_renewals a
						join bot.connections c on c.person_id = a.person_id and c.account_id = a.account_id and c.state = 'live'
					where a.account_id = d.account_id and a.domain = d.domain))
		), due as (
			select domain, expires_at, is_last, case when renewal = 'let_go' then case when is_last then 1 end else days end as days,
				renewal = 'later' and is_later as is_later
			from soon
		), fresh as (
			select domain, expires_at, is_last, is_later, case when not exists (
				select from bot.reminder_names r
				where r.person_id = ${personId} and r.account_id = ${accountId} and r.domain = due.domain and r.days <= due.days
					and r.expires_at between due.expires_at - ${sameDate} and due.expires_at + ${sameDate}
			) then days end as days
			from due
		), reported as (
			select * from fresh where (days is not null or is_later) and (is_last or not ${late})
		), moved as (
			update bot.reminders set day = ${day} where id = ${waiting}::bigint and exists (select from reported) returning id
		), made as (
			insert into bot.reminders (person_id, day)
			select ${personId}::bigint, ${day}::date where ${waiting}::bigint is null and exists (select from reported)
			on conflict (person_id, day) do update set day = excluded.day
			returning id
		), reminder as (
			select id from moved union all select id from made
		), names as (
			insert into bot.reminder_names (reminder_id, person_id, account_id, domain, expires_at, days)
			select reminder.id, ${personId}::bigint, ${accountId}::bigint, domain, expires_at, days from reported, reminder
			on conflict (reminder_id, account_id, domain) do update set expires_at = excluded.expires_at, days = excluded.days
		), answered as (
			update bot.domain_notes n set renewal = null, renewal_for = null, remind_at = null from reported
			where n.person_id = ${personId} and n.account_id = ${accountId} and n.domain = reported.domain and n.renewal = 'later'
		)
		select (select id from reminder)::float8 as id`);
	return row?.id == null ? null : { id: row.id, late };
}

/** Delays a reminder, so that the checks of the person's other accounts can add their domains to it. */
export async function delayReminder(tx: Tx, reminderId: number, ms: number): Promise<void> {
	await tx.execute(sql`
		update bot.outbox set wake_at = clock() + ${ms} * interval '1 ms'
		where subject_kind = 'reminder' and subject_id = ${reminderId} and state = 'waiting'`);
}
