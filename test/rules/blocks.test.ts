import { expect, it } from "vitest";
import { type BlockSignal, blockedMs, blocksOf } from "../../src/rules/blocks.ts";

const minutes = (at: Date | null) => at && at.getTime() / 60_000;
const signal = (blocked: boolean, minute: number, reason: string | null = null): BlockSignal => ({
	id: minute,
	blocked,
	at: new Date(minute * 60_000),
	reason,
});
const spansOf = (...signals: BlockSignal[]) =>
	blocksOf(signals).map(({ since, until, reason }) => [minutes(since), minutes(until), reason]);

it("pairs a block with its end, in any order of arrival", () => {
	const [start, end] = [signal(true, 10, "abuse"), signal(false, 202)];
	expect(spansOf(start, end)).toEqual([[10, 202, "abuse"]]);
	expect(spansOf(end, start)).toEqual([[10, 202, "abuse"]]);
	expect(blocksOf([end, start]).map(blockedMs)).toEqual([192 * 60_000]);
});

it("keeps two blocks apart", () => {
	expect(spansOf(signal(true, 30), signal(false, 40), signal(true, 10), signal(false, 20))).toEqual([
		[10, 20, null],
		[30, 40, null],
	]);
});

it("counts a repeated event once and keeps the newest reason", () => {
	expect(spansOf(signal(true, 10, "first"), signal(true, 15, "second"), signal(true, 17), signal(false, 20))).toEqual([
		[10, 20, "second"],
	]);
});

it("knows no duration while a block lasts, or without its start", () => {
	expect(blocksOf([signal(true, 10)]).map(blockedMs)).toEqual([null]);
	expect(blocksOf([signal(false, 10)]).map(blockedMs)).toEqual([null]);
	expect(spansOf(signal(false, 10), signal(false, 200))).toEqual([
		[null, 10, null],
		[null, 200, null],
	]);
});

it("keeps the duration if the end is reported again soon after", () => {
	expect(spansOf(signal(true, 10), signal(false, 40), signal(false, 41))).toEqual([[10, 40, null]]);
	expect(spansOf(signal(true, 10), signal(false, 40), signal(false, 400))).toEqual([
		[10, 40, null],
		[null, 400, null],
	]);
});

it("takes a start and an end at the same time for an ended block, and for a new one after an open block", () => {
	expect(spansOf(signal(false, 10), signal(true, 10, "abuse"))).toEqual([[10, 10, "abuse"]]);
	expect(spansOf(signal(true, 5), signal(true, 10, "again"), signal(false, 10))).toEqual([
		[5, 10, null],
		[10, null, "again"],
	]);
});
