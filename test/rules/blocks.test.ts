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
	expect(spansOf(signal(false, 10), signal(false, 20))).toEqual([
		[null, 10, null],
		[null, 20, null],
	]);
});
