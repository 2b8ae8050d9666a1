import type { EntityType, EntityView } from "../protocol.ts";

/** Offsets are in UTF-16 units. */
export type Entity = EntityView;

export interface FormattedText {
	text: string;
	entities: Entity[];
}

/** The entity whose type has the smaller number is outside (TDLib, get_type_priority). */
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

/** They are split where another entity begins or ends. */
export const splittable: readonly EntityType[] = ["bold", "italic", "underline", "strikethrough", "spoiler"];

export const isSplittable = (entity: Entity): boolean => splittable.includes(entity.type);
export const isQuote = (entity: Entity): boolean =>
	entity.type === "blockquote" || entity.type === "expandable_blockquote";
/** They cannot contain other entities. */
export const isCode = (entity: Entity): boolean => entity.type === "code" || entity.type === "pre";

export const endOf = (entity: Entity): number => entity.offset + entity.length;

/** An outer entity precedes those inside it: by offset, then from long to short, then by type. */
export function sorted(entities: readonly Entity[]): Entity[] {
	const priority = (entity: Entity): number => priorities[entity.type] ?? 50;
	return entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length || priority(a) - priority(b));
}
