import { limits } from "@domains/contract/limits.ts";
import type { OrderKind } from "@domains/contract/money.ts";
import { isExpected } from "../../rules/quote.ts";
import { lockHolders } from "../../store/item-locks.ts";
import { readClock } from "../../store/now.ts";
import { renewalsByDomain } from "../../store/renewals.ts";
import { openAccess, troubleWith } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import { kinds } from "../operation/kinds/index.ts";
import type { Seen } from "../operation/kinds/kind.ts";
import { defaultsOf } from "../operation/kinds/register.ts";
import { mostYears } from "../operation/kinds/renew.ts";
import { otherOf } from "../operation/lock-conflict.ts";
import type { Operation } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";
import { lockedDomains } from "./plan-changes.ts";
import { saveQuote } from "./save-quote.ts";
import type { Again, BadLine, RegisterLine, Skipped, SkipReason } from "./types.ts";

/**
 * Reads the balance and the current price and state of each name, and saves them as a quote. `skipped`: the names that
 * cannot be ordered, with reasons. `operation` is null if every name is skipped.
 *
 * Without `again`, uses the active account. `again.operationId`: an earlier operation that is to get the new quote (see
 * `saveQuote`).
 */
export async function quoteOrders(
	deps: Deps,
	personId: number,
	kind: OrderKind,
	lines: readonly RegisterLine[],
	again?: Pick<Again, "accountId"> & Partial<Again>,
): Promise<{ kind: "done"; operation: Operation | null; skipped: Skipped[] } | Trouble> {
	const access = await openAccess(deps, personId, again?.accountId);
	if ("kind" in access) return access;
	const { account, client } = access;
	const { lock, examine } = kinds[kind];
	const domains = lines.map((line) => line.domain);
	const holders = await lockHolders(deps.db, account.id, lock, domains);
	const held = new Map(holders.map((each) => [each.domain, each.operation]));
	const locked = await lockedDomains(deps, account.id, domains);
	const free = lines.filter(({ domain }) => !held.has(domain) && !locked.has(domain));
	const skipped = lines.flatMap(({ domain }): Skipped[] => {
		const holder = held.get(domain);
		if (holder) return [{ domain, reason: "busy", other: otherOf(holder, personId, lock) }];
		return locked.has(domain) ? [{ domain, reason: "locked" }] : [];
	});
	if (free.length === 0) return { kind: "done", operation: null, skipped };
	// Read before the service is asked: a renewal that ends meanwhile then differs from the quote.
	const of = { accountId: account.id, domains: free.map(({ domain }) => domain), withinMs: 0 };
	const renewals = kind === "renew" ? await renewalsByDomain(deps.db, of) : null;
	const wanted = free.map(({ domain, years }) => {
		return { domain, years, renewCents: null, change: null, renewals: renewals?.get(domain) };
	});
	const options = waiting(deps);
	const examined = await examine({ client, options }, wanted);
	if (examined.kind === "bad") return troubleWith(deps, access, examined.result);
	if (examined.kind === "behind") throw new Error("only changes of a zone are compared with what was written before");
	// Only a renewal is limited by the time that is left.
	const now = kind === "renew" ? await readClock(deps.db) : null;
	const items = free.flatMap((line, index) => {
		const seen = examined.items[index];
		const most = now && seen?.kind === "fine" ? mostYears(seen.before, now) : undefined;
		if (most !== undefined && line.years > most) {
			skipped.push({ domain: line.domain, reason: "too_long", most, years: line.years });
			return [];
		}
		if (seen?.kind !== "fine" || seen.priceCents == null) {
			skipped.push({ domain: line.domain, ...reasonOf(kind, seen) });
			return [];
		}
		const { domain, years, clientRef = null, externalRef = null, edgeProfileKey = null } = line;
		const { priceCents, renewCents = null, before = {} } = seen;
		return [{ domain, lock, years, priceCents, renewCents, clientRef, externalRef, edgeProfileKey, before }];
	});
	if (items.length === 0) return { kind: "done", operation: null, skipped };
	const totalCents = items.reduce((sum, item) => sum + item.priceCents, 0);
	const expected = isExpected(items, deps.service.admin !== null);
	const { balanceCents, defaults: fields = [] } = examined;
	const defaults = await defaultsOf(deps, account, fields, items);
	const quote = { totalCents, balanceCents, expected, ...(defaults && { defaults }) };
	const offered = { personId, account, kind, quote, items, again: again?.operationId };
	return { kind: "done", operation: await saveQuote(deps, offered), skipped };
}

function reasonOf(kind: OrderKind, seen: Seen | undefined): SkipReason {
	if (seen?.kind !== "refused") return { reason: "no_price" };
	const { code, message } = seen;
	const words = { code, ...(message !== "" && { message }) };
	if (code === "not_available") return { reason: "not_available" };
	if (code === "invalid_domain") return { reason: "invalid" };
	if (code === "not_sold" || code === "validation_error") return { reason: "not_sold", ...words };
	return kind === "renew" && code === "domain_not_found" ? { reason: "not_yours" } : { reason: "refused", ...words };
}

/** Checks the line without a call to the service. Returns its problem; undefined if it has none. */
export function checkLine({ years, clientRef = "", externalRef = "" }: RegisterLine): BadLine | undefined {
	const { min, max } = limits.years;
	if (!Number.isInteger(years) || years < min || years > max) return { kind: "bad_years", min, max };
	if (clientRef.length > limits.refCharacters) return { kind: "bad_reference", field: "clientRef" };
	if (externalRef.length > limits.refCharacters) return { kind: "bad_reference", field: "externalRef" };
	return undefined;
}
