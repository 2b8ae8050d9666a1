import type { AdminAccount, AdminDomain, AdminPrice } from "@domains/contract/admin.ts";
import { usdOf } from "@domains/contract/money.ts";

/** The field names are those of the registrar service's API. */
export function accountView({ userId, balanceCents, webhook, defaults, ...account }: AdminAccount) {
	return {
		user_id: userId,
		balance_usd: usdOf(balanceCents),
		sandbox: account.sandbox,
		api_enabled: account.apiEnabled,
		token: account.token && { last_four: account.token.lastFour, issued_at: account.token.issuedAt },
		whitelist: account.whitelist,
		webhook: {
			url: webhook.url,
			enabled: webhook.enabled,
			new_secret_used_from: webhook.rotation?.usedFrom ?? null,
		},
		default_config: {
			nameserver_preset_key: defaults.nameserverPresetKey,
			edge_profile_key: defaults.edgeProfileKey,
			default_ttl: defaults.defaultTtl,
		},
		presets: account.presets,
		edge_profiles: account.edgeProfiles,
	};
}

export function domainView({ userId, domain, status, expiresAt, chargedCents }: AdminDomain) {
	return { user_id: userId, domain, status, expires_at: expiresAt, charged_usd: usdOf(chargedCents) };
}

export function priceView({ zone, registerCents, renewCents, premium }: AdminPrice) {
	return {
		zone,
		register_price_usd: usdOf(registerCents),
		renew_price_usd: usdOf(renewCents),
		premium: premium ?? false,
	};
}
