import { limits } from "@domains/contract/limits.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Registrar } from "../registrar/port.ts";
import { accounts, edgeProfiles, ledger, presets } from "../schema.ts";

type AccountRow = typeof accounts.$inferSelect;

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

/**
 * Two statements for the `with` clause of a statement that changes orders; it must call them so. `posted` writes the
 * ledger entries in `moved`, a query with the columns `order_id`, `kind`, `balance_cents` and `held_cents`. `summed`
 * changes the account by the same amounts.
 */
export function postLedger(accountId: number, moved: SQL): { posted: SQL; summed: SQL } {
	return {
		posted: sql`
			insert into ${ledger} (account_id, order_id, kind, balance_cents, held_cents)
			select ${accountId}, order_id, kind, balance_cents, held_cents from (${moved}) as moved
			returning balance_cents, held_cents`,
		summed: sql`
			update ${accounts} set balance_cents = balance_cents + sums.balance, held_cents = held_cents + sums.held
			from (select sum(balance_cents) as balance, sum(held_cents) as held from posted) as sums
			where ${accounts.id} = ${accountId} and sums.held is not null`,
	};
}
