const defaults = { BENCH_LOAD_SECONDS: 60, BENCH_PEOPLE: 100_000 };

/** Reads a setting of `npm run bench` from the environment. Throws an error that names the setting if it is wrong. */
export function readSetting(name: keyof typeof defaults): number {
	const text = process.env[name] ?? String(defaults[name]);
	if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number of at least 1, not ${text}`);
	return Number(text);
}
