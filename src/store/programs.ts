import { clock, isWithin } from "@domains/kit/postgres/clock.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { isNotBanned } from "./bans.ts";
import { mandates, type ProposedOrder, proposals } from "./schema/programs.ts";

export type { ProposedOrder } from "./schema/programs.ts";
export type MandateRow = typeof mandates.$inferSelect;
export type ProposalRow = typeof proposals.$inferSelect;

/** A mandate with what decides its use now. */
export interface KnownMandate extends MandateRow {
	isBanned: boolean;
	/** When it was read, by the database's clock. */
	now: Date;
}

const known = { row: mandates, isBanned: sql<boolean>`not ${isNotBanned(mandates.personId)}`, now: clock };

export async function insertMandate(
	tx: Tx,
	{ days, ...values }: Omit<typeof mandates.$inferInsert, "endsAt"> & { days: number },
): Promise<number> {
	const endsAt = sql`${clock} + ${days} * interval '1 day'`;
	const [row] = await tx
		.insert(mandates)
		.values({ ...values, endsAt })
		.returning({ id: mandates.id });
	if (!row) throw new Error("an insert returns its row");
	return row.id;
}

/** Finds the mandate of a token, and records its use. Undefined if no mandate has the token. */
export async function useMandate(db: Db, tokenHash: string): Promise<KnownMandate | undefined> {
	const [row] = await db.select(known).from(mandates).where(eq(mandates.tokenHash, tokenHash));
	if (!row) return undefined;
	// At most one write a minute, because a program may call often.
	const isOld = sql`coalesce(${mandates.lastUsedAt} < ${clock} - interval '1 minute', true)`;
	await db
		.update(mandates)
		.set({ lastUsedAt: clock })
		.where(and(eq(mandates.id, row.row.id), isOld));
	return { ...row.row, isBanned: row.isBanned, now: row.now };
}

export async function findMandate(db: Db | Tx, personId: number, id: number): Promise<KnownMandate | undefined> {
	const [row] = await db
		.select(known)
		.from(mandates)
		.where(and(eq(mandates.id, id), eq(mandates.personId, personId)));
	return row && { ...row.row, isBanned: row.isBanned, now: row.now };
}

/** Returns the person's mandates of an account, the newest first. */
export async function mandatesOf(db: Db, personId: number, accountId: number): Promise<KnownMandate[]> {
	const rows = await db
		.select(known)
		.from(mandates)
		.where(and(eq(mandates.personId, personId), eq(mandates.accountId, accountId)))
		.orderBy(desc(mandates.id))
		.limit(100);
	return rows.map(({ row, isBanned, now }) => ({ ...row, isBanned, now }));
}

/** Locks a mandate that has not ended. Undefined if it has. Proposals of one program wait for each other. */
export async function lockMandate(tx: Tx, id: number): Promise<MandateRow | undefined> {
	const isOpen = sql`${mandates.endsAt} > ${clock}`;
	const [row] = await tx
		.select()
		.from(mandates)
		.where(and(eq(mandates.id, id), isNull(mandates.endedAt), isOpen))
		.for("update");
	return row;
}

/** Ends a person's mandates of an account, or only the mandate `id`. Returns the ids of those that it ended. */
export async function endMandates(
	tx: Tx,
	{ personId, accountId, id }: { personId: number; accountId?: number; id?: number },
): Promise<number[]> {
	const rows = await tx
		.update(mandates)
		.set({ endedAt: clock })
		.where(
			and(
				eq(mandates.personId, personId),
				isNull(mandates.endedAt),
				accountId === undefined ? undefined : eq(mandates.accountId, accountId),
				id === undefined ? undefined : eq(mandates.id, id),
			),
		)
		.returning({ id: mandates.id });
	return rows.map((row) => row.id);
}

