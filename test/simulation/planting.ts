import { registerHooks } from "node:module";

/** A piece of a source file that is to be another one. */
export interface Edit {
	file: string;
	from: string;
	to: string;
}

/**
 * What a process does each second although nobody waits for it is here done each minute: the simulation rings by itself
 * whenever it has let time pass, and takes away the bells of the dead.
 */
export const calm: readonly Edit[] = [
	{
		file: "src/jobs/index.ts",
		from: "sweepMs: 1_000, touchMs: 3_000",
		to: "get sweepMs() { return Number(process.env.SIMULATED_SWEEP_MS); }, touchMs: 60_000",
	},
	{ file: "src/jobs/boss.ts", from: "superviseIntervalSeconds: 1,", to: "superviseIntervalSeconds: 60," },
	{ file: "src/jobs/boss.ts", from: "monitorIntervalSeconds: 1,", to: "monitorIntervalSeconds: 60," },
];

/** Where a job may be lost in the middle of a world, each process sweeps every second, as it does outside. */
export function setSweeps(often: boolean): void {
	process.env["SIMULATED_SWEEP_MS"] = often ? "1000" : "60000";
}

/** What a bot is told in its environment: how many names of a list one request asks for. */
export const requestNames = "SIMULATED_REQUEST_NAMES";

/** A list of a few names is several requests where the run says so, as one of more than a hundred is outside. */
export const smallRequests: Edit = {
	file: "src/actions/quote/save-quote.ts",
	from: "const count = Math.ceil(items.length / chunk);",
	to: `const chunk = Number(process.env.${requestNames});\n\tconst count = Math.ceil(items.length / chunk);`,
};

/** Edits the sources as they are loaded from now on. The answer names what was not loaded. */
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
