import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import { registrarFacts } from "../schema.ts";

export interface Fact<Value> {
	value: Value;
	readAt: Date;
	/** Infinity if it was stored while the clock of the database was ahead. */
	ageMs: number;
}

/** A value that an earlier version stored in another form counts as missing. */
export async function readFacts<Value>(
	db: Db | Tx,
	keys: readonly string[],
	schema: z.ZodType<Value>,
): Promise<Map<string, Fact<Value>>> {
	if (keys.length === 0) return new Map();
	const rows = await db
		.select({
			key: registrarFacts.key,
			value: registrarFacts.value,
			readAt: registrarFacts.readAt,
			ageMs: sql<number>`
				case when ${registrarFacts.readAt} <= clock() + interval '5 minutes'
					then extract(epoch from clock() - ${registrarFacts.readAt})::float8 * 1000 else 'infinity' end`,
		})
		.from(registrarFacts)
		.where(inArray(registrarFacts.key, [...keys]));
	return new Map(
		rows.flatMap(({ key, value, readAt, ageMs }) => {
			const read = schema.safeParse(value);
			return read.success ? [[key, { value: read.data, readAt, ageMs }] as const] : [];
		}),
	);
}

export async function readFact<Value>(
	db: Db | Tx,
	key: string,
	schema: z.ZodType<Value>,
): Promise<Fact<Value> | undefined> {
	return (await readFacts(db, [key], schema)).get(key);
}

export async function storeFact(db: Db | Tx, key: string, value: unknown): Promise<void> {
	const set = { value: sql`${JSON.stringify(value)}::jsonb`, readAt: sql`clock()` };
	await db
		.insert(registrarFacts)
		.values({ key, ...set })
		.onConflictDoUpdate({ target: registrarFacts.key, set });
}
