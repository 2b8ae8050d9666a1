/** The most popular TLDs, without the dot, in the order in which a search shows them. */
export const popularTlds: readonly string[] = [
	"com",
	"net",
	"org",
	"io",
	"co",
	"app",
	"dev",
	"ai",
	"me",
	"xyz",
	"shop",
	"online",
];

/**
 * Returns the position of a TLD in a list that has the person's favorites first and `popularTlds` after them. Infinity
 * if it is not in the list.
 */
export function popularity(tld: string, favorites: readonly string[] = []): number {
	const at = [...favorites, ...popularTlds].indexOf(tld);
	return at === -1 ? Number.POSITIVE_INFINITY : at;
}
