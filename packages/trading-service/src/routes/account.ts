import { accountAnswer, zonesAnswer } from "@domains/contract/account.ts";
import { usdOf } from "@domains/contract/money.ts";
import type { FastifyInstance } from "fastify";
import type { Trade } from "../orders/place.ts";
import { findAccount } from "../store/accounts.ts";
import { readPrices } from "../store/prices.ts";
import { asOfField } from "./answers.ts";
import { read } from "./define.ts";

export function addAccountRoutes(app: FastifyInstance, { db, mirror }: Trade): void {
	read(app, "account", { answer: accountAnswer }, async ({ account }) => {
		const asOf = mirror && (await mirror.balance(account.id));
		const balanceCents = mirror ? ((await findAccount(db, account.id))?.balanceCents ?? 0) : account.balanceCents;
		return {
			user_id: account.id,
			balance_usd: usdOf(balanceCents),
			api_enabled: account.apiEnabled,
			webhook_enabled: account.webhookEnabled,
			whitelist: account.whitelist,
			default_config: {
				nameserver_preset_key: account.defaultPresetKey,
				edge_profile_key: account.defaultEdgeKey,
				default_ttl: account.defaultTtl,
			},
			...asOfField(asOf),
		};
	});

	read(app, "zones", { answer: zonesAnswer }, async () => ({
		...asOfField(mirror && (await mirror.stale("prices"))),
		zones: (await readPrices(db)).map(({ zone, registerCents, renewCents, premium }) => ({
			zone,
			register_price_usd: usdOf(registerCents),
			renew_price_usd: usdOf(renewCents),
			premium,
		})),
	}));
}