/** What the person confirmed today (UTC) of this program's proposals, in cents. A failed domain counts as 0. */
export async function spentToday(db: Db | Tx, mandateId: number): Promise<number> {
	const [row] = await db.execute<{ cents: number }>(sql`
		select coalesce(sum(coalesce(i.charged_cents, i.price_cents, 0)), 0)::float8 as cents
		from bot.proposals p join bot.requests r on r.operation_id = p.operation_id join bot.items i on i.request_id = r.id
		where p.mandate_id = ${mandateId} and i.phase <> 'failed'
			and r.phase in ('confirmed', 'sent', 'unknown', 'accepted', 'needs_human', 'succeeded')
			and (r.confirmed_at at time zone 'UTC')::date = (clock() at time zone 'UTC')::date`);
	return row?.cents ?? 0;
}

/**
 * Why the mandate does not allow an order of `cents` for these domains at `now`. Null if it does. Proposals are checked
 * like this when they are drawn, and again when they are confirmed.
 */
export async function whyNotAllowed(
	db: Db | Tx,
	{ proposal, mandate }: { proposal: ProposalRow; mandate: MandateRow },
	{ domains, cents, now }: { domains: readonly string[]; cents: number; now: Date },
): Promise<"ended" | "outside" | "over" | null> {
	const isOver = [proposal.expiresAt, mandate.endsAt].some((end) => end <= now);
	if (proposal.state !== "open" || mandate.endedAt !== null || isOver) return "ended";
	// The person may have removed the mandate's tag from the domain since the proposal.
	for (const domain of domains) if (!(await isCovered(db, mandate, domain))) return "outside";
	const leftCents = mandate.dayCents - (await spentToday(db, mandate.id));
	return cents > Math.min(mandate.orderCents, leftCents) ? "over" : null;
}

/** The most proposals of one program that may wait for the person. */
export const mostOpen = 5;

/** A proposal is quoted within this time, or its process has died. */
export const quotingMs = 60_000;

/** SQL: true for a proposal `p`, with its operation `o`, that waits for the person. */
const isOpen = sql`p.state = 'open' and p.expires_at > clock()
	and (o.id is null and ${isWithin(sql`p.created_at`, quotingMs)} or o.state in ('quoted', 'lapsed'))`;

/** Returns the proposals of a program that wait for the person, the oldest first. */
export async function openProposals(db: Db | Tx, mandateId: number): Promise<ProposalRow[]> {
	const ids = await db.execute<{ id: string }>(sql`
		select p.id from bot.proposals p left join bot.operations o on o.id = p.operation_id
		where p.mandate_id = ${mandateId} and ${isOpen} order by p.id`);
	return await proposalsIn(
		db,
		ids.map(({ id }) => Number(id)),
	);
}

/** Returns the operations of a person's open proposals whose quotes have expired. */
export async function lapsedProposals(tx: Tx, personId: number): Promise<number[]> {
	const rows = await tx.execute<{ id: string }>(sql`
		select o.id from bot.proposals p join bot.operations o on o.id = p.operation_id
		where p.person_id = ${personId} and o.state = 'lapsed' and ${isOpen}`);
	return rows.map(({ id }) => Number(id));
}

async function proposalsIn(db: Db | Tx, ids: number[]): Promise<ProposalRow[]> {
	if (ids.length === 0) return [];
	return await db.select().from(proposals).where(inArray(proposals.id, ids)).orderBy(proposals.id);
}

/** Returns the newest proposals of a program, including refused ones. */
export async function latestProposals(db: Db, mandateId: number, limit: number): Promise<ProposalRow[]> {
	const of = eq(proposals.mandateId, mandateId);
	return await db.select().from(proposals).where(of).orderBy(desc(proposals.id)).limit(limit);
}

export async function findProposal(
	db: Db | Tx,
	mandateId: number,
	by: { id: number } | { key: string },
): Promise<ProposalRow | undefined> {
	const own = "id" in by ? eq(proposals.id, by.id) : eq(proposals.key, by.key);
	const [row] = await db
		.select()
		.from(proposals)
		.where(and(eq(proposals.mandateId, mandateId), own))
		// A refused proposal leaves its key free, so the key's other row decides.
		.orderBy(sql`${proposals.state} = 'refused'`, desc(proposals.id))
		.limit(1);
	return row;
}

