import { and, asc, count, eq } from "drizzle-orm";
import type { Db } from "../postgres/connect.ts";
import { zoneTemplates } from "./schema/templates.ts";

export type SavedTemplate = typeof zoneTemplates.$inferSelect;

/** Returns a person's templates by name. */
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

/** Saves a template, in place of the person's template of the same name. False if the person has `most` others. */
export async function saveTemplate(
	db: Db,
	{ personId, name, records }: Pick<SavedTemplate, "personId" | "name" | "records">,
	most: number,
): Promise<boolean> {
	return db.transaction(async (tx) => {
		await tx.delete(zoneTemplates).where(and(eq(zoneTemplates.personId, personId), eq(zoneTemplates.name, name)));
		const [others] = await tx
			.select({ count: count() })
			.from(zoneTemplates)
			.where(eq(zoneTemplates.personId, personId));
		if ((others?.count ?? 0) >= most) return false;
		await tx.insert(zoneTemplates).values({ personId, name, records });
		return true;
	});
}

export async function deleteTemplate(db: Db, key: Key): Promise<void> {
	await db.delete(zoneTemplates).where(isKey(key));
}
