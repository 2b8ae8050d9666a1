import type { EntityView } from "../../../protocol.ts";

export type RichNode = string | RichElement;

export interface RichElement {
	entity: EntityView;
	children: RichNode[];
}

interface Span {
	entity: EntityView;
	start: number;
	end: number;
}

/**
 * Nesting of entities that cover exactly the same text. All other types are between `outermostFirst` and `innermost`.
 */
const outermostFirst = ["blockquote", "expandable_blockquote", "pre", "spoiler", "text_link"];
const blocks = outermostFirst.slice(0, 3);
const innermost = ["code", "custom_emoji", "date_time"];

/**
 * The entities may be in any order. If two overlap only partly, the one that starts later is split. Parts outside the
 * text are dropped.
 */
export function toTree(text: string, entities: readonly EntityView[]): RichNode[] {
	const spans = entities.map((entity) => toSpan(text, entity)).filter(({ start, end }) => start < end);
	spans.sort(byNesting);
	const cuts = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
	const positions = [...cuts].sort((left, right) => left - right);
	const roots: RichNode[] = [];
	let open: RichElement[] = [];
	for (const [index, from] of positions.slice(0, -1).entries()) {
		const active = spans.filter(({ start, end }) => start <= from && from < end).map(({ entity }) => entity);
		open = reopen(roots, open, active);
		append(open.at(-1)?.children ?? roots, text.slice(from, positions[index + 1]));
	}
	return roots;
}

/** Like Telegram's clients, drops a line break directly after a block, because the block already ends the line. */
function append(siblings: RichNode[], text: string): void {
	const shown = isBlock(siblings.at(-1)) && text.startsWith("\n") ? text.slice(1) : text;
	if (shown !== "") siblings.push(shown);
}

export function isBlock(node: RichNode | undefined): boolean {
	return typeof node === "object" && blocks.includes(node.entity.type);
}

/**
 * `open` has the elements that are open before this position, `active` the entities that cover it. Returns the elements
 * that are open after that, outermost first.
 */
function reopen(roots: RichNode[], open: RichElement[], active: EntityView[]): RichElement[] {
	const same = active.findIndex((entity, depth) => open[depth]?.entity !== entity);
	const kept = open.slice(0, same === -1 ? active.length : same);
	for (const entity of active.slice(kept.length)) {
		const element: RichElement = { entity, children: [] };
		(kept.at(-1)?.children ?? roots).push(element);
		kept.push(element);
	}
	return kept;
}

function toSpan(text: string, entity: EntityView): Span {
	const start = Math.max(0, entity.offset);
	return { entity, start, end: Math.min(text.length, entity.offset + entity.length) };
}

function byNesting(left: Span, right: Span): number {
	return left.start - right.start || right.end - left.end || rank(left.entity) - rank(right.entity);
}

function rank({ type }: EntityView): number {
	const outer = outermostFirst.indexOf(type);
	if (outer !== -1) return outer;
	return innermost.includes(type) ? outermostFirst.length + 1 : outermostFirst.length;
}

const emoji = /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic})$/v;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** A text of one to three emoji alone is shown in large type. 0 for other texts. */
export function countOnlyEmoji(text: string): number {
	const parts = [...graphemes.segment(text)].slice(0, 4).map(({ segment }) => segment);
	return parts.length <= 3 && parts.every((part) => emoji.test(part)) ? parts.length : 0;
}
