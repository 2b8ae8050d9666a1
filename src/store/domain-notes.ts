import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { type SQL, sql } from "drizzle-orm";

/** A person's private tags and note for a domain. Other people on the account do not see them. */
export type DomainNotes = { tags: string[]; note: string | null };

/** The person and the account that notes belong to. */
export interface NotesOwner {
	personId: number;
	accountId: number;
}

/** A value and the number of domains that have it. */
export type Counted = { value: string; count: number };

const owned = ({ personId, accountId }: NotesOwner): SQL => sql`person_id = ${personId} and account_id = ${accountId}`;
const listOf = (values: readonly string[]): SQL =>
	sql`(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

export async function findNotes(db: Db, owner: NotesOwner, domain: string): Promise<DomainNotes> {
	const [row] = await db.execute<{ tags: string[]; note: string | null }>(sql`
		select to_jsonb(tags) as tags, note from bot.domain_notes where ${owned(owner)} and domain = ${domain}`);
	return row ?? { tags: [], note: null };
}

/** Returns the tags of the given domains and how many of them have each tag, the most frequent tag first. */
export async function countTags(db: Db, owner: NotesOwner, names: readonly string[]): Promise<Counted[]> {
	return await db.execute<Counted>(sql`
		select tag as value, count(*)::int as count from bot.domain_notes, unnest(tags) as tag
		where ${owned(owner)} and domain in ${listOf(names)} group by tag order by count desc, tag`);
}

/**
 * Adds tags to domains of the account. Returns the number of domains that now have all of these tags. Does not change a
 * domain that would get more than `most` tags.
 */
export async function addTags(
	db: Db,
	owner: NotesOwner,
	{ names, tags, most }: { names: readonly string[]; tags: readonly string[]; most: number },
): Promise<number> {
	const added = sql`array(select tag from jsonb_array_elements_text(${JSON.stringify(tags)}::jsonb) as tag order by tag)`;
	const both = sql`array(select distinct tag from unnest(n.tags || excluded.tags) as tag order by tag)`;
	const rows = await db.execute(sql`
		insert into bot.domain_notes as n (person_id, account_id, domain, tags)
		select ${owner.personId}::bigint, account_id, domain, ${added} from bot.domains
		where account_id = ${owner.accountId} and listed_at is not null and domain in ${listOf(names)}
			and cardinality(${added}) <= ${most}
		order by domain
		on conflict (person_id, account_id, domain) do update set tags = ${both} where cardinality(${both}) <= ${most}
		returning 1`);
	return rows.length;
}

/** Adds one tag to each domain that the person has just registered. The stored list may not contain it yet. */
export async function tagRegistered(
	tx: Tx,
	owner: NotesOwner,
	tagged: readonly { domain: string; tag: string }[],
	most: number,
): Promise<void> {
	if (tagged.length === 0) return;
	const both = sql`array(select distinct tag from unnest(n.tags || excluded.tags) as tag order by tag)`;
	await tx.execute(sql`
		insert into bot.domain_notes as n (person_id, account_id, domain, tags)
		select ${owner.personId}::bigint, ${owner.accountId}::bigint, domain, array[tag]
		from jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as item (domain text, tag text)
		order by domain
		on conflict (person_id, account_id, domain) do update set tags = ${both} where cardinality(${both}) <= ${most}`);
}

/** Returns the person's tag that a text names; null if there is none. Ignores case. */
export async function findTag(db: Db, personId: number, text: string): Promise<string | null> {
	const rows = await db.execute<{ tag: string }>(sql`
		select tag from bot.domain_notes, unnest(tags) as tag where person_id = ${personId} and tag = lower(${text})
		union select value from bot.mutes
			where person_id = ${personId} and topic in ('tag', 'tag_block') and value = lower(${text})
		limit 1`);
	return rows[0]?.tag ?? null;
}

export async function removeTag(
	db: Db,
	owner: NotesOwner,
	{ names, tag }: { names: readonly string[]; tag: string },
): Promise<void> {
	await db.execute(sql`
		update bot.domain_notes set tags = array_remove(tags, ${tag})
		where ${owned(owner)} and domain in ${listOf(names)} and ${tag} = any(tags)`);
}

export async function countNotes(db: Db, owner: NotesOwner, names: readonly string[]): Promise<number> {
	const [row] = await db.execute<{ count: number }>(sql`
		select count(*)::int as count from bot.domain_notes
		where ${owned(owner)} and note is not null and domain in ${listOf(names)}`);
	return row?.count ?? 0;
}

/** Replaces the note of each domain. An empty text deletes the note. Returns the number of changed notes. */
export async function saveNote(
	db: Db,
	owner: NotesOwner,
	{ names, note }: { names: readonly string[]; note: string },
): Promise<number> {
	const rows = await db.execute(
		note === ""
			? sql`
				update bot.domain_notes set note = null
				where ${owned(owner)} and note is not null and domain in ${listOf(names)} returning 1`
			: sql`
				insert into bot.domain_notes (person_id, account_id, domain, note)
				select ${owner.personId}::bigint, account_id, domain, ${note} from bot.domains
				where account_id = ${owner.accountId} and domain in ${listOf(names)}
				order by domain
				on conflict (person_id, account_id, domain) do update set note = excluded.note
				returning 1`,
	);
	return rows.length;
}

/**
 * The most frequent tags, TLDs and labels (`client_ref`), which a person can choose as filters of the domain list. A
 * label that is also a tag of its domain is left out.
 */
export interface Facets {
	tags: Counted[];
	extensions: Counted[];
	labels: Counted[];
}

export async function findFacets(db: Db | Tx, owner: NotesOwner, most: number): Promise<Facets> {
	const listed = sql`account_id = ${owner.accountId} and listed_at is not null`;
	const frequent = async (value: SQL, from: SQL): Promise<Counted[]> =>
		await db.execute<Counted>(sql`
			select ${value} as value, count(*)::int as count ${from} group by 1 order by 2 desc, 1 limit ${most}`);
	const [tags, extensions, labels] = await Promise.all([
		frequent(
			sql`tag`,
			sql`from bot.domain_notes, unnest(tags) as tag
				where ${owned(owner)} and domain in (select domain from bot.domains where ${listed})`,
		),
		frequent(sql`substring(domain from '\\..*$')`, sql`from bot.domains where ${listed}`),
		frequent(
			sql`client_ref`,
			sql`from bot.domains d where ${listed} and client_ref <> '' and not exists (
				select from bot.domain_notes n
				where n.person_id = ${owner.personId} and n.account_id = d.account_id and n.domain = d.domain and lower(d.client_ref) = any(n.tags))`,
		),
	]);
	return { tags, extensions, labels };
}
