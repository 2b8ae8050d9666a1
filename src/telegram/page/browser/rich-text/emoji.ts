const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The number of emoji, up to three, if a text consists only of emoji; otherwise 0. Such texts are shown large. */
export function countOnlyEmoji(text: string): number {
	const parts = [...graphemes.segment(text)].slice(0, 4).map(({ segment }) => segment);
	return parts.length <= 3 && parts.every((part) => emoji.test(part)) ? parts.length : 0;
}
