import { unicodeOf } from "@domains/contract/names.ts";
import { popularity } from "@domains/contract/tlds.ts";
import type { TldFacts } from "../client/read/dns.ts";
import type { PriceSort } from "../rules/choices.ts";
import { isConnected } from "../store/accounts.ts";
import { type PriceJump, type PriceSpan, priceJumps, priceSpans } from "../store/prices.ts";
import { findWatch } from "../store/watches.ts";
import { ask, isOwn, openAccess, openLookup } from "./access.ts";
import type { Actor, Deps } from "./deps.ts";
import type { Trouble } from "./trouble.ts";

export type { PriceJump, PriceSpan } from "../store/prices.ts";

export interface PriceList {
	kind: "prices";
	prices: readonly TldFacts[];
	sandbox: boolean;
	/**
	 * True if the person is connected to an account. Only then can the bot show price histories, because it stores them
	 * per account.
	 */
	connected: boolean;
	/** If the registrar does not answer, the time of the copy. */
	asOf?: Date;
}

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
	const { value: prices, asOf } = result;
	return { kind: "prices", prices, sandbox: access.account.sandbox, connected: isOwn(access), ...(asOf && { asOf }) };
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

/** The maximum number of rows in an exported price history. */
const mostSpans = 1_000;

export interface PriceHistory {
	kind: "history";
	/** A TLD with its leading dot, or a domain. */
	subject: string;
	/**
	 * The periods in which the prices stayed the same, newest first. After a time in which the bot could not read the
	 * prices, a new period begins.
	 */
	spans: readonly PriceSpan[];
	/** When the bot last read the prices; null if it never did. */
	lookedAt: Date | null;
	/** Why the last price check failed; null if it succeeded. */
	failure: string | null;
}

/** Returns the prices that the bot saw for a TLD or a domain in the active account. */
export async function history(
	deps: Deps,
	{ personId, subject }: Actor & { subject: string },
): Promise<PriceHistory | Trouble> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { id: accountId } = access.account;
	const spans = await deps.reader((db) => priceSpans(db, accountId, subject, mostSpans));
	const watch = await findWatch(deps.db, { kind: "prices", accountId });
	return { kind: "history", subject, spans, lookedAt: watch?.answeredAt ?? null, failure: watch?.failure ?? null };
}

/**
 * Returns the price jumps that the account's price check at time `at` reported: sharp rises, and domains that became
 * premium. Leaves out domains that are no longer in the account, and domains whose price reports the person has muted.
 * Returns null if none is left, or if the person is no longer connected to the account.
 */
export async function jumps(
	{ db }: Deps,
	{ personId, accountId, at }: Actor & { accountId: number; at: Date },
): Promise<readonly PriceJump[] | null> {
	if (!(await isConnected(db, personId, accountId))) return null;
	const found = await priceJumps(db, { personId, accountId }, at);
	return found.length > 0 ? found : null;
}
