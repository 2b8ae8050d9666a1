import { mostTags, parseNote, parseTags } from "../../rules/tags.ts";
import {
	addTags,
	countNotes,
	countTags,
	type Facets,
	findFacets,
	findNotes,
	type NotesOwner,
	removeTag,
	saveNote,
} from "../../store/domain-notes.ts";
import { openAccess } from "../access.ts";
import type { Actor, Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";
import type { TagChoice } from "./domains.ts";

const mostValues = 6;

type WithOwner<R> = Promise<R | Trouble>;

async function withOwner<R>(deps: Deps, personId: number, work: (owner: NotesOwner) => Promise<R>): WithOwner<R> {
	const access = await openAccess(deps, personId);
	return "kind" in access ? access : await work({ personId, accountId: access.account.id });
}

export function notes(deps: Deps, { personId, domain }: Actor & { domain: string }) {
	return withOwner(deps, personId, async (owner) => ({
		kind: "notes" as const,
		...(await findNotes(deps.db, owner, domain)),
	}));
}

/** Returns how many of these domains have a note of this person. */
export function noteCount(deps: Deps, { personId, names }: Actor & { names: readonly string[] }) {
	return withOwner(deps, personId, async (owner) => ({
		kind: "counted" as const,
		count: await countNotes(deps.db, owner, names),
	}));
}

/** Sets the person's note on each of these domains. An empty text deletes their notes. */
export function writeNote(deps: Deps, { personId, names, text }: Actor & { names: readonly string[]; text: string }) {
	return withOwner(deps, personId, async (owner) => {
		const note = parseNote(text);
		if (note === null) return { kind: "too_long" } as const;
		return { kind: "saved", count: await saveNote(deps.db, owner, { names, note }) } as const;
	});
}

/** Returns the tags of these domains, each with its number of domains. Also returns other tags to choose from. */
export function tags(deps: Deps, { personId, names }: Actor & { names: readonly string[] }) {
	return withOwner(deps, personId, async (owner): Promise<TagChoice> => {
		const [used, frequent] = await Promise.all([
			countTags(deps.db, owner, names),
			findFacets(deps.db, owner, mostValues),
		]);
		const values = new Set(used.map(({ value }) => value));
		const others = frequent.tags.map(({ value }) => value).filter((value) => !values.has(value));
		return { kind: "tags", used, others };
	});
}

/**
 * Adds the tags in `text` to these domains. `count`: the number of tagged domains. `full`: the number of domains that
 * were left out because they would get too many tags.
 */
export function tag(deps: Deps, { personId, names, text }: Actor & { names: readonly string[]; text: string }) {
	return withOwner(deps, personId, async (owner) => {
		const parsed = parseTags(text);
		if (!parsed.ok) return { kind: "refused" as const, problem: parsed.problem, part: parsed.part };
		const count = await addTags(deps.db, owner, { names, tags: parsed.tags, most: mostTags });
		return { kind: "tagged" as const, tags: parsed.tags, count, full: names.length - count };
	});
}

export function untag(deps: Deps, { personId, names, tag: value }: Actor & { names: readonly string[]; tag: string }) {
	return withOwner(deps, personId, async (owner) => {
		await removeTag(deps.db, owner, { names, tag: value });
		return { kind: "untagged" as const };
	});
}

/** Returns the most frequent tags, TLDs and labels (`client_ref`) of the account's domains. */
export function facets(deps: Deps, { personId }: Actor): WithOwner<{ kind: "facets" } & Facets> {
	return withOwner(deps, personId, async (owner) => ({
		kind: "facets" as const,
		...(await deps.reader((db) => findFacets(db, owner, mostValues))),
	}));
}
