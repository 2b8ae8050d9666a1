import { z } from "zod";

/** The selection in a list. If `all` is true, every matching item except `names`; otherwise exactly `names`. */
export const selection = z.object({ all: z.boolean(), names: z.array(z.string()) });
export type Selection = z.infer<typeof selection>;

/** A position in a list. Each list restricts `sort` and `filter` to the values that it declares. */
export const listPosition = {
	search: z.string().optional(),
	sort: z.string().optional(),
	filter: z.string().optional(),
	page: z.number().optional(),
	selected: selection.optional(),
};
export type ListPosition = z.infer<z.ZodObject<typeof listPosition>>;

/** The most names that a stored selection lists, so that a stored screen stays small. */
export const mostNames = 500;

export function isSelected({ all, names }: Selection, name: string): boolean {
	return names.includes(name) !== all;
}

/** Selects or deselects a name. Returns the same selection if it would list more than `mostNames` names. */
export function toggle(chosen: Selection, name: string): Selection {
	const { all, names } = chosen;
	if (names.includes(name)) return { all, names: names.filter((each) => each !== name) };
	return names.length < mostNames ? { all, names: [...names, name] } : chosen;
}

/**
 * Returns the selection for a list whose search or filter has changed. A selection of all matching items becomes empty,
 * because other items match now.
 */
export function keepNames(chosen: Selection): Selection {
	return chosen.all ? { all: false, names: [] } : chosen;
}

const termSeparator = " + ";

/** Splits a search such as `#sale + .de` into its terms. */
export function termsOf(search = ""): string[] {
	return search.split(termSeparator).filter((term) => term.trim() !== "");
}

/**
 * Adds a term to a search, or removes it if the search contains it. A new term replaces the one with the same first
 * character, which shows its kind.
 */
export function toggleTerm(search: string | undefined, term: string): string | undefined {
	const terms = termsOf(search);
	const others = terms.filter((each) => each[0] !== term[0]);
	return (terms.includes(term) ? others : [...others, term]).join(termSeparator) || undefined;
}

/**
 * Returns how many of `total` matching names are selected. Returns at least 0, because the list may have become
 * shorter.
 */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}
