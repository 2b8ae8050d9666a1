import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, asc, eq } from "drizzle-orm";
import { lockPerson } from "./connections.ts";
import { zoneTemplates } from "./schema/templates.ts";

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
