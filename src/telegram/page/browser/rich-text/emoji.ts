const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the number of emoji if a text consists of one to three emoji, otherwise 0. Such texts are shown large. */
export function countOnlyEmoji(text: string): number {
	const parts = [...graphemes.segment(text)].slice(0, 4).map(({ segment }) => segment);
	return parts.length <= 3 && parts.every((part) => emoji.test(part)) ? parts.length : 0;
}
