import type { Sql } from "@domains/kit/postgres/connect.ts";
import type { Answer } from "./http-proxy.ts";
import type { Quirk } from "./quirk.ts";
import type { Random } from "./random.ts";
import type { SituationName } from "./situations.ts";
import { createStaleReads } from "./stale-reads.ts";

interface QuirkOptions {
	situation: SituationName;
	random: Random;
	now: () => number;
	sql: Sql;
}

export function createQuirk({ situation, random, now, sql }: QuirkOptions): Quirk {
	switch (situation) {
		case "stale-reads":
		case "stale-zones":
			return createStaleReads({ lagMs: random.pick([2_000, 20_000, 90_000]), now, zones: situation === "stale-zones" });
		case "no-expiry":
			return (_exchange, answer) => without(answer, ["expires_at"]);
		case "no-reference":
			return (_exchange, answer) => without(answer, ["client_ref", "external_ref"]);
		case "forgets-keys":
			return async (exchange, answer) => {
				const key = exchange.headers["idempotency-key"];
				if (key !== undefined && random.fork(String(key)).chance(0.7)) await forget(sql, String(key));
				return answer;
			};
		default:
			return (_exchange, answer) => answer;
	}
}

/**
 * The service forgets a key if the stored one has a suffix. The invariants ignore everything after a space, so they
 * still find the request.
 */
async function forget(sql: Sql, key: string): Promise<void> {
	await sql`
		update service.requests set key = key || ' forgotten ' || id
		where key = ${key} and scope = 'api' and state = 'answered'`;
}

/** Removes them at any depth of the JSON. */
function without(answer: Answer, fields: readonly string[]): Answer {
	const body = Buffer.from(
		JSON.stringify(JSON.parse(answer.body.toString()), (name, value: unknown) =>
			fields.includes(name) ? undefined : value,
		),
	);
	return { ...answer, body };
}
