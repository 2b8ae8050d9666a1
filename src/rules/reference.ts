/** People easily confuse 0 with O, 1 with I and L, and U with V. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const form = new RegExp(`^[${alphabet}]{4,6}$`);

/**
 * `length` does not count the `#`. `pick(n)` returns a random integer from 0 to n - 1. The caller calls again if
 * another order has the same reference. After three tries, it passes a greater `length`.
 */
export function newReference(pick: (below: number) => number, length = 4): string {
	return `#${Array.from({ length }, () => alphabet.charAt(pick(alphabet.length))).join("")}`;
}

/** With or without `#`, in upper or lower case. */
export function parseReference(text: string): string | undefined {
	const bare = text.trim().replace(/^#/, "").toUpperCase();
	return form.test(bare) ? `#${bare}` : undefined;
}
