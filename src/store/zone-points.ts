import { and, desc, eq, inArray, notInArray, sql } from "drizzle-orm";
import type { Db, Tx } from "../postgres/connect.ts";
import { items, operations, type PlannedChange } from "./schema/operations.ts";
import { zonePoints } from "./schema/zones.ts";

export type ZonePoint = typeof zonePoints.$inferSelect;

/** An account's domain. */
interface DomainOf {
	accountId: number;
	domain: string;
}

/** Stores a restore point and returns its id. Deletes older points of the domain, so that at most `most` remain. */
export async function savePoint(
	tx: Tx,
	point: Omit<typeof zonePoints.$inferInsert, "id" | "createdAt">,
	most: number,
): Promise<number> {
	const [row] = await tx.insert(zonePoints).values(point).returning({ id: zonePoints.id });
	const ofDomain = and(eq(zonePoints.accountId, point.accountId), eq(zonePoints.domain, point.domain));
	const kept = tx
		.select({ id: zonePoints.id })
		.from(zonePoints)
		.where(ofDomain)
		.orderBy(desc(zonePoints.id))
		.limit(most);
	await tx.delete(zonePoints).where(and(ofDomain, notInArray(zonePoints.id, kept)));
	return row?.id ?? 0;
}

/** Returns the restore points of a domain, newest first. */
export async function listPoints(db: Db, { accountId, domain }: DomainOf): Promise<ZonePoint[]> {
	return db
		.select()
		.from(zonePoints)
		.where(and(eq(zonePoints.accountId, accountId), eq(zonePoints.domain, domain)))
		.orderBy(desc(zonePoints.id));
}

export async function findPoint(db: Db, id: number): Promise<ZonePoint | undefined> {
	const [point] = await db.select().from(zonePoints).where(eq(zonePoints.id, id));
	return point;
}

export async function namePoint(db: Db, id: number, name: string): Promise<void> {
	await db.update(zonePoints).set({ name }).where(eq(zonePoints.id, id));
}

export async function deletePoint(db: Db, id: number): Promise<void> {
	await db.delete(zonePoints).where(eq(zonePoints.id, id));
}

/** A successful change of a domain's DNS, nameservers or edge profile. */
export interface PastChange {
	operationId: number;
	reference: string;
	personId: number;
	at: Date;
	change: PlannedChange;
}

/** Returns the newest successful changes of a domain that cost nothing, newest first, at most `most`. */
export async function pastChanges(db: Db, { accountId, domain }: DomainOf, most: number): Promise<PastChange[]> {
	const rows = await db
		.select({
			operationId: operations.id,
			reference: operations.reference,
			personId: operations.personId,
			at: sql<Date>`coalesce(${operations.settledAt}, ${operations.createdAt})`.mapWith(operations.createdAt),
			change: items.change,
		})
		.from(items)
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				eq(items.accountId, accountId),
				eq(items.domain, domain),
				inArray(operations.kind, ["dns", "nameservers", "edge"]),
				eq(operations.state, "succeeded"),
				eq(items.phase, "succeeded"),
			),
		)
		.orderBy(desc(operations.id))
		.limit(most);
	return rows.flatMap(({ change, ...row }) => (change ? [{ ...row, change }] : []));
}
