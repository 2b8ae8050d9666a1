/** The same seed leads to the same choices. */
export interface Random {
	/** A number from 0 (included) to 1 (excluded). */
	next(): number;
	/** Both included. */
	whole(least: number, most: number): number;
	chance(probability: number): boolean;
	pick<Value>(values: readonly Value[]): Value;
	/** Depends only on the seed and the name, and not on how other streams are used. */
	fork(name: string | number): Random;
}

/**
 * Mulberry32: evenly distributed, not secure. Each part of a run uses a separate named stream, so the timing of
 * processes does not change any choice.
 */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	function next(): number {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	}
	const whole = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
	return {
		next,
		whole,
		chance: (probability) => next() < probability,
		pick(values) {
			const value = values[whole(0, values.length - 1)];
			if (value === undefined) throw new Error("nothing to pick from");
			return value;
		},
		fork: (name) => createRandom(hash(`${seed} ${name}`)),
	};
}

/** FNV-1a with an extra mixing step, without which streams with similar names would have similar values. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
	value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
	return (value ^ (value >>> 16)) >>> 0;
}