/** The proposal of an operation, with its mandate. Undefined if no program proposed the operation. */
export async function proposalOf(
	db: Db | Tx,
	operationId: number,
): Promise<{ proposal: ProposalRow; mandate: MandateRow } | undefined> {
	const [row] = await db
		.select({ proposal: proposals, mandate: mandates })
		.from(proposals)
		.innerJoin(mandates, eq(mandates.id, proposals.mandateId))
		.where(eq(proposals.operationId, operationId));
	return row;
}

export interface NewProposal {
	mandate: Pick<MandateRow, "id" | "personId" | "accountId" | "endsAt">;
	key: string;
	order: ProposedOrder;
	reason: string;
	/** The proposal expires after this time, or at the end of the mandate. */
	lifeMs: number;
	/** Why it is refused; null for a proposal that waits for its quote. */
	refusal: string | null;
}

export async function insertProposal(
	tx: Tx,
	{ mandate: { id, personId, accountId, endsAt }, key, order, reason, lifeMs, refusal }: NewProposal,
): Promise<number> {
	// The caller of an open proposal has locked the mandate, so two of them never get one number.
	const number = sql`(select coalesce(max(coalesce(p.number, p.id)), 0) + 1 from bot.proposals p where p.mandate_id = ${id})`;
	const [row] = await tx
		.insert(proposals)
		.values({
			mandateId: id,
			personId,
			accountId,
			key,
			order,
			reason,
			refusal,
			...(refusal === null ? { number } : { state: "refused" as const }),
			expiresAt: sql`least(${endsAt.toISOString()}::timestamptz, ${clock} + ${lifeMs} * interval '1 ms')`,
		})
		.returning({ id: proposals.id });
	if (!row) throw new Error("an insert returns its row");
	// The log keeps the newest refusals only: a program can cause any number of them.
	if (refusal !== null)
		await tx.execute(sql`
			delete from bot.proposals where mandate_id = ${id} and state = 'refused' and id <= (
				select id from bot.proposals where mandate_id = ${id} and state = 'refused' order by id desc offset 50 limit 1)`);
	return row.id;
}

export async function updateProposal(
	tx: Db | Tx,
	id: number,
	values: Partial<Pick<ProposalRow, "state" | "refusal" | "operationId">>,
): Promise<void> {
	await tx
		.update(proposals)
		.set(values)
		.where(and(eq(proposals.id, id), eq(proposals.state, "open")));
}

/** Locks the open proposal of an operation, if there is one. */
export async function lockProposal(tx: Tx, operationId: number): Promise<void> {
	await tx.execute(sql`
		select from bot.proposals where operation_id = ${operationId} and state = 'open' order by id for no key update`);
}

/**
 * Moves the open proposal of an unconfirmed quote to the operation that replaces the quote. Returns true if there was
 * one.
 */
export async function moveProposal(db: Db | Tx, { from, to }: { from: number; to: number }): Promise<boolean> {
	const rows = await db.execute(sql`
		update bot.proposals p set operation_id = ${to} from bot.operations o
		where p.operation_id = ${from} and p.state = 'open' and o.id = ${from}
			and o.state in ('quoted', 'lapsed', 'superseded')
		returning p.id`);
	return rows.length > 0;
}

/** Marks the open proposals of these mandates as stopped. Returns the operations that are to be withdrawn. */
export async function stopProposals(tx: Tx, mandateIds: number[]): Promise<number[]> {
	if (mandateIds.length === 0) return [];
	const rows = await tx.execute<{ id: string | null }>(sql`
		update bot.proposals p set state = 'stopped'
		where p.mandate_id in (${sql.join(mandateIds, sql`, `)}) and p.state = 'open' and not exists (
			select from bot.operations o where o.id = p.operation_id and o.confirmed_at is not null)
		returning p.operation_id as id`);
	return rows.flatMap(({ id }) => (id === null ? [] : [Number(id)])).sort((one, other) => one - other);
}

