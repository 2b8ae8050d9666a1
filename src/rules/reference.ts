/** Digits and capitals without those that are easily confused (0 O, 1 I L, U V). */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const form = new RegExp(`^[${alphabet}]{4,6}$`);

/**
 * Returns a new order reference, such as `#4K7Q`. `length` does not count the `#`. `pick(n)` returns a random integer
 * from 0 to n - 1. If the reference is in use, the caller calls again, after three tries with a greater length.
 */
export function newReference(pick: (below: number) => number, length = 4): string {
	return `#${Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join("")}`;
}

/** Parses a typed reference, with or without `#`, in any case; undefined if it cannot be one. */
export function parseReference(text: string): string | undefined {
	const bare = text.trim().replace(/^#/, "").toUpperCase();
	return form.test(bare) ? `#${bare}` : undefined;
}
