import { eq } from "drizzle-orm";
import { limits } from "../../contract/limits.ts";
import type { Db, Tx } from "../../postgres/connect.ts";
import { accounts, edgeProfiles, presets } from "../schema/accounts.ts";

export type AccountRow = typeof accounts.$inferSelect;

export type Defaults = Awaited<ReturnType<typeof readDefaults>>;

export async function findAccount(db: Db | Tx, id: number): Promise<AccountRow | undefined> {
	const [row] = await db.select().from(accounts).where(eq(accounts.id, id));
	return row;
}

/**
 * Reads the account's defaults, nameserver presets and edge profiles, for registrations and DNS changes. The owner
 * edits them in the bot, under Profile -> API.
 */
export async function readDefaults(db: Db | Tx, accountId: number) {
	const account = await findAccount(db, accountId);
	if (!account) throw new Error(`account ${accountId} is missing`);
	const kept = await db.select().from(presets).where(eq(presets.accountId, accountId));
	const profiles = await db.select().from(edgeProfiles).where(eq(edgeProfiles.accountId, accountId));
	return {
		accountId,
		presetKey: account.defaultPresetKey,
		edgeKey: account.defaultEdgeKey,
		ttl: account.defaultTtl ?? limits.ttl.default,
		presets: new Map(kept.map(({ key, nameservers }) => [key, nameservers])),
		edgeProfiles: new Map(profiles.map(({ key, enabled, zones }) => [key, { enabled, zones }])),
	};
}
