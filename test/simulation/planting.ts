import { registerHooks } from "node:module";

/** Applied while the file is loaded. */
export interface Edit {
	file: string;
	from: string;
	to: string;
}

/**
 * Heartbeats and the sweeps for due rows run once a minute: the simulation does this work itself whenever it advances
 * its clock.
 */
export const slowBackgroundWork: readonly Edit[] = [
	{
		file: "packages/kit/src/jobs/index.ts",
		from: "sweepMs: 1_000, touchMs: 3_000",
		to: "get sweepMs() { return Number(process.env.SIMULATED_SWEEP_MS); }, touchMs: 60_000",
	},
];

/**
 * Waits (`waits.ts`) for a permit of the rate limit, before another poll of Telegram, and before another try to become
 * the leader.
 */
export const skippedWaits: readonly Edit[] = [
	...["src/client/send.ts", "packages/kit/src/postgres/leadership.ts", "src/world.ts"].map((file) => ({
		file,
		from: 'import { setTimeout as sleep } from "node:timers/promises";',
		to: `import { now as simulatedNow, sleep } from "${import.meta.resolve("./waits.ts")}";`,
	})),
	{
		file: "src/client/send.ts",
		from: "const deadline = began + maxWaitMs;",
		to: "const deadline = simulatedNow() + maxWaitMs;",
	},
	{
		file: "src/client/send.ts",
		from: "now() + permit.waitMs > deadline",
		to: "simulatedNow() + permit.waitMs > deadline",
	},
];

/** Every second as in production, or every minute. Runs in which a job may be lost need frequent sweeps. */
export function setSweeps(often: boolean): void {
	process.env["SIMULATED_SWEEP_MS"] = often ? "1000" : "60000";
}

/** The maximum number of domains in one request to the service. */
export const requestNames = "SIMULATED_REQUEST_NAMES";

/** In production, only a list of more than a hundred domains is split. */
export const smallRequests: Edit = {
	file: "src/actions/quote/save-quote.ts",
	from: "const count = Math.ceil(items.length / chunk);",
	to: `const chunk = Number(process.env.${requestNames});\n\tconst count = Math.ceil(items.length / chunk);`,
};

/**
 * Returns a function that lists the edits whose file is not loaded yet. Loading throws if a file does not contain the
 * text to replace.
 */
export function edit(edits: readonly Edit[]): () => Edit[] {
	const open = new Set(edits);
	registerHooks({
		load(url, context, next) {
			const loaded = next(url, context);
			const mine = edits.filter(({ file }) => url.endsWith(`/${file}`));
			if (mine.length === 0) return loaded;
			let source = Buffer.isBuffer(loaded.source) ? loaded.source.toString() : String(loaded.source);
			for (const each of mine) {
				if (!source.includes(each.from)) throw new Error(`${each.file} no longer contains: ${each.from}`);
				source = source.replace(each.from, () => each.to);
				open.delete(each);
			}
			return { ...loaded, source };
		},
	});
	return () => [...open];
}
