import { type Entity, endOf, isCode, isQuote, isSplittable, sorted, splittable } from "./entity.ts";

/**
 * TDLib, fix_entities.
 * - Links, code and similar types must not overlap. If two of them do, the later one is dropped. Code contains no other
 *   entities.
 * - A quote may contain every type except another quote.
 * - Bold and similar types are joined if they touch. They are split where another entity begins or ends.
 */
export function nest(entities: readonly Entity[]): Entity[] {
	const all = sorted(entities.filter((entity) => entity.length > 0));
	if (isWellNested(all)) return all;
	const quotes = withoutOverlaps(all.filter(isQuote));
	const solid = withoutOverlaps(all.filter((each) => !isSplittable(each) && !isQuote(each))).filter(
		(entity) => !quotes.some((quote) => crosses(entity, quote)),
	);
	return cutInto(sorted([...solid, ...quotes]), all.filter(isSplittable));
}

/** `nest` then returns them unchanged. */
function isWellNested(all: readonly Entity[]): boolean {
	const open: Entity[] = [];
	const lastEnd = new Map<Entity["type"], number>();
	for (const entity of all) {
		while (open.length > 0 && open.some((each) => endOf(each) <= entity.offset)) open.pop();
		const parent = open.at(-1);
		if (parent !== undefined && (endOf(entity) > endOf(parent) || !mayHold(open, entity))) return false;
		if (isSplittable(entity) && (lastEnd.get(entity.type) ?? -1) >= entity.offset) return false;
		lastEnd.set(entity.type, endOf(entity));
		open.push(entity);
	}
	return true;
}

/**
 * A quote may not be inside any entity. Bold and similar types may be inside links. All types except quotes may be
 * inside quotes.
 */
function mayHold(open: readonly Entity[], entity: Entity): boolean {
	if (isQuote(entity)) return false;
	return open.every((each) => isQuote(each) || (!isSplittable(each) && !isCode(each) && isSplittable(entity)));
}

function withoutOverlaps(entities: readonly Entity[]): Entity[] {
	let end = 0;
	return entities.filter((entity) => {
		if (entity.offset < end) return false;
		end = endOf(entity);
		return true;
	});
}

function crosses(entity: Entity, quote: Entity): boolean {
	const apart = endOf(entity) <= quote.offset || endOf(quote) <= entity.offset;
	return !apart && !(quote.offset <= entity.offset && endOf(entity) <= endOf(quote));
}

function cutInto(fixed: readonly Entity[], loose: readonly Entity[]): Entity[] {
	const borders = new Set(fixed.flatMap((entity) => [entity.offset, endOf(entity)]));
	const pieces = splittable
		.flatMap((type) => joined(loose.filter((entity) => entity.type === type)))
		.flatMap((entity) => cutAt(entity, borders))
		.filter((piece) => !fixed.some((each) => isCode(each) && overlaps(each, piece)));
	return sorted([...fixed, ...pieces]);
}

const overlaps = (a: Entity, b: Entity): boolean => a.offset < endOf(b) && b.offset < endOf(a);

function joined(same: readonly Entity[]): Entity[] {
	const result: Entity[] = [];
	for (const entity of same) {
		const last = result.at(-1);
		if (last !== undefined && entity.offset <= endOf(last)) {
			last.length = Math.max(endOf(last), endOf(entity)) - last.offset;
		} else {
			result.push({ ...entity });
		}
	}
	return result;
}

function cutAt(entity: Entity, borders: ReadonlySet<number>): Entity[] {
	const inside = [...borders]
		.filter((border) => border > entity.offset && border < endOf(entity))
		.sort((a, b) => a - b);
	const points = [entity.offset, ...inside, endOf(entity)];
	return points.slice(1).map((end, index) => {
		const offset = points[index] ?? entity.offset;
		return { ...entity, offset, length: end - offset };
	});
}
