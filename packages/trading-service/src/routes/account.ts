import { accountAnswer } from "@domains/contract/account.ts";
import { usdOf } from "@domains/contract/money.ts";
import { zonesAnswer } from "@domains/contract/zones.ts";
import type { FastifyInstance } from "fastify";
import type { Trade } from "../orders/place.ts";
import { readPrices } from "../store/prices.ts";
import { read } from "./define.ts";

export function addAccountRoutes(app: FastifyInstance, { db }: Trade): void {
	read(app, "account", { answer: accountAnswer }, async ({ account }) => {
		return {
			user_id: account.id,
			balance_usd: usdOf(account.balanceCents),
			api_enabled: account.apiEnabled,
			webhook_enabled: account.webhookEnabled,
			whitelist: account.whitelist,
			default_config: {
				nameserver_preset_key: account.defaultPresetKey,
				edge_profile_key: account.defaultEdgeKey,
				default_ttl: account.defaultTtl,
			},
		};
	});

	read(app, "zones", { answer: zonesAnswer }, async () => ({
		zones: (await readPrices(db)).map(({ zone, registerCents, renewCents, premium }) => ({
			zone,
			register_price_usd: usdOf(registerCents),
			renew_price_usd: usdOf(renewCents),
			premium,
		})),
	}));
}
