import { z } from "zod";

/**
 * The selected items of a list. If `all` is false: the items in `names`. If `all` is true: all matching items except
 * those in `names`.
 */
export const selection = z.object({ all: z.boolean(), names: z.array(z.string()) });
export type Selection = z.infer<typeof selection>;

/** What a list currently shows. Each list restricts `sort` and `filter` to the values that it declares. */
export const listPosition = {
	search: z.string().optional(),
	sort: z.string().optional(),
	filter: z.string().optional(),
	page: z.number().optional(),
	selected: selection.optional(),
};
export type ListPosition = z.infer<z.ZodObject<typeof listPosition>>;

/** The most names that a stored selection may contain. The limit keeps the screen's row in the database small. */
export const mostNames = 500;

export function isSelected({ all, names }: Selection, name: string): boolean {
	return names.includes(name) !== all;
}

/**
 * Selects a name, or deselects a selected one. Returns the same selection if it would contain more than `mostNames`
 * names.
 */
export function toggle(chosen: Selection, name: string): Selection {
	const { all, names } = chosen;
	if (names.includes(name)) return { all, names: names.filter((each) => each !== name) };
	return names.length < mostNames ? { all, names: [...names, name] } : chosen;
}

/**
 * Selects or deselects several names. A selection contains at most `mostNames` names. Names beyond that are left out.
 */
export function setSelected({ all, names }: Selection, changed: readonly string[], on: boolean): Selection {
	const others = names.filter((name) => !changed.includes(name));
	return { all, names: on === all ? others : [...others, ...changed].slice(0, mostNames) };
}

const termSeparator = " + ";

/** Splits a search such as `#sale + .de` into its terms. */
export function termsOf(search = ""): string[] {
	return search.split(termSeparator).filter((term) => term.trim() !== "");
}

export type TermKind = "tag" | "extension" | "label" | "word";

/** Returns the kind of a term: `#tag`, `.extension`, `label:…`, or a part of a name. */
export function kindOf(term: string): TermKind {
	if (/^#./.test(term)) return "tag";
	if (term.startsWith(".")) return "extension";
	return /^label:./i.test(term) ? "label" : "word";
}

/** Returns the label of a term such as `label:client one`. Undefined if the term is of another kind. */
export function labelOf(term: string): string | undefined {
	return kindOf(term) === "label" ? term.slice("label:".length) : undefined;
}

/**
 * Adds terms to a search. A new extension or label replaces the earlier one, because a domain has only one of each.
 * Other terms are added: a domain can have several tags, and its name can contain several words.
 */
export function addTerms(search: string | undefined, added: readonly string[]): string | undefined {
	const kinds = added.map(kindOf);
	const isReplaced = (kind: TermKind) => (kind === "extension" || kind === "label") && kinds.includes(kind);
	const kept = termsOf(search).filter((term) => !isReplaced(kindOf(term)) && !added.includes(term));
	return joinTerms([...kept, ...added]);
}

/**
 * Adds a term to a search, or removes it if the search already contains it. A new extension or label replaces the
 * earlier one.
 */
export function toggleTerm(search: string | undefined, term: string): string | undefined {
	const terms = termsOf(search);
	return terms.includes(term) ? joinTerms(terms.filter((each) => each !== term)) : addTerms(search, [term]);
}

/** Joins terms into a search. Returns undefined if there are no terms. */
export function joinTerms(terms: readonly string[]): string | undefined {
	return terms.join(termSeparator) || undefined;
}

/**
 * Returns how many of `total` matching names are selected. The result is at least 0, even if the list has become
 * shorter than the selection.
 */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}

/** Domains on a page of My domains. */
export const pageSize = 20;
