import type { References } from "@domains/contract/fields.ts";
import { limits } from "@domains/contract/limits.ts";
import { priceOf } from "@domains/contract/money.ts";
import type { RegisterBody, RenewItem } from "@domains/contract/orders.ts";
import { priceOfName, readName } from "../names.ts";
import { Refusal } from "../refusal.ts";
import type { OrderRow, Setup } from "../schema/trade.ts";
import { setUp } from "../setup.ts";
import type { Defaults } from "../store/accounts.ts";
import type { PriceList } from "../store/prices.ts";

/** It has passed all checks except those of the balance and of the registrar. */
export interface OrderLine {
	/** Index of the item in the request. */
	item: number;
	kind: OrderRow["kind"];
	/** Punycode. */
	domain: string;
	zone: string;
	years: number;
	cents: number;
	clientRef: string | null;
	externalRef: string | null;
	setup: Setup | null;
}

export type Outcome = OrderRow | Refusal;

export function registrationLine(item: number, body: RegisterBody, prices: PriceList, defaults: Defaults): OrderLine {
	const name = readName(body.domain);
	const price = priceOfName(name, prices);
	requireYears(body.years);
	return {
		item,
		kind: "register",
		domain: name.ascii,
		zone: price.zone,
		years: body.years,
		cents: priceOf("register", price, body.years),
		setup: setUp(body, { ascii: name.ascii, zone: price.zone }, defaults),
		...referencesOf(body),
	};
}

export function renewalLine(item: number, body: RenewItem, prices: PriceList): OrderLine {
	const name = readName(body.domain);
	const price = priceOfName(name, prices);
	requireYears(body.years);
	return {
		item,
		kind: "renew",
		domain: name.ascii,
		zone: price.zone,
		years: body.years,
		cents: priceOf("renew", price, body.years),
		setup: null,
		...referencesOf(body),
	};
}

function requireYears(years: number): void {
	const { min, max } = limits.years;
	if (!Number.isInteger(years) || years < min || years > max) {
		throw new Refusal("invalid", `years must be a whole number from ${min} to ${max}.`);
	}
}

function referencesOf({ client_ref, external_ref }: References) {
	return { clientRef: client_ref ?? null, externalRef: external_ref ?? null };
}
