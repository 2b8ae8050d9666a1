import { type Play, pass, quiet } from "./play.ts";

interface Waiting {
	what: string;
	waitMs: number;
}

const mostSteps = 400;
const leastStepMs = 1;
const hour = 3_600_000;

/** Lets time pass until nothing waits for it any more. What a person is asked about may wait for that person. */
export async function rest(play: Play): Promise<string[]> {
	for (let step = 1; step <= mostSteps; step += 1) {
		if (!(await quiet(play)))
			return ["it does not come to rest: something hangs in real time", ...(await hanging(play))];
		const [next] = await waitingRows(play);
		if (!next && play.holding.count() === 0) return [];
		play.trace.note(`next: ${next?.what ?? "a call that hangs"}`);
		// What is due and does not move gets more and more time.
		const stuck = Math.min(hour, leastStepMs * 2 ** Math.max(0, step - 100));
		await pass(play, Math.max(next?.waitMs ?? 60_000, stuck));
	}
	return ["it does not come to rest", ...(await hanging(play))];
}

/** Lets what is due next come, so many times: what goes out again may meet trouble again. */
export async function linger(play: Play, steps: number): Promise<void> {
	for (let step = 1; step <= steps; step += 1) {
		if (!(await quiet(play))) return;
		const [next] = await waitingRows(play);
		if (!next) return;
		play.trace.note(`next: ${next.what}`);
		await pass(play, Math.max(next.waitMs, leastStepMs));
	}
}

async function hanging(play: Play): Promise<string[]> {
	const jobs = await play.stage.database.sql<{ name: string; state: string; data: unknown }[]>`
		select name, state, data from pgboss.job where state < 'completed'`;
	const bells = jobs.map(({ name, state, data }) => `${state} bell of ${name} ${JSON.stringify(data)}`);
	const rows = (await waitingRows(play)).map(({ what, waitMs }) => `${what} in ${waitMs} ms`);
	const calls = play.watch.passages
		.filter((passage) => passage.endedAt === undefined)
		.map(({ method, path }) => `a call ${method} ${path}`);
	return [...rows, ...bells, ...calls].map((line) => `  waits: ${line}`);
}

/** Rows that time will make due, the next one first. */
async function waitingRows({ stage }: Play): Promise<Waiting[]> {
	return await stage.database.sql<Waiting[]>`
		select what, greatest(0, ceil(extract(epoch from due - clock()) * 1000))::float8 as "waitMs" from (
			select 'request ' || id || ' (' || phase || ', ' || hold || ')' as what, wake_at as due
			from bot.requests where phase <> 'needs_human'
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
