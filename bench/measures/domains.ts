import { hashToken } from "@domains/trading-service/access.ts";
import { domains } from "@domains/trading-service/schema.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { openAccounts } from "../subjects/server.ts";
import { type BenchWorld, startBenchWorld } from "../subjects/world.ts";

const sizes = { few: 10, many: 10_000 };
const rounds = 30;

/**
 * Turning a page of very many domains, in the whole list and in one filtered by a tag. The baseline is an account with
 * few domains.
 */
export async function measureDomains(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const [few = "", many = ""] = await openAccounts(world.db, 2, 50_000);
	const turns = { few: await open(world, 1, few, sizes.few), many: await open(world, 2, many, sizes.many) };
	const figures: Figure[] = [];
	for (const [search, by] of [
		["", ""],
		[" #sale", " with a tag"],
	]) {
		const runs = { few: await turns.few(`/domains${search}`), many: await turns.many(`/domains${search}`) };
		await measureAlternately(5, runs);
		const times = await measureAlternately(rounds, runs);
		const shown = (values: number[]): string => `median ${median(values).toFixed(1)} ms`;
		figures.push({
			what: `turning a page of the domains${by} and back with ${sizes.many} of them, compared with ${sizes.few}`,
			ours: shown(times.many),
			bare: shown(times.few),
			value: ratio(times.many, times.few),
			unit: "",
			goal: { atMost: 1.3 },
		});
	}
	return figures;
}

/**
 * All domains have the same tag. Returns a function that opens a list with `command`, and returns a second one. Each
 * call of that turns to the next page and back, and returns the milliseconds that the bot took.
 */
async function open(world: BenchWorld, chat: number, token: string, size: number) {
	const { crowd, connect, sql, db } = world;
	await connect(chat, token);
	const [account] = await sql<{ id: number }[]>`select id from service.accounts where token_hash = ${hashToken(token)}`;
	const year = 365 * 24 * 3_600_000;
	const rows = Array.from({ length: size }, (_, index) => ({
		accountId: account?.id ?? 0,
		name: `bench-${size}-${String(index).padStart(6, "0")}.com`,
		unicode: `bench-${size}-${String(index).padStart(6, "0")}.com`,
		zone: ".com",
		registeredAt: new Date(),
		expiresAt: new Date(Date.now() + year),
		nameservers: ["ns1.example.net", "ns2.example.net"],
		mode: "managed" as const,
		records: [],
	}));
	for (let index = 0; index < rows.length; index += 1_000)
		await db.insert(domains).values(rows.slice(index, index + 1_000));
	// PostgreSQL would do so by itself within a minute, during the measurement.
	await sql`vacuum analyze service.domains`;
	const once = { chats: [chat], atOnce: 1, until: "My domains" };
	await crowd.do({ ...once, say: "/domains" });
	await sql`
		insert into bot.domain_notes (person_id, account_id, domain, tags)
		select person_id, account_id, domain, '{sale}' from bot.connections join bot.domains using (account_id)
		where domain like ${`bench-${size}-%`}`;
	await sql`vacuum analyze bot.domains, bot.domain_notes`;
	return async (command: string) => {
		await crowd.do({ ...once, say: command });
		return async () => {
			let sum = 0;
			for (const tap of ["Next", "Previous"]) {
				const { latencies } = await crowd.do({ ...once, tap });
				sum += latencies[0] ?? Number.NaN;
				// The bot makes at most seven requests per second with one token. The next tap must not wait for this limit.
				await new Promise((resolve) => setTimeout(resolve, 160));
			}
			return sum;
		};
	};
}
