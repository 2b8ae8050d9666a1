const defaults = { BENCH_LOAD_SECONDS: 60, BENCH_PEOPLE: 100_000 };

/** From the environment. The error names the setting. */
export function readSetting(name: keyof typeof defaults): number {
	const text = process.env[name] ?? String(defaults[name]);
	if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${name} must be a whole number of at least 1, not ${text}`);
	return Number(text);
}
