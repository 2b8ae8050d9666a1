/** Digits and capitals without those that are taken for each other when read aloud or by eye (0 O, 1 I L, U V). */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const form = new RegExp(`^[${alphabet}]{4,6}$`);

/**
 * A new reference of an operation, such as `#4K7Q`. `pick(n)` draws a whole number below n. It is not unique by
 * itself: the store draws again on a clash, and longer ones (up to 6) when clashes become common.
 */
export function newReference(pick: (below: number) => number, length = 4): string {
	return `#${Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join("")}`;
}

/** The reference that a person typed, with or without its mark, in any case; undefined for what cannot be one. */
export function parseReference(text: string): string | undefined {
	const bare = text.trim().replace(/^#/, "").toUpperCase();
	return form.test(bare) ? `#${bare}` : undefined;
}
