const shownLength = 80;

/** Truncates a text to 80 characters, to quote it in a message. */
export function shorten(text: string): string {
	if (text.length <= shownLength) return text;
	const characters = [...text.slice(0, 2 * shownLength + 2)];
	return characters.length > shownLength ? `${characters.slice(0, shownLength - 1).join("")}…` : text;
}
