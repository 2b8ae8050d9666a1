import { unicodeOf } from "@domains/contract/names.ts";
import { popularity } from "@domains/contract/tlds.ts";
import type { TldFacts } from "../../client/read/zones.ts";
import { ask, isOwn, openLookup } from "../access.ts";
import type { Actor } from "../actor.ts";
import type { Deps } from "../deps.ts";
import type { Trouble } from "../trouble.ts";

export interface PriceList {
	kind: "prices";
	prices: readonly TldFacts[];
	sandbox: boolean;
	/**
	 * True if the person is connected to an account. Only then can the bot show price histories, because it stores them
	 * per account.
	 */
	connected: boolean;
}

/**
 * How to sort the price list. `popular` has the popular TLDs first, and then the others by name. `renewal` is the price of
 * the second year. No order puts a cheap first year first, because a later year may cost many times as much.
 */
type PriceSort = "popular" | "name" | "renewal";

/**
 * Lists the prices by TLD, popular ones first unless `sort` says otherwise. `search` is a part of the TLD's name. A TLD with exactly this
 * name comes first. A person without an account sees the prices of the operator's account.
 */
export async function list(
	deps: Deps,
	{ personId, search = "", sort = "popular" }: Actor & { search?: string; sort?: PriceSort },
): Promise<PriceList | Trouble> {
	const found = await read(deps, personId);
	if (found.kind !== "prices") return found;
	const part = search.trim().toLowerCase();
	const name = part.replace(/^\./, "");
	const matches = ({ zone }: TldFacts) => zone.includes(part) || unicodeOf(zone.slice(1)).includes(name);
	const isExact = ({ zone }: TldFacts) => zone === `.${name}` || unicodeOf(zone.slice(1)) === name;
	const order = (one: TldFacts, other: TldFacts) =>
		Number(isExact(other)) - Number(isExact(one)) || orders[sort](one, other);
	return { ...found, prices: found.prices.filter(matches).sort(order) };
}

async function read(deps: Deps, personId: number): Promise<PriceList | Trouble> {
	const access = await openLookup(deps, personId);
	if ("kind" in access) return access;
	const result = await ask(deps, access, access.client.zones);
	if (result.kind !== "ok") return result;
	return { kind: "prices", prices: result.value, sandbox: access.account.sandbox, connected: isOwn(access) };
}

type Order = (one: TldFacts, other: TldFacts) => number;

const byName: Order = (one, other) => one.zone.localeCompare(other.zone, "en");
const rankOf = ({ zone }: TldFacts) => Math.min(popularity(zone.slice(1)), Number.MAX_SAFE_INTEGER);
const secondYear = ({ renewCents }: TldFacts) => renewCents ?? Number.MAX_SAFE_INTEGER;

const orders: Readonly<Record<PriceSort, Order>> = {
	popular: (one, other) => rankOf(one) - rankOf(other) || byName(one, other),
	name: byName,
	renewal: (one, other) => secondYear(one) - secondYear(other) || byName(one, other),
};
