import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Registrar } from "../registrar/port.ts";
import { accounts, edgeProfiles, presets } from "../schema/accounts.ts";

export type AccountRow = typeof accounts.$inferSelect;

export type Defaults = Awaited<ReturnType<typeof readDefaults>>;

export async function findAccount(db: Db | Tx, id: number): Promise<AccountRow | undefined> {
	const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
	return row;
}

/** Serves registrations and DNS changes. */
export async function readDefaults(db: Db | Tx, { nameservers }: Pick<Registrar, "nameservers">, accountId: number) {
	const [account] = await db
		.select({
			presetKey: accounts.defaultPresetKey,
			edgeKey: accounts.defaultEdgeKey,
			ttl: accounts.defaultTtl,
			presets: listOf<Pick<typeof presets.$inferSelect, "key" | "nameservers">>(presets, presets.accountId),
			profiles: listOf<Pick<typeof edgeProfiles.$inferSelect, "key" | "enabled" | "zones">>(
				edgeProfiles,
				edgeProfiles.accountId,
			),
		})
		.from(accounts)
		.where(eq(accounts.id, accountId));
	if (!account) throw new Error(`account ${accountId} is missing`);
	const { presetKey, edgeKey, ttl } = account;
	return {
		accountId,
		presetKey,
		edgeKey,
		ttl: ttl ?? limits.ttl.default,
		ownNameservers: nameservers,
		presets: new Map(account.presets.map(({ key, nameservers }) => [key, nameservers])),
		edgeProfiles: new Map(account.profiles.map(({ key, enabled, zones }) => [key, { enabled, zones }])),
	};
}

/** The rows as JSON. */
function listOf<Row>(table: PgTable, owner: PgColumn) {
	return sql<
		Row[]
	>`(select coalesce(json_agg(t), '[]') from ${table} t where ${sql.identifier("t")}.${sql.identifier(owner.name)} = ${accounts.id})`;
}
