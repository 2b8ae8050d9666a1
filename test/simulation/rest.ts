import { pass, quiet, type RunContext } from "./context.ts";

interface Waiting {
	what: string;
	waitMs: number;
}

const maxSteps = 4_000;
/** Advances of the clock with the same unfinished rows. Then the run counts as stuck. */
const maxIdleSteps = 400;
/** After this many such advances, each further one is twice as long. */
const patientSteps = 100;
const minStepMs = 1;
const hour = 3_600_000;

/** Open questions to people do not count as work. Returns what is still waiting. */
export async function rest(context: RunContext): Promise<string[]> {
	let before = "";
	for (let step = 1, idle = 0; step <= maxSteps && idle <= maxIdleSteps; step += 1, idle += 1) {
		await quiet(context);
		const rows = await waitingRows(context);
		const [next] = rows;
		if (!next && context.holding.count() === 0) return [];
		context.trace.note(`next: ${next?.what ?? "a call that hangs"}`);
		const names = rows
			.map(({ what }) => what)
			.toSorted()
			.join();
		if (names !== before) idle = 0;
		before = names;
		// Longer steps only while the same rows are waiting: the service forgets its idempotency keys after a day, and the
		// invariants need them to match charges with orders.
		const stuck = Math.min(hour, minStepMs * 2 ** Math.max(0, idle - patientSteps));
		await pass(context, Math.max(next?.waitMs ?? 60_000, stuck));
	}
	return ["the world does not come to rest", ...(await hanging(context))];
}

/** Advances to the next due row, `steps` times. Faults still happen, so repeated calls may fail again. */
export async function linger(context: RunContext, steps: number): Promise<void> {
	for (let step = 1; step <= steps; step += 1) {
		await quiet(context);
		const [next] = await waitingRows(context);
		if (!next) return;
		context.trace.note(`next: ${next.what}`);
		await pass(context, Math.max(next.waitMs, minStepMs));
	}
}

export async function hanging(context: RunContext): Promise<string[]> {
	const jobs = await context.backend.database.sql<{ name: string; state: string; data: unknown }[]>`
		select name, state, data from pgboss.job where state < 'completed'`;
	const jobLines = jobs.map(({ name, state, data }) => `${state} job of ${name} ${JSON.stringify(data)}`);
	const rows = (await waitingRows(context)).map(({ what, waitMs }) => `${what} in ${waitMs} ms`);
	const calls = context.watch.serviceCalls
		.filter((call) => call.endedAt === undefined)
		.map(({ method, path }) => `a call ${method} ${path}`);
	return [...rows, ...jobLines, ...calls].map((line) => `  waits: ${line}`);
}

/** The next one first. */
async function waitingRows({ backend }: RunContext): Promise<Waiting[]> {
	return await backend.database.sql<Waiting[]>`
		select what, greatest(0, ceil(extract(epoch from due - clock()) * 1000))::float8 as "waitMs" from (
			select 'request ' || id || ' (' || phase || ', ' || hold || ')' as what, wake_at as due
			from bot.requests where phase <> 'needs_human'
			union all
			select 'board ' || id, greatest(wake_at, lease_until) from bot.boards where state = 'running'
			union all
			select 'outbox ' || id || ' (' || subject_kind || ' ' || subject_id || ')', greatest(wake_at, lease_until)
			from bot.outbox where state = 'waiting'
			union all
			select 'screen ' || id || ' (' || feature || ')', greatest(wake_at, lease_until)
			from bot.screens where rev > shown_rev
			union all
			select 'event ' || id, clock() from bot.inbox where state = 'new'
			union all
			select 'delivery ' || id, greatest(wake_at, lease_until) from service.events where state = 'pending'
			union all
			select 'order ' || id, wake_at from service.orders where state = 'open'
		) as rows (what, due)
		where due is not null order by due`;
}
