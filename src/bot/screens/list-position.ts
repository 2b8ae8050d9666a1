import { z } from "zod";

/** The selection in a list. `all`: every matching item except `names`. Otherwise exactly `names`. */
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

/** Selects or deselects a name. Changes nothing if the selection already lists too many names. */
export function toggle(chosen: Selection, name: string): Selection {
	const { all, names } = chosen;
	if (names.includes(name)) return { all, names: names.filter((each) => each !== name) };
	return names.length < mostNames ? { all, names: [...names, name] } : chosen;
}

/** Returns how many of `total` matching names are selected; at least 0, because the list may have shrunk. */
export function countSelected({ all, names }: Selection, total: number): number {
	return all ? Math.max(0, total - names.length) : names.length;
}
