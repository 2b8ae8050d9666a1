/** The most popular extensions, without the dot, in the order in which a search shows them. */
export const popularZones: readonly string[] = [
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
 * Returns the position of an extension in a list that has the person's favorites first and `popularZones` after them.
 * Infinity if it is not in the list.
 */
export function popularity(zone: string, favorites: readonly string[] = []): number {
	const at = [...favorites, ...popularZones].indexOf(zone);
	return at === -1 ? Number.POSITIVE_INFINITY : at;
}
