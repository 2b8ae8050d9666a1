import { z } from "zod";

/** The selected items of a list: the items in `names`. If `all` is true, all matching items except those in `names`. */
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

/** The most names that a stored selection may contain, so that the row of the screen stays small. */
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
 * Returns the selection to keep when the search or filter of a list has changed. A selection of all matching items
 * becomes empty, because other items match now.
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
 * Adds a term to a search, or removes the term if the search contains it. The first character of a term shows its kind.
 * A new term replaces the term of the same kind.
 */
export function toggleTerm(search: string | undefined, term: string): string | undefined {
	const terms = termsOf(search);
	const others = terms.filter((each) => each[0] !== term[0]);
	return (terms.includes(term) ? others : [...others, term]).join(termSeparator) || undefined;
}

/**
 * Returns how many of `total` matching names are selected. The result is at least 0, even if the list has become
 * shorter than the selection.
 */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}
