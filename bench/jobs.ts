import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createJobs } from "../src/jobs/index.ts";
import { createLog } from "../src/log.ts";
import { connect } from "../src/postgres/connect.ts";
import { openEmbedded } from "../src/postgres/embedded/index.ts";

// How long it takes from the commit of a transaction until the handler of its job starts.

const log = createLog("warn");
const directory = await mkdtemp(join(tmpdir(), "bench-"));
await using stack = new AsyncDisposableStack();
stack.defer(() => rm(directory, { recursive: true }));
const { url } = stack.use(await openEmbedded({ directory, log }));
const { db } = stack.use(connect(url, { max: 10 }));
const begun = performance.now();
const jobs = stack.use(await createJobs({ url, log }));
console.log(`queue ready in ${(performance.now() - begun).toFixed(0)} ms (first start)`);

const committed = new Map<string, number>();
const heard = new EventTarget();
const waits: number[] = [];
stack.use(
	jobs.work({
		db,
		sweeps: [],
		handlers: {
			async "bot.screen"(id) {
				waits.push(performance.now() - (committed.get(id) ?? performance.now()));
				heard.dispatchEvent(new Event(id));
			},
		},
	}),
);

async function ring(id: string): Promise<void> {
	await db.transaction((tx) => jobs.enqueue(tx, "bot.screen", id));
	committed.set(id, performance.now());
}

function report(name: string): void {
	const sorted = waits.splice(0).sort((a, b) => a - b);
	const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN).toFixed(1);
	console.log(`${name}: commit to handler's start, median ${at(0.5)} ms, 99 % ${at(0.99)} ms (${sorted.length} jobs)`);
}

for (let index = 0; index < 300; index += 1) {
	const next = once(heard, `idle ${index}`);
	await ring(`idle ${index}`);
	await next;
}
report("idle");

const start = performance.now();
const all = Array.from({ length: 2_000 }, (_, index) => once(heard, `busy ${index}`));
for (let index = 0; index < 2_000; index += 20) {
	await Promise.all(Array.from({ length: 20 }, (_, offset) => ring(`busy ${index + offset}`)));
}
await Promise.all(all);
const rate = 2_000 / ((performance.now() - start) / 1_000);
report(`busy, ${rate.toFixed(0)} jobs/s`);
const cpu = process.cpuUsage();
await new Promise((resolve) => setTimeout(resolve, 10_000));
const used = process.cpuUsage(cpu);
console.log(`idle for 10 s: ${((used.user + used.system) / 1_000).toFixed(0)} ms of processor time`);
