import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure } from "../figure.ts";
import { openAccounts } from "../subjects/server.ts";
import { type BenchWorld, startBenchWorld } from "../subjects/world.ts";

const idleMs = 20_000;
/** A plain update causes so few statements that a single statement of the idle process would distort its mean. */
const times = { plain: 100, purchase: 10 };
/** Without the pause, the token's rate limit would delay the calls. */
const pauseMs = 1_000;
/** The statements of an act's background work are counted too. */
const settleMs = 4_000;

/** `begin` and `commit` count too. */
export async function measureStatements(): Promise<Figure[]> {
	await using world = await startBenchWorld({ log_statement: "all" });
	const [token = ""] = await openAccounts(world.db, 1, 1_000_000);
	await world.connect(1, token);
	const person = { chats: [1], atOnce: 1 };
	await sleep(settleMs);

	const quiet = await countDuring(world, () => sleep(idleMs));
	const idle = (quiet.sweeps + quiet.others) / (idleMs / 1_000);
	const idleOthers = quiet.others / (idleMs / 1_000);
	const plain = await countEach(world, idleOthers, times.plain, async () => {
		await world.crowd.do({ ...person, say: "/help", until: "What the bot can do" });
	});
	const purchase = await countEach(world, idleOthers, times.purchase, async (n) => {
		await world.crowd.do({ ...person, say: `bench-purchase-${n}.com`, until: "is available" });
		await sleep(pauseMs);
		await world.crowd.do({ ...person, tap: "Register", until: "Register bench" });
		await sleep(pauseMs);
		await world.crowd.do({ ...person, tap: "Pay", until: "is registered" });
		await sleep(pauseMs);
	});
	const row = (what: string, value: number, atMost: number): Figure => {
		return { what, ours: value.toFixed(1), bare: "", value: Math.round(value * 10) / 10, unit: "", goal: { atMost } };
	};
	return [
		row("statements of a plain update (`/help`)", plain, 3),
		row(
			"statements of a purchase, from the name to the receipt and its event, built-in service included",
			purchase,
			120,
		),
		row("statements a second of an idle process", idle, 2),
	];
}

/**
 * The mean for one `act` and the work after it. Does not count sweeps, and subtracts the other statements of an idle
 * process, of which there are `idle` a second.
 */
async function countEach(
	world: BenchWorld,
	idle: number,
	times: number,
	act: (n: number) => Promise<void>,
): Promise<number> {
	await act(times);
	await sleep(settleMs);
	const begun = performance.now();
	const all = await countDuring(world, async () => {
		for (let n = 0; n < times; n += 1) await act(n);
		await sleep(settleMs);
	});
	return (all.others - (idle * (performance.now() - begun)) / 1_000) / times;
}

interface Count {
	/** `packages/kit/src/jobs/index.ts`. The process sends them all the time, and more often while it works. */
	sweeps: number;
	others: number;
}

async function countDuring(world: BenchWorld, work: () => Promise<void>): Promise<Count> {
	const before = await countLogged(world);
	await work();
	const after = await countLogged(world);
	return { sweeps: after.sweeps - before.sweeps, others: after.others - before.others };
}

/** The log of the server has one entry for each statement. */
async function countLogged({ serverLog }: BenchWorld): Promise<Count> {
	const text = await readFile(serverLog, "utf8");
	const all = text.match(/LOG: {2}(?:statement|execute [^:]*): /g)?.length ?? 0;
	const sweeps = text.match(/LOG: {2}execute [^:]*:\s*select q\.queue, /g)?.length ?? 0;
	return { sweeps, others: all - sweeps };
}
