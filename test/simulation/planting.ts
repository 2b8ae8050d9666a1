import { registerHooks } from "node:module";

/** A replacement of text in a source file. */
export interface Edit {
	file: string;
	from: string;
	to: string;
}

/**
 * Slows periodic background work from every one to three seconds to once a minute. The simulation itself sweeps after
 * each advance of its clock and deletes the jobs of dead processes.
 */
export const slowBackgroundWork: readonly Edit[] = [
	{
		file: "src/jobs/index.ts",
		from: "sweepMs: 1_000, touchMs: 3_000",
		to: "get sweepMs() { return Number(process.env.SIMULATED_SWEEP_MS); }, touchMs: 60_000",
	},
	{ file: "src/jobs/boss.ts", from: "superviseSeconds = 2;", to: "superviseSeconds = 60;" },
];

/**
 * Sets how often each process sweeps: every second as in production, for worlds where a job may be lost, or else every
 * minute.
 */
export function setSweeps(often: boolean): void {
	process.env["SIMULATED_SWEEP_MS"] = often ? "1000" : "60000";
}

/** Environment variable with the number of names per request of a list. */
export const requestNames = "SIMULATED_REQUEST_NAMES";

/** Splits a short list into several requests, as happens with a list of more than a hundred names in production. */
export const smallRequests: Edit = {
	file: "src/actions/quote/save-quote.ts",
	from: "const count = Math.ceil(items.length / chunk);",
	to: `const chunk = Number(process.env.${requestNames});\n\tconst count = Math.ceil(items.length / chunk);`,
};

/** Edits source files while they are loaded. The returned function lists the edits whose file has not been loaded. */
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
