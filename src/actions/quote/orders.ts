import { limits } from "@domains/contract/limits.ts";
import type { OrderKind } from "@domains/contract/money.ts";
import { parseDomain } from "@domains/contract/names.ts";
import { isExpected } from "../../rules/quote.ts";
import { readClock } from "../../store/database.ts";
import { lockHolders } from "../../store/operations.ts";
import { renewalsByDomain } from "../../store/renewals.ts";
import { openAccess, troubleWith } from "../access.ts";
import { type Deps, waiting } from "../deps.ts";
import { kinds } from "../operation/kinds/index.ts";
import type { Seen } from "../operation/kinds/kind.ts";
import { defaultsOf, mostYears } from "../operation/kinds/orders.ts";
import { type Operation, otherOf } from "../operation/types.ts";
import type { Trouble } from "../trouble.ts";
import {
	type Again,
	type BadLine,
	lockedDomains,
	type QuoteResult,
	type RegisterLine,
	type Skipped,
	type SkipReason,
	saveQuote,
} from "./save-quote.ts";

/**
 * Reads the balance and the current price and state of each name, and saves them as a quote. `skipped`: the names that
 * cannot be ordered, with reasons. `operation` is null if every name is skipped.
 *
 * Without `again`, uses the active account. `again.operationId`: an earlier operation that is to get the new quote (see
 * `saveQuote`).
 */
async function quoteOrders(
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
	const { balanceCents, defaults: fields = [], pace } = examined;
	const defaults = await defaultsOf(deps, account, fields, items);
	const paced = items.length > 1 && pace ? { pace } : {};
	const quote = { totalCents, balanceCents, expected, ...(defaults && { defaults }), ...paced };
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
function checkLine({ years, clientRef = "", externalRef = "" }: RegisterLine): BadLine | undefined {
	const { min, max } = limits.years;
	if (!Number.isInteger(years) || years < min || years > max) return { kind: "bad_years", min, max };
	if (clientRef.length > limits.refCharacters) return { kind: "bad_reference", field: "clientRef" };
	if (externalRef.length > limits.refCharacters) return { kind: "bad_reference", field: "externalRef" };
	return undefined;
}

/**
 * Makes one quote for the orders of names from the current prices and balance. It is valid for five minutes and replaces
 * the person's older quotes for these names. Repeated names count once. Invalid and unavailable names are skipped with a
 * reason.
 */
export async function quoteLines(
	deps: Deps,
	personId: number,
	kind: OrderKind,
	lines: readonly RegisterLine[],
	again?: Pick<Again, "accountId"> & Partial<Again>,
): Promise<QuoteResult> {
	const { clean, skipped } = cleaned(lines);
	if (clean.length > limits.batchItems) return { kind: "too_many", most: limits.batchItems };
	for (const line of clean) {
		const refusal = checkLine(line);
		if (refusal) return refusal;
	}
	if (clean.length === 0) return { kind: "nothing", skipped };
	const quoted = await quoteOrders(deps, personId, kind, clean, again);
	if (quoted.kind === "trouble") return quoted;
	const all = [...skipped, ...quoted.skipped];
	return quoted.operation
		? { kind: "quoted", operation: quoted.operation, skipped: all }
		: { kind: "nothing", skipped: all };
}

function cleaned(lines: readonly RegisterLine[]): { clean: RegisterLine[]; skipped: Skipped[] } {
	const clean = new Map<string, RegisterLine>();
	const skipped: Skipped[] = [];
	for (const line of lines) {
		const parsed = parseDomain(line.domain);
		if (!parsed.ok) {
			const { problem, part } = parsed;
			skipped.push({ domain: line.domain, reason: "invalid", problem, ...(part !== undefined && { part }) });
		} else if (clean.has(parsed.ascii)) skipped.push({ domain: parsed.ascii, reason: "duplicate" });
		else clean.set(parsed.ascii, { ...line, domain: parsed.ascii });
	}
	return { clean: [...clean.values()], skipped };
}
