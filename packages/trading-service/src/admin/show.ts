import type { AdminAccount } from "@domains/contract/admin.ts";
import type { Db, Tx } from "@domains/kit/postgres/connect.ts";
import { eq, sql } from "drizzle-orm";
import type { Registrar } from "../registrar/port.ts";
import { accounts, edgeProfiles, presets } from "../schema/accounts.ts";
import { AdminRefusal } from "./calls.ts";

export async function showAccount(
	db: Db | Tx,
	registrar: Pick<Registrar, "nameservers">,
	userId: number,
): Promise<AdminAccount> {
	const [row] = await db
		.select({ account: accounts, rotating: sql<boolean>`coalesce(${accounts.webhookNextFrom} > clock(), false)` })
		.from(accounts)
		.where(eq(accounts.id, userId));
	if (!row) throw noAccount(userId);
	const { account, rotating } = row;
	return {
		userId,
		balanceCents: account.balanceCents,
		sandbox: account.sandbox,
		apiEnabled: account.apiEnabled,
		token:
			account.tokenLastFour !== null && account.tokenIssuedAt
				? { lastFour: account.tokenLastFour, issuedAt: account.tokenIssuedAt }
				: null,
		whitelist: account.whitelist,
		webhook: {
			url: account.webhookUrl,
			enabled: account.webhookEnabled,
			rotation: rotating && account.webhookNextFrom ? { usedFrom: account.webhookNextFrom } : null,
		},
		defaults: {
			nameserverPresetKey: account.defaultPresetKey,
			edgeProfileKey: account.defaultEdgeKey,
			defaultTtl: account.defaultTtl,
		},
		ownNameservers: registrar.nameservers,
		presets: await db
			.select({ key: presets.key, nameservers: presets.nameservers })
			.from(presets)
			.where(eq(presets.accountId, userId))
			.orderBy(presets.key),
		edgeProfiles: await db
			.select({ key: edgeProfiles.key, enabled: edgeProfiles.enabled, zones: edgeProfiles.zones })
			.from(edgeProfiles)
			.where(eq(edgeProfiles.accountId, userId))
			.orderBy(edgeProfiles.key),
	};
}

export async function lockAccount(tx: Tx, userId: number) {
	const [account] = await tx.select().from(accounts).where(eq(accounts.id, userId)).for("no key update");
	if (!account) throw noAccount(userId);
	return account;
}

export function noAccount(userId: number): AdminRefusal {
	return new AdminRefusal("account_not_found", `There is no account ${userId}.`);
}