/**
 * True if a quote of this kind for the domain waits for the person. A program must not replace it. `own`: true to ignore
 * the quotes that programs proposed.
 */
export async function hasOpenQuote(
	db: Db | Tx,
	asked: { personId: number; accountId: number; kind: string; domain: string; own?: boolean },
): Promise<boolean> {
	const { personId, accountId, kind, domain, own = false } = asked;
	const rows = await db.execute(sql`
		select from bot.operations o join bot.items i on i.operation_id = o.id
		where o.person_id = ${personId} and o.account_id = ${accountId} and o.kind = ${kind} and o.state = 'quoted'
			and i.domain = ${domain}
			and (not ${own} or not exists (select from bot.proposals p where p.operation_id = o.id)) limit 1`);
	return rows.length > 0;
}

/** What a mandate covers. */
export type Scope = Pick<MandateRow, "personId" | "accountId" | "names" | "tag">;

/** SQL: true for a domain that the mandate covers. */
function covers({ personId, accountId, names, tag }: Scope, domain: SQL): SQL {
	if (names.length === 0 && tag === null) return sql`true`;
	const given = sql`jsonb_array_elements_text(${JSON.stringify(names)}::jsonb)`;
	const named = sql`exists (select from ${given} as n(name)
		where n.name = ${domain} or starts_with(n.name, '.') and right(${domain}, length(n.name)) = n.name)`;
	if (tag === null) return named;
	return sql`(${named} or exists (
		select from bot.domain_notes t where t.person_id = ${personId} and t.account_id = ${accountId}
			and t.domain = ${domain} and ${tag} = any(t.tags)))`;
}

export async function isCovered(db: Db | Tx, scope: Scope, domain: string): Promise<boolean> {
	const [row] = await db.execute<{ covered: boolean }>(sql`select ${covers(scope, sql`${domain}::text`)} as covered`);
	return row?.covered ?? false;
}

export interface CoveredDomain extends Record<string, unknown> {
	domain: string;
	status: string | null;
	expiresAt: Date | null;
	renewCents: number | null;
	tags: string[];
}

/** Returns a page of the stored domains that the mandate covers, the next to expire first. */
export async function coveredDomains(
	db: Db | Tx,
	scope: Scope,
	{ search = "", domain, offset = 0, limit }: { search?: string; domain?: string; offset?: number; limit: number },
): Promise<{ domains: CoveredDomain[]; total: number }> {
	const where = sql`d.account_id = ${scope.accountId} and d.listed_at is not null and ${covers(scope, sql`d.domain`)}
		and position(${search} in d.domain) > 0 ${domain === undefined ? sql`` : sql`and d.domain = ${domain}`}`;
	const domains = await db.execute<CoveredDomain>(sql`
		select d.domain, d.status, d.expires_at as "expiresAt", d.renew_cents as "renewCents",
			coalesce(to_jsonb(n.tags), '[]') as tags
		from bot.domains d left join bot.domain_notes n
			on n.person_id = ${scope.personId} and n.account_id = d.account_id and n.domain = d.domain
		where ${where} order by d.expires_at nulls last, d.domain limit ${limit} offset ${offset}`);
	const [count] = await db.execute<{ total: number }>(
		sql`select count(*)::int as total from bot.domains d where ${where}`,
	);
	return { domains, total: count?.total ?? 0 };
}

export type MandateState = "live" | "stopped" | "expired" | "banned";

export function stateOf({ endedAt, endsAt, isBanned, now }: KnownMandate): MandateState {
	if (isBanned) return "banned";
	if (endedAt !== null) return "stopped";
	return endsAt <= now ? "expired" : "live";
}
