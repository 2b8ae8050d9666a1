import { setTimeout as sleep } from "node:timers/promises";
import { defineClock } from "@domains/kit/postgres/clock.ts";
import { forgetOld } from "../../src/store/sweeps.ts";
import type { Figure } from "../figure.ts";
import { readSetting } from "../settings.ts";
import { measureAlternately, median, quantile, ratio } from "../stats.ts";
import type { Act } from "../subjects/crowd.ts";
import { writeHistory } from "../subjects/history.ts";
import { openAccounts } from "../subjects/server.ts";
import { type BenchWorld, startBenchWorld } from "../subjects/world.ts";

const rounds = 40;
const warmUpRounds = 5;
/** A sequential scan of a smaller table is no problem. */
const largeRows = 5_000;
/** PostgreSQL adds the reads of an idle connection to the statistics only after ten seconds. */
const reportMs = 11_000;
/** Without people, each periodic search for due jobs runs at least once, so its sequential scans are counted too. */
const backgroundMs = 20_000;

/**
 * A hundred thousand people, unless `BENCH_PEOPLE` has another number, with ten screens and five domains each. The
 * baseline is an empty database.
 */
export async function measureLarge(): Promise<Figure[]> {
	const people = readSetting("BENCH_PEOPLE");
	await using empty = await startBenchWorld();
	await using large = await startBenchWorld();
	await writeHistory(large.url, people);
	const bytes = await bytesPerPerson(large, people);
	const taps = { large: [] as number[], empty: [] as number[] };
	const acts = { large: await open(large, taps.large), empty: await open(empty, taps.empty) };
	await measureAlternately(warmUpRounds, acts);
	const before = await readLargeTables(large);
	const times = await measureAlternately(rounds, acts);
	for (const side of [taps.large, taps.empty]) side.splice(0, warmUpRounds);
	await buy(large);
	await sleep(backgroundMs + reportMs);
	const read = await readLargeTables(large);
	const names = [...read].filter(([name, scans]) => scans > (before.get(name) ?? 0)).map(([name]) => name);
	const slowest = await measureMigration(large);
	const night = await measureNight(large);
	const shown = (values: number[]): string => `median ${median(values).toFixed(1)} ms`;
	return [
		{
			what: `a tap with ${people} people in the database, compared with none`,
			ours: shown(taps.large),
			bare: shown(taps.empty),
			value: ratio(taps.large, taps.empty),
			unit: "",
			goal: { atMost: 1.3 },
		},
		{
			what: "a search, a command, that tap and a page of domains there, compared with the same",
			ours: shown(times.large),
			bare: shown(times.empty),
			value: ratio(times.large, times.empty),
			unit: "",
			goal: { atMost: 1.3 },
		},
		{
			what: `tables with over ${largeRows} rows that they, a purchase or the background work read from start to end`,
			ours: names.join(", ") || "none",
			bare: "",
			value: names.length,
			unit: "",
			goal: { atMost: 0 },
		},
		{
			what: "what a person leaves in the bot's tables in a year, indexes included: 10 screens, 5 domains, 2 orders, 7 alerts",
			ours: Object.entries(bytes)
				.map(([table, size]) => `${table} ${(size / 1_000).toFixed(1)}`)
				.slice(0, 4)
				.join(", "),
			bare: "",
			value: Object.values(bytes).reduce((sum, size) => sum + size, 0) / 1_000,
			unit: " kB",
			goal: { atMost: 10 },
		},
		{
			what: `the slowest of 30 updates a second while a migration adds a column to ${10 * people} screens`,
			ours: `${slowest.toFixed(0)} ms`,
			bare: "",
			value: slowest,
			unit: " ms",
			goal: { atMost: 1_000 },
		},
		{
			what: `the slowest of 30 updates a second while the old rows of a night are deleted, with ${people} people`,
			ours: `${night.slowest.toFixed(0)} ms; ${night.deleted} rows in ${night.seconds.toFixed(0)} s`,
			bare: "",
			value: night.slowest,
			unit: " ms",
			goal: { atMost: 1_000 },
		},
	];
}

