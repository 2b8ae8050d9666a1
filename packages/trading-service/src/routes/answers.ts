import type { DomainRecord } from "@domains/contract/domains.ts";
import type { References } from "@domains/contract/fields.ts";
import { priceOf, usdOf } from "@domains/contract/money.ts";
import type { OrderSummary, RenewalSummary } from "@domains/contract/orders.ts";
import type { SearchResult } from "@domains/contract/search.ts";
import type { OrderRow } from "../schema/trade.ts";
import type { Domain } from "../store/domains.ts";
import type { Price } from "../store/prices.ts";

export function referencesOf(row: { clientRef: string | null; externalRef: string | null }): References {
	return {
		...(row.clientRef !== null && { client_ref: row.clientRef }),
		...(row.externalRef !== null && { external_ref: row.externalRef }),
	};
}

/** Only if the registrar does not answer, so the answer is an older copy. */
export function asOfField(asOf: Date | null): { as_of?: string } {
	return asOf ? { as_of: asOf.toISOString() } : {};
}

export function domainRecord(domain: Domain & { renewCents: number }): DomainRecord {
	return {
		domain: domain.name,
		status: domain.status,
		registered_at: domain.registeredAt.toISOString(),
		expires_at: domain.expiresAt.toISOString(),
		nameservers: domain.nameservers,
		dns_mode: domain.mode,
		edge_profile_key: domain.edgeKey,
		...referencesOf(domain),
		renew_price_usd: usdOf(domain.renewCents),
	};
}

export function searchResult(query: string, domain: string, available: boolean, price: Price): SearchResult {
	const register = usdOf(priceOf("register", price, 1));
	return {
		query,
		domain,
		available,
		price_usd: register,
		register_price_usd: register,
		renew_price_usd: usdOf(price.renewCents),
		premium: price.premium,
	};
}

export function orderSummary(order: OrderRow): OrderSummary {
	return { domain: order.domain, status: "registered", ...doneOf(order) };
}

export function renewalSummary(order: OrderRow): RenewalSummary {
	return { domain: order.domain, status: "renewed", ...doneOf(order) };
}

function doneOf(order: OrderRow) {
	if (!order.expiresAt) throw new Error(`order ${order.id} is not done`);
	return {
		charged_usd: usdOf(order.cents),
		expires_at: order.expiresAt.toISOString(),
		...referencesOf(order),
	};
}
