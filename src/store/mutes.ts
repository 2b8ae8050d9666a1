import type { Db } from "@domains/kit/postgres/connect.ts";
import { and, eq, sql } from "drizzle-orm";
import { mutes } from "./schema/events.ts";

export type Topic = Pick<typeof mutes.$inferSelect, "topic" | "value">;

export async function mute(db: Db, personId: number, topic: Topic): Promise<void> {
	await db
		.insert(mutes)
		.values({ personId, ...topic })
		.onConflictDoNothing();
}

export async function unmute(db: Db, personId: number, { topic, value }: Topic): Promise<void> {
	await db.delete(mutes).where(and(eq(mutes.personId, personId), eq(mutes.topic, topic), eq(mutes.value, value)));
}

export async function mutesOf(db: Db, personId: number): Promise<Topic[]> {
	return db
		.select({ topic: mutes.topic, value: mutes.value })
		.from(mutes)
		.where(eq(mutes.personId, personId))
		.orderBy(mutes.topic, mutes.value);
}

/**
 * True if the person gets alerts of this type about a domain, or about the domains with a label (`client_ref`) or a tag. False
 * if the person muted the alert type, the block alerts of this domain, or the block alerts of the label or tag. For a domain,
 * this is the label that the domain has, or a tag of it.
 */
export async function reportsBlocks(
	db: Db,
	personId: number,
	type: "domain.blocked" | "domain.unblocked",
	{ domain = null, label = null, tag = null }: { domain?: string | null; label?: string | null; tag?: string | null },
): Promise<boolean> {
	const [row] = await db.execute<{ reported: boolean }>(sql`
		select not exists (
			select from bot.mutes where person_id = ${personId} and (
				(topic = 'type' and value = ${type})
				or (topic = 'block' and value = ${domain}::text)
				or (topic = 'label_block' and (value = ${label}::text or value in (
					select client_ref from bot.domains where domain = ${domain}::text
						and account_id in (select account_id from bot.connections where person_id = ${personId}))))
				or (topic = 'tag_block' and (value = ${tag}::text or value in (
					select unnest(tags) from bot.domain_notes where person_id = ${personId} and domain = ${domain}::text)))
			)
		) as reported`);
	return row?.reported ?? false;
}

/**
 * Finds the label (the `client_ref` of a domain) that a text names. Searches the labels of the person's domains and the
 * labels that the person muted. Ignores case, but prefers an exact match.
 */
export async function findLabel(db: Db, personId: number, text: string): Promise<string | null> {
	const rows = await db.execute<{ label: string }>(sql`
		select label from (
			select client_ref as label from bot.domains
			where account_id in (select account_id from bot.connections where person_id = ${personId})
			union
			select value from bot.mutes where person_id = ${personId} and topic in ('label', 'label_block')
		) known
		where lower(label) = lower(${text}) order by label <> ${text}, label limit 1`);
	return rows[0]?.label ?? null;
}
