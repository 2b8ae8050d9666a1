import { z } from "zod";

/** What a person chose of a list. `all`: everything that matches except `names`; otherwise exactly `names`. */
export const selection = z.object({ all: z.boolean(), names: z.array(z.string()) });
export type Selection = z.infer<typeof selection>;

/** The part of a list that a screen shows. A list narrows `sort` and `filter` to what it declares. */
export const listPosition = {
	search: z.string().optional(),
	sort: z.string().optional(),
	filter: z.string().optional(),
	page: z.number().optional(),
	selected: selection.optional(),
};
export type ListPosition = z.infer<z.ZodObject<typeof listPosition>>;

/** Names that are listed one by one. With more, a stored screen would grow without limit. */
export const mostNames = 500;

export function isSelected({ all, names }: Selection, name: string): boolean {
	return names.includes(name) !== all;
}

/** Selects a name, or removes it. A selection that names too many already stays as it is. */
export function toggle(chosen: Selection, name: string): Selection {
	const { all, names } = chosen;
	if (names.includes(name)) return { all, names: names.filter((each) => each !== name) };
	return names.length < mostNames ? { all, names: [...names, name] } : chosen;
}

/** Returns how many of `total` matching names are selected; never below 0, although the list may have shrunk. */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}
