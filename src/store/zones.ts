import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { and, asc, desc, eq, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import { type Item, type Phase, sentPhases, zoneKinds } from "../rules/operation/state.ts";
import { lockPerson } from "./connections.ts";
import { items, operations, type PlannedChange, requests } from "./schema/operations.ts";
import { zonePoints, zoneTemplates } from "./schema/zones.ts";

export type ZonePoint = typeof zonePoints.$inferSelect;

interface DomainOf {
	accountId: number;
	domain: string;
}

/**
 * Stores a restore point (a saved DNS state of a domain) and returns its id. Returns null if the domain already has
 * `most` points.
 */
export async function savePoint(
	db: Db,
	point: Pick<ZonePoint, "accountId" | "domain" | "records" | "nameservers" | "edgeProfileKey"> & { savedBy: number },
	most: number,
): Promise<number | null> {
	return db.transaction(async (tx) => {
		// Without the lock, two simultaneous taps of the person could exceed the limit by one.
		await lockPerson(tx, point.savedBy);
		if ((await listPoints(tx, point)).length >= most) return null;
		const [row] = await tx.insert(zonePoints).values(point).returning({ id: zonePoints.id });
		return row?.id ?? null;
	});
}

/** Returns the restore points of a domain, newest first. */
export async function listPoints(db: Db | Tx, { accountId, domain }: DomainOf): Promise<ZonePoint[]> {
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

/**
 * A change of a domain's DNS records, nameservers or edge profile that was sent to the registrar's service. Changes
 * that the service refused at once are left out, because they had no effect.
 */
export interface PastChange {
	operationId: number;
	reference: string;
	accountId: number;
	personId: number;
	/** When the change was sent. */
	at: Date;
	change: PlannedChange;
	/**
	 * - `done`: the service confirmed the change.
	 * - `in_progress`: the call is running, or the service accepted it and has not finished.
	 * - `in_doubt`: the bot does not know whether the service executed the call.
	 * - `failed`: the call had no clear answer. Later, the bot found that the change was not made, or a person confirmed
	 *   that.
	 */
	outcome: "done" | "in_progress" | "in_doubt" | "failed";
}

/** Returns the last `most` changes of a domain's DNS records, nameservers or edge profile, newest first. */
export async function pastChanges(db: Db, { accountId, domain }: DomainOf, most: number): Promise<PastChange[]> {
	return sentChanges(db, and(eq(items.accountId, accountId), eq(items.domain, domain)), most);
}

/** Returns the change of the domain that this operation sent; undefined if it sent none. */
export async function pastChange(db: Db, operationId: number, domain: string): Promise<PastChange | undefined> {
	const [only] = await sentChanges(db, and(eq(items.operationId, operationId), eq(items.domain, domain)), 1);
	return only;
}

async function sentChanges(db: Db, which: SQL | undefined, most: number): Promise<PastChange[]> {
	const rows = await db
		.select({
			operationId: operations.id,
			reference: operations.reference,
			accountId: operations.accountId,
			personId: operations.personId,
			at: sql<Date>`coalesce(${requests.firstSentAt}, ${operations.settledAt}, ${operations.createdAt})`.mapWith(
				operations.createdAt,
			),
			change: items.change,
			item: items.phase,
			request: requests.phase,
			mayHaveRun: requests.mayHaveRun,
		})
		.from(items)
		.innerJoin(requests, eq(requests.id, items.requestId))
		.innerJoin(operations, eq(operations.id, items.operationId))
		.where(
			and(
				which,
				inArray(operations.kind, zoneKinds),
				or(
					eq(items.phase, "succeeded"),
					and(eq(items.phase, "failed"), requests.mayHaveRun),
					and(notInArray(items.phase, ["succeeded", "failed"]), inArray(requests.phase, sentPhases)),
				),
			),
		)
		.orderBy(desc(operations.id))
		.limit(most);
	return rows.flatMap(({ change, item, request, mayHaveRun, ...row }) =>
		change ? [{ ...row, change, outcome: outcomeOf(item, request, mayHaveRun) }] : [],
	);
}

function outcomeOf(item: Item["phase"], request: Phase, mayHaveRun: boolean): PastChange["outcome"] {
	if (item === "succeeded") return "done";
	if (item === "failed") return "failed";
	return request === "accepted" || (request === "sent" && !mayHaveRun) ? "in_progress" : "in_doubt";
}

export type SavedTemplate = typeof zoneTemplates.$inferSelect;

/** Returns a person's templates, sorted by name. */
export async function listTemplates(db: Db, personId: number): Promise<SavedTemplate[]> {
	return db
		.select()
		.from(zoneTemplates)
		.where(eq(zoneTemplates.personId, personId))
		.orderBy(asc(zoneTemplates.name), asc(zoneTemplates.id));
}

interface Key {
	personId: number;
	id: number;
}

const isKey = ({ personId, id }: Key) => and(eq(zoneTemplates.personId, personId), eq(zoneTemplates.id, id));

export async function findTemplate(db: Db, key: Key): Promise<SavedTemplate | undefined> {
	const [found] = await db.select().from(zoneTemplates).where(isKey(key));
	return found;
}

/**
 * Saves a template. Returns `taken` if the person already has a template of this name, and `full` if they already have
 * `most` templates.
 */
export async function saveTemplate(
	db: Db,
	{ personId, name, records }: Pick<SavedTemplate, "personId" | "name" | "records">,
	most: number,
): Promise<"saved" | "taken" | "full"> {
	return db.transaction(async (tx) => {
		// Without the lock, two concurrent messages of the person could save two templates of the same name.
		await lockPerson(tx, personId);
		const others = await tx
			.select({ name: zoneTemplates.name })
			.from(zoneTemplates)
			.where(eq(zoneTemplates.personId, personId));
		if (others.some((other) => other.name === name)) return "taken";
		if (others.length >= most) return "full";
		await tx.insert(zoneTemplates).values({ personId, name, records });
		return "saved";
	});
}

export async function deleteTemplate(db: Db, key: Key): Promise<void> {
	await db.delete(zoneTemplates).where(isKey(key));
}
