/** Without the dot, in the order in which a search shows them. */
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

/** The person's favorites come first. Infinity for any other TLD. */
export function popularity(tld: string, favorites: readonly string[] = []): number {
	const at = [...favorites, ...popularTlds].indexOf(tld);
	return at === -1 ? Number.POSITIVE_INFINITY : at;
}