const person = { chats: [1], atOnce: 1 };
/** Without the pause, the token's rate limit would delay the next call. */
const pauseMs = 320;

/**
 * Returns a function that does the measured acts, and returns the milliseconds that the bot took. It appends those for
 * the tap to `taps`.
 */
async function open(world: BenchWorld, taps: number[]): Promise<() => Promise<number>> {
	const [token = ""] = await openAccounts(world.db, 1, 1_000_000);
	await world.connect(1, token);
	for (let n = 0; n < 3; n += 1) await buy(world, n);
	const acts: Act[] = [
		{ say: "bench-large.com", until: "is available" },
		{ say: "/settings", until: "Settings" },
		{ tap: "Language", until: "language" },
		{ say: "/domains", until: "My domains" },
	];
	return async () => {
		let sum = 0;
		for (const act of acts) {
			const { latencies } = await world.crowd.do({ ...person, ...act });
			const took = latencies[0] ?? Number.NaN;
			sum += took;
			if ("tap" in act) taps.push(took);
			await sleep(pauseMs);
		}
		return sum;
	};
}

async function buy({ crowd }: BenchWorld, n = 100): Promise<void> {
	await crowd.do({ ...person, say: `bench-large-${n}.com`, until: "is available" });
	await crowd.do({ ...person, tap: "Register", until: "Register bench" });
	await crowd.do({ ...person, tap: "Pay", until: "is registered" });
}

/** By table. */
async function readLargeTables({ sql }: BenchWorld): Promise<Map<string, number>> {
	const rows = await sql<{ name: string; scans: number }[]>`
		select schemaname || '.' || relname as name, seq_scan::int as scans from pg_stat_user_tables
		where n_live_tup > ${largeRows} order by 1`;
	return new Map(rows.map(({ name, scans }) => [name, scans]));
}

/** The largest table comes first. */
async function bytesPerPerson({ sql }: BenchWorld, people: number): Promise<Record<string, number>> {
	const rows = await sql<{ name: string; size: number }[]>`
		select relname as name, pg_total_relation_size(relid)::float8 / ${people} as size from pg_stat_user_tables
		where schemaname = 'bot' order by 2 desc`;
	return Object.fromEntries(rows.map(({ name, size }) => [name, size]));
}

/**
 * Changes the largest table as a migration does, while a person sends 30 updates a second. Returns the milliseconds of
 * the slowest update.
 */
async function measureMigration({ crowd, sql }: BenchWorld): Promise<number> {
	const say: Act = { say: "/help", until: "What the bot can do" };
	const acting = crowd.do({ ...say, chats: [1], atOnce: 1, everyMs: 1_000 / 30, ms: 6_000 });
	await sleep(3_000);
	// PostgreSQL does not rewrite the table for a constant default. `lock_timeout` has the same value as in `migrate`.
	await sql.begin(async (transaction) => {
		await transaction`set local lock_timeout = 1000`;
		await transaction`alter table bot.screens add column bench text not null default ''`;
		await transaction`create table bot.bench (screen_id bigint references bot.screens (id))`;
	});
	const { latencies } = await acting;
	return quantile(latencies, 1);
}

/**
 * As each night, deletes the rows that are too old a day later, while a person sends 30 updates a second. Returns the
 * milliseconds of the slowest update.
 */
async function measureNight({ crowd, sql, db }: BenchWorld) {
	await defineClock(sql, 86_400_000);
	const say: Act = { say: "/help", until: "What the bot can do" };
	const begun = performance.now();
	let seconds: number | undefined;
	const deleting = forgetOld(db).then((deleted) => {
		seconds = (performance.now() - begun) / 1_000;
		return deleted;
	});
	const latencies: number[] = [];
	while (seconds === undefined) {
		const report = await crowd.do({ ...say, chats: [1], atOnce: 1, everyMs: 1_000 / 30, ms: 3_000 });
		latencies.push(...report.latencies);
	}
	return { deleted: await deleting, seconds, slowest: quantile(latencies, 1) };
}
