import { keepAccountWatches } from "../../src/store/watches.ts";
import { pass, quiet, type RunContext } from "./context.ts";
import type { People } from "./invariants/check.ts";
import { callFromOtherProgram } from "./other-program.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/**
 * Days. 75 are enough for every threshold below. 200 take minutes of real time, so only the situation `half-year` uses
 * them.
 */
const lengths = { usual: 75, halfYear: 200 };
/** Days before a domain expires, unless the person chooses other numbers. */
const thresholds = [60, 30, 7, 1] as const;
/** The bot sends reminders only in the morning, and an outage may delay them further. */
const graceMs = 3 * dayMs;

interface Expiry {
	domain: string;
	accountId: number;
	expiresAt: number;
	/** By another program, in milliseconds on the database clock. */
	renewedAt: number | undefined;
}

/**
 * Domains expire and another program renews some of them. Bots are killed, and the service is unreachable for up to a
 * day. Each person must get each reminder exactly once, and none after a renewal.
 */
export async function passMonths(context: RunContext, people: People): Promise<string[]> {
	const { backend, fleet, trace, troubles, situation } = context;
	if (situation === "no-expiry") return [];
	const { sql } = backend.database;
	const random = context.random.fork("months");
	const began = backend.now();
	const lengthDays = situation === "half-year" ? lengths.halfYear : lengths.usual;
	trace.note(`${lengthDays} days begin`);
	const expiries: Expiry[] = [];
	for (const account of people.accounts) {
		for (const domain of account.owned.slice(0, 5)) {
			const expiresAt = began + random.whole(2 * 24, (lengthDays - 1) * 24) * hourMs;
			const date = new Date(expiresAt).toISOString();
			await sql`update service.domains set expires_at = ${date} where name = ${domain}`;
			await sql`update service.sandbox_names set expires_at = ${date} where name = ${domain}`;
			expiries.push({ domain, accountId: account.id, expiresAt, renewedAt: undefined });
		}
	}
	// The bot reads a distant date only once a month. Without the dates, it reads them again.
	await sql`update bot.domains set dated_at = null, expires_at = null`;
	// It would end the reminders that the check below expects.
	await sql`delete from bot.auto_renewals`;
	// In production, a periodic task creates these watches, but the simulation does not run it.
	await keepAccountWatches(backend.database.db, "expiry");
	// The bot keeps its copy of an account's domain list for ten minutes.
	await pass(context, hourMs);
	while (backend.now() < began + lengthDays * dayMs) {
		const outage = random.chance(0.08);
		if (outage) {
			trace.note("the service is unreachable");
			troubles.setOutage(true);
		}
		if (random.chance(0.05)) await fleet.restart();
		if (random.chance(0.05)) await renewElsewhere(context, people, random.pick(expiries));
		await passWithWatches(context, random.whole(4, outage ? 24 : 16) * hourMs);
		troubles.setOutage(false);
	}
	return await findWrongReminders(context, people, expiries, began);
}

async function passWithWatches(context: RunContext, milliseconds: number): Promise<void> {
	await pass(context, milliseconds);
	await context.backend.sweepWatches();
	await quiet(context);
	for (let round = 0; round < 3 && (await isWatchDueSoon(context)); round += 1) {
		await pass(context, 6 * 60_000);
		await context.backend.sweepWatches();
		await quiet(context);
	}
}

/** Within six minutes: its last check is unfinished or failed in an outage. */
async function isWatchDueSoon({ backend }: RunContext): Promise<boolean> {
	const rows = await backend.database.sql`
		select from bot.watches where state = 'running' and wake_at <= clock() + interval '6 minutes'`;
	return rows.length > 0;
}

async function renewElsewhere(context: RunContext, { accounts }: People, expiry: Expiry): Promise<void> {
	const account = accounts.find(({ id }) => id === expiry.accountId);
	if (!account || expiry.renewedAt !== undefined || expiry.expiresAt <= context.backend.now()) return;
	await callFromOtherProgram(context, account, "POST", `/domains/${expiry.domain}/renew`, { years: 1 });
	const [row] = await context.backend.database.sql<{ at: Date }[]>`
		select expires_at as at from service.domains where name = ${expiry.domain}`;
	if (row && row.at.getTime() > expiry.expiresAt) expiry.renewedAt = context.backend.now();
}

interface Reported {
	personId: number;
	domain: string;
	days: number;
	expiresAt: Date;
	at: Date;
}

async function findWrongReminders(
	{ backend, watch }: RunContext,
	{ members }: People,
	expiries: readonly Expiry[],
	began: number,
): Promise<string[]> {
	const { sql } = backend.database;
	const rows = await sql<Reported[]>`
		select n.person_id::float8 as "personId", n.domain, n.days, n.expires_at as "expiresAt", r.created_at as at
		from bot.reminder_names n join bot.reminders r on r.id = n.reminder_id where n.days is not null`;
	const connected = await sql<{ personId: number; accountId: number }[]>`
		select person_id::float8 as "personId", account_id::float8 as "accountId" from bot.connections
		where state = 'live'`;
	const broken: string[] = [];
	const counts = new Map<string, number>();
	for (const { personId, domain, days, expiresAt } of rows) {
		const key = `${personId} ${domain} ${days} ${expiresAt.toISOString().slice(0, 10)}`;
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	for (const [key, count] of counts) if (count > 1) broken.push(`a reminder was made ${count} times: ${key}`);
	for (const { domain, accountId, expiresAt, renewedAt } of expiries) {
		const end = Math.min(backend.now(), renewedAt ?? expiresAt, expiresAt);
		for (const { personId } of connected.filter((each) => each.accountId === accountId)) {
			const found = rows.filter((row) => row.personId === personId && row.domain === domain);
			const about = found.filter((row) => Math.abs(row.expiresAt.getTime() - expiresAt) < dayMs);
			for (const days of thresholds) {
				const due = expiresAt - days * dayMs;
				const reported = about.some((row) => row.days === days);
				if (due > began && due + graceMs < end && !reported)
					broken.push(`person ${personId} got no reminder of ${domain} ${days} days before its expiry`);
			}
			const late = about.filter(({ at }) => renewedAt !== undefined && at.getTime() > renewedAt);
			if (late.length > 0) broken.push(`person ${personId} got a reminder of ${domain} after its renewal elsewhere`);
		}
	}
	// A dropped or withdrawn reminder has no message in the chat. The row of a sent message is deleted after a month, but
	// the message stays.
	const made = await sql<{ personId: number; all: number; sent: number }[]>`
		select r.person_id::float8 as "personId", count(*)::int as all,
			count(*) filter (where exists (
				select from bot.outbox o where o.subject_kind = 'reminder' and o.subject_id = r.id and o.state = 'sent'
			))::int as sent
		from bot.reminders r group by 1`;
	for (const { personId, all, sent } of made) {
		const texts = members.find(({ id }) => id === personId)?.messages() ?? [];
		const shown = texts.filter(({ from, text = "" }) => from === "bot" && /^⏰ \d+ domains? expires? soon/.test(text));
		// A bot may die after it sent a message and before it recorded that.
		if (shown.length < sent || shown.length > all + watch.deaths.length)
			broken.push(
				`person ${personId} has ${all} reminders, ${sent} of them sent, and ${shown.length} messages show one`,
			);
	}
	return broken;
}
