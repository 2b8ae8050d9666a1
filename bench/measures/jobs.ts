import { once } from "node:events";
import { createJobs } from "@domains/kit/jobs/index.ts";
import { connect } from "@domains/kit/postgres/connect.ts";
import { openEnvironment } from "../environment.ts";
import type { Figure } from "../figure.ts";
import { median, showTimes } from "../stats.ts";

const rounds = 400;

/**
 * The time from the commit of a transaction until the job that it enqueued starts. The baseline is a PostgreSQL `NOTIFY` to a
 * listener.
 */
export async function measureJobs(): Promise<Figure[]> {
	await using stack = new AsyncDisposableStack();
	const { url, log } = stack.use(await openEnvironment());
	const { db, sql } = stack.use(connect(url, { max: 10 }));
	const jobs = stack.use(await createJobs({ url, log }));
	const heard = new EventTarget();
	let begun = 0;
	let ms = 0;
	const hear = (name: string): void => {
		ms = performance.now() - begun;
		heard.dispatchEvent(new Event(name));
	};
	stack.use(jobs.work({ db, queues: { "bot.screen": { handle: async (id) => hear(id) } } }));
	await sql.unsafe("create table bench_bare (id text)");
	const listening = await sql.listen("bench_bare", hear);
	stack.defer(() => listening.unlisten());

	const ring = {
		ours: (id: string) => db.transaction((tx) => jobs.enqueue(tx, "bot.screen", id)),
		bare: (id: string) =>
			sql.begin(async (tx) => {
				await tx`insert into bench_bare values (${id})`;
				await tx`select pg_notify('bench_bare', ${id})`;
			}),
	};
	const waits = { ours: [] as number[], bare: [] as number[] };
	for (let round = 0; round < rounds; round += 1) {
		for (const kind of ["bare", "ours"] as const) {
			const id = `${kind}-${round}`;
			const come = once(heard, id);
			// The time begins at the return of the commit. If the job starts earlier, `begun` is still infinite, so
			// `ms` is negative, which counts as zero.
			begun = Number.POSITIVE_INFINITY;
			ms = Number.NaN;
			await ring[kind](id);
			begun = performance.now();
			if (Number.isNaN(ms)) await come;
			if (round >= rounds / 10) waits[kind].push(Math.max(0, ms));
		}
	}
	return [
		{
			what: "commit to the start of a job, compared with a bare `NOTIFY` in a transaction with one insert",
			ours: showTimes(waits.ours),
			bare: showTimes(waits.bare),
			value: median(waits.ours),
			unit: " ms",
		},
	];
}
