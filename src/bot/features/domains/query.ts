import type { Actions, PortfolioQuery } from "../../../actions/index.ts";
import { isSelected, termsOf } from "../../screens/list-position.ts";
import type { DomainsPosition } from "./routes.ts";

export const pageSize = 8;

/**
 * Returns the database query for a position in *My domains*. The terms of `search` are separated by ` + `. A term is
 * `#tag`, `.extension`, `label:…`, or a part of a name.
 */
export function queryOf({ search = "", filter, sort = "expiry", page = 1 }: DomainsPosition): PortfolioQuery {
	const days = filter !== undefined && /^\d/.test(filter) ? Number(filter) : undefined;
	const status = filter === "blocked" || filter === "expired" || filter === "edge" ? filter : undefined;
	const place = { sort, offset: (page - 1) * pageSize, limit: pageSize, withinDays: days, status };
	return Object.assign(place, ...termsOf(search).map(readTerm));
}

function readTerm(term: string): Partial<PortfolioQuery> {
	const wanted = term.trim().toLowerCase();
	if (/^#./.test(wanted)) return { tag: wanted.slice(1) };
	if (wanted.startsWith(".")) return { extension: wanted };
	if (/^label:./.test(wanted)) return { label: wanted.slice("label:".length) };
	return { search: wanted };
}

/**
 * Returns the names of the selected domains, or no names if the read fails. If the person selected all matching
 * domains, reads only a few names more than `most`, enough to show the caller that there are too many.
 */
export async function selectedNames(
	actions: Actions,
	personId: number,
	{ selected, ...position }: DomainsPosition,
	most: number,
): Promise<string[]> {
	if (!selected) return [];
	if (!selected.all) return selected.names;
	const query = { ...queryOf(position), offset: 0, limit: most + selected.names.length + 1 };
	const found = await actions.domain.portfolio({ personId, query });
	const names = found.kind === "portfolio" ? found.domains.map(({ domain }) => domain) : [];
	return names.filter((name) => isSelected(selected, name));
}
