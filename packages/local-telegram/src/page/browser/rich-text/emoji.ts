const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A text of one to three emoji alone is shown in large type. 0 for other texts. */
export function countOnlyEmoji(text: string): number {
	const parts = [...graphemes.segment(text)].slice(0, 4).map(({ segment }) => segment);
	return parts.length <= 3 && parts.every((part) => emoji.test(part)) ? parts.length : 0;
}
