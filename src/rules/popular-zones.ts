/** The extensions that most people want, without the dot, in the order in which a search shows them. */
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

/** Position of an extension in `popularZones`; infinity if it is not there. */
export function popularity(zone: string): number {
	const at = popularZones.indexOf(zone);
	return at === -1 ? Number.POSITIVE_INFINITY : at;
}
