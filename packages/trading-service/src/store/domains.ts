import type { DomainStatus } from "@domains/contract/domains.ts";
import { limits } from "@domains/contract/limits.ts";
import { parseHost } from "@domains/contract/names.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, count, eq, gt, sql } from "drizzle-orm";
import { Problem } from "../problem.ts";
import { Refusal } from "../refusal.ts";
import { domains, prices } from "../schema/trade.ts";

/**
 * SQL condition for domains that can still be renewed. Other domains no longer belong to their account. The left side
 * is the plain column, so PostgreSQL can use the index on the expiry.
 */
export const alive = sql`${domains.expiresAt} > clock() - make_interval(days => ${limits.renewableDays})`;

export function ownedBy(accountId: number) {
	return eq(domains.accountId, accountId);
}

/** SQL for a domain's status, by the database's clock. An expired domain is `expired` even if it is blocked. */
const status = sql<DomainStatus>`case
	when ${domains.expiresAt} <= clock() then 'expired'
	when ${domains.blockedAt} is not null then 'blocked'
	else 'registered' end`;

/** The columns of a domain, except its records, which may be a megabyte of JSON. */
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
	/** Renewal price in cents. It is 0 if the TLD is no longer sold. */
	renewCents: sql<number>`coalesce(${prices.renewCents}, 0)`,
};

export type Domain = Awaited<ReturnType<typeof findDomain>>;

function select(db: Db | Tx) {
	return db.select(columns).from(domains).leftJoin(prices, eq(prices.zone, domains.zone));
}

/** Returns a domain of the account by its punycode name. Throws a refusal if there is none. */
export async function findDomain(db: Db | Tx, accountId: number, name: string) {
	const [domain] = await select(db).where(and(eq(domains.name, name), ownedBy(accountId), alive));
	return domain ?? refuseUnknown(name);
}

/**
 * Returns the DNS of a domain of the account, with the records as JSON text. Throws a refusal if the account has no
 * such domain.
 */
export async function findDns(db: Db, accountId: number, name: string) {
	const { mode, nameservers } = domains;
	const recordsJson = sql<string>`${domains.records}::text`;
	const isOwn = and(eq(domains.name, name), ownedBy(accountId), alive);
	const [dns] = await db.select({ mode, recordsJson, nameservers }).from(domains).where(isOwn);
	return dns ?? refuseUnknown(name);
}

function refuseUnknown(name: string): never {
	throw new Refusal("not_yours", `${name} is not in this account.`);
}

/**
 * Returns a domain as `findDomain` does, but locks its row for a change. Throws a `Problem` if the domain is blocked.
 */
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

/**
 * Returns one page of domains in alphabetical order, and the number of all matching domains. `after` is the last name
 * of the previous page.
 */
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
 * Converts a search text to the two spellings that are stored: punycode and Unicode. A text that is not a valid name,
 * such as `-hill` or `xn--e1`, is only normalized (NFKC, lower case, plain dots).
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
