import type { EntityType, EntityView } from "../protocol.ts";

/** A formatted part of a text in Telegram's own shape, offsets in UTF-16 units. */
export type Entity = EntityView;

export interface FormattedText {
	text: string;
	entities: Entity[];
}

/** Which of two entities with equal extent is the outer one (TDLib, get_type_priority): the smaller number. */
const priorities: Partial<Record<EntityType, number>> = {
	blockquote: 0,
	expandable_blockquote: 0,
	pre: 11,
	code: 20,
	date_time: 30,
	text_link: 49,
	text_mention: 49,
	bold: 90,
	italic: 91,
	underline: 92,
	strikethrough: 93,
	spoiler: 94,
	custom_emoji: 99,
};

/** May be split at the borders of other entities. */
export const splittable: readonly EntityType[] = ["bold", "italic", "underline", "strikethrough", "spoiler"];

export const isSplittable = (entity: Entity): boolean => splittable.includes(entity.type);
export const isQuote = (entity: Entity): boolean =>
	entity.type === "blockquote" || entity.type === "expandable_blockquote";
/** Contains no other entity. */
export const isCode = (entity: Entity): boolean => entity.type === "code" || entity.type === "pre";

export const endOf = (entity: Entity): number => entity.offset + entity.length;

/** Outer before inner: by offset, longer first, then by type. */
export function sorted(entities: readonly Entity[]): Entity[] {
	const priority = (entity: Entity): number => priorities[entity.type] ?? 50;
	return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || priority(a) - priority(b));
}
