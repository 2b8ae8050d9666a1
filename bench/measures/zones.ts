import { hashToken } from "@domains/trading-service/access.ts";
import { domains } from "@domains/trading-service/schema.ts";
import type { Figure } from "../figure.ts";
import { measureAlternately, median, ratio } from "../stats.ts";
import { openAccounts } from "../subjects/server.ts";
import { type BenchWorld, startBenchWorld } from "../subjects/world.ts";

const sizes = { few: 10, many: 1_000 };
const rounds = 30;

/** Opening a zone with very many records, and turning the page. The baseline is a zone with few records. */
export async function measureZones(): Promise<Figure[]> {
	await using world = await startBenchWorld();
	const [few = "", many = ""] = await openAccounts(world.db, 2, 50_000);
	const runs = { few: await open(world, 1, few, sizes.few), many: await open(world, 2, many, sizes.many) };
	await measureAlternately(5, runs);
	const times = await measureAlternately(rounds, runs);
	const shown = (values: number[]): string => `median ${median(values).toFixed(1)} ms`;
	return [
		{
			what: `opening a zone of ${sizes.many} records and turning its page, compared with ${sizes.few}`,
			ours: shown(times.many),
			bare: shown(times.few),
			value: ratio(times.many, times.few),
			unit: "",
			goal: { atMost: 1.3 },
		},
	];
}

/** Returns a function that opens the zone, turns to its second page, and returns the milliseconds that this took. */
async function open({ crowd, connect, sql, db }: BenchWorld, chat: number, token: string, size: number) {
	await connect(chat, token);
	const [account] = await sql<{ id: number }[]>`select id from service.accounts where token_hash = ${hashToken(token)}`;
	const name = `zone-${size}.com`;
	await db.insert(domains).values({
		accountId: account?.id ?? 0,
		name,
		unicode: name,
		zone: ".com",
		registeredAt: new Date(),
		expiresAt: new Date(Date.now() + 365 * 24 * 3_600_000),
		nameservers: ["ns1.example.net", "ns2.example.net"],
		mode: "managed",
		records: Array.from({ length: size }, (_, index) => ({
			type: "A" as const,
			hostname: `host-${index}`,
			value: `203.0.113.${index % 250}`,
			ttl: 3_600,
		})),
	});
	const once = { chats: [chat], atOnce: 1, until: "DNS of" };
	return async () => {
		let sum = 0;
		for (const step of [{ say: `/dns ${name}` }, { tap: "Next" }]) {
			const { latencies } = await crowd.do({ ...once, ...step });
			sum += latencies[0] ?? Number.NaN;
			// The bot makes at most seven requests per second with one token. The next step must not wait for this limit.
			await new Promise((resolve) => setTimeout(resolve, 320));
		}
		return sum;
	};
}
