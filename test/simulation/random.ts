/** Where all choices of a run come from: the same seed makes the same ones. */
export interface Random {
	/** In [0, 1). */
	next(): number;
	/** A whole number from `least` to `most`. */
	whole(least: number, most: number): number;
	chance(probability: number): boolean;
	pick<Value>(values: readonly Value[]): Value;
	/** A stream of its own: what is drawn from it does not depend on how often others were drawn from. */
	fork(name: string | number): Random;
}

/**
 * Mulberry32. A generator of our own, because every part of a run needs a stream under a name, so that the order in
 * which processes happen to run changes no choice; an even spread is all that is asked of it.
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

/** FNV-1a, mixed once more: neighbouring names must not give neighbouring streams. */
function hash(text: string): number {
	let value = 0x811c9dc5;
	for (const byte of Buffer.from(text)) value = Math.imul(value ^ byte, 0x01000193);
	value = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
	return (value ^ (value >>> 16)) >>> 0;
}
