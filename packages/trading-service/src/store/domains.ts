import type { DomainStatus } from "@domains/contract/domains.ts";
import { limits } from "@domains/contract/limits.ts";
import { parseHost } from "@domains/contract/names.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, count, eq, gt, sql } from "drizzle-orm";
import { Problem } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { domains, prices } from "../schema.ts";

/**
 * Other domains cannot be renewed and no longer belong to their account. The left side is the plain column, so
 * PostgreSQL can use the index on the expiry.
 */
export const alive = sql`${domains.expiresAt} > clock() - make_interval(days => ${limits.renewableDays})`;

export function ownedBy(accountId: number) {
	return eq(domains.accountId, accountId);
}

/** The database's clock decides. An expired domain is `expired` even if it is blocked. */
const status = sql<DomainStatus>`case
	when ${domains.expiresAt} <= clock() then 'expired'
	when ${domains.blockedAt} is not null then 'blocked'
	else 'registered' end`;

/** All except the records, which may be a megabyte of JSON. */
const columns = {
	id: domains.id,
	accountId: domains.accountId,
	name: domains.name,
	zone: domains.zone,
	status,
	registeredAt: domains.registeredAt,
	expiresAt: domains.expiresAt,
	nameservers: domains.nameservers,
	mode: domains.mode,
	edgeKey: domains.edgeKey,
	clientRef: domains.clientRef,
	externalRef: domains.externalRef,
	blockedAt: domains.blockedAt,
	/** 0 if the TLD is no longer sold. */
	renewCents: sql<number>`coalesce(${prices.renewCents}, 0)`,
};

export type Domain = Awaited<ReturnType<typeof findDomain>>;

function select(db: Db | Tx) {
	return db.select(columns).from(domains).leftJoin(prices, eq(prices.zone, domains.zone));
}

/** `name` is in punycode. Throws a refusal if there is none. */
export async function findDomain(db: Db | Tx, accountId: number, name: string) {
	const [domain] = await select(db).where(and(eq(domains.name, name), ownedBy(accountId), alive));
	return domain ?? refuseUnknown(name);
}

/** The records are JSON text. Throws a refusal if the account has no such domain. */
export async function findDns(db: Db, accountId: number, name: string) {
	const { mode, nameservers } = domains;
	const recordsJson = sql<string>`${domains.records}::text`;
	const isOwn = and(eq(domains.name, name), ownedBy(accountId), alive);
	const [dns] = await db.select({ mode, recordsJson, nameservers }).from(domains).where(isOwn);
	return dns ?? refuseUnknown(name);
}

/** The records that were last read from a remote registrar, or sent to it. Null if there was neither. */
export async function findKnownRecords(tx: Tx, id: number) {
	const { records, zoneReadAt } = domains;
	const [row] = await tx.select({ records, zoneReadAt }).from(domains).where(eq(domains.id, id));
	return row && (row.zoneReadAt || row.records.length > 0) ? row.records : null;
}

function refuseUnknown(name: string): never {
	throw new Refusal("not_yours", `${name} is not in this account.`);
}

/** Throws a `Problem` if the domain is blocked. */
export async function lockDomain(tx: Tx, accountId: number, name: string): Promise<Domain> {
	await tx.select({ id: domains.id }).from(domains).where(eq(domains.name, name)).for("no key update");
	const domain = await findDomain(tx, accountId, name);
	if (domain.blockedAt) throw new Problem("domain_blocked", `${name} is blocked: it can only be read and renewed.`);
	return domain;
}

export async function updateDomain(
	tx: Tx,
	id: number,
	set: Partial<Pick<typeof domains.$inferInsert, "records" | "nameservers" | "mode" | "edgeKey">>,
): Promise<void> {
	await tx.update(domains).set(set).where(eq(domains.id, id));
}

/** In alphabetical order, with the number of all matching domains. `after` is the last name of the previous page. */
export async function listDomains(
	db: Db,
	accountId: number,
	{ limit, after, search, status: filter }: { limit: number; after?: string; search?: string; status?: DomainStatus },
): Promise<{ lines: Domain[]; total: number; more: boolean }> {
	const like = search === undefined ? undefined : readPart(search);
	const matching = and(
		ownedBy(accountId),
		alive,
		filter === undefined ? undefined : sql`${status} = ${filter}`,
		like &&
			sql`(position(${like.ascii} in ${domains.name}) > 0 or position(${like.unicode} in ${domains.unicode}) > 0)`,
	);
	const [[{ total } = { total: 0 }], lines] = await Promise.all([
		db.select({ total: count() }).from(domains).where(matching),
		select(db)
			.where(and(matching, after === undefined ? undefined : gt(domains.name, after)))
			.orderBy(domains.name)
			.limit(limit + 1),
	]);
	return { lines: lines.slice(0, limit), total, more: lines.length > limit };
}

/**
 * Both spellings are stored. A text that is not a valid name, such as `-hill` or `xn--e1`, is only normalized (NFKC,
 * lower case, plain dots).
 */
function readPart(text: string): { ascii: string; unicode: string } {
	const part = parseHost(text);
	if (part.ok) return part;
	const even = text
		.normalize("NFKC")
		.toLowerCase()
		.replaceAll(/[\u3002\uff61]/g, ".")
		.replace(/(?<=.)\.$/, "");
	return { ascii: even, unicode: even };
}
