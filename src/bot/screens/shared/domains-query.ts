import type { PortfolioQuery } from "../../../actions/domain/domains.ts";
import type { Actions } from "../../../actions/index.ts";
import type { DomainsPosition } from "../../screens.ts";
import { isSelected, kindOf, labelOf, pageSize, type TermKind, termsOf } from "../list-position.ts";

/** The maximum number of words of a tag or a label that `readSearch` recognises in a text. */
const mostWords = 4;

/**
 * Returns the database query for a position in *My domains*. A domain must match every term of `search`. The terms are
 * separated by ` + `. A term is `#tag`, `.extension`, `label:…`, or a part of a name.
 */
export function queryOf({ search = "", filter, sort = "expiry", page = 1 }: DomainsPosition): PortfolioQuery {
	const days = filter !== undefined && /^\d/.test(filter) ? Number(filter) : undefined;
	const status = filter === "blocked" || filter === "expired" || filter === "edge" ? filter : undefined;
	const place = { sort, offset: (page - 1) * pageSize, limit: pageSize, withinDays: days, status };
	const terms = termsOf(search).map((term) => term.trim().toLowerCase());
	const ofKind = (wanted: TermKind) => terms.filter((term) => kindOf(term) === wanted);
	return {
		...place,
		tags: ofKind("tag").map((term) => term.slice(1)),
		extensions: ofKind("extension"),
		labels: terms.map(labelOf).filter((label) => label !== undefined),
		words: ofKind("word"),
	};
}

/**
 * Splits a text that the person sent into the terms of a search. Usually, each word is a separate term. But a tag or a
 * label can contain spaces. So for a tag or a label, takes the longest sequence of words for which `exists` returns
 * true.
 */
export async function readSearch(text: string, exists: (search: string) => Promise<boolean>): Promise<string[]> {
	const terms: string[] = [];
	for (const part of termsOf(text)) {
		let words = part.trim().split(/\s+/);
		while (words[0] !== undefined) {
			const length = await lengthOfTerm(words, exists);
			terms.push(words.slice(0, length).join(" "));
			words = words.slice(length);
		}
	}
	return terms;
}

async function lengthOfTerm(words: readonly string[], exists: (search: string) => Promise<boolean>): Promise<number> {
	const kind = kindOf(words[0] ?? "");
	if (kind !== "tag" && kind !== "label") return 1;
	const end = words.findIndex((word, index) => index > 0 && kindOf(word) !== "word");
	for (let length = Math.min(end < 0 ? words.length : end, mostWords); length > 1; length -= 1) {
		if (await exists(words.slice(0, length).join(" "))) return length;
	}
	return 1;
}

/**
 * Returns the names of the selected domains. Returns none if the list of domains cannot be read. If all matching
 * domains are selected, returns only a few more than `most`. This is enough to show that there are too many.
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
	const found = await actions.domain.portfolio({ personId, query, decides: true });
	const names = found.kind === "portfolio" ? found.domains.map(({ domain }) => domain) : [];
	return names.filter((name) => isSelected(selected, name));
}
