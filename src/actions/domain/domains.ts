import { parseDomain, unicodeOf } from "@domains/contract/names.ts";
import type { DnsFacts } from "../../client/read/dns.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import type { CallOptions } from "../../client/result.ts";
import type { DomainSort } from "../../rules/choices.ts";
import { isWithin } from "../../rules/operation/timing.ts";
import { parseReference } from "../../rules/reference.ts";
import { type Counted, type DomainNotes, findNotes } from "../../store/domain-notes.ts";
import { findDomain, ownedAmong, recordSeenDomain } from "../../store/domains.ts";
import { findFreeze } from "../../store/freezes.ts";
import { reportsBlocks } from "../../store/mutes.ts";
import { findOperationByReference } from "../../store/operations.ts";
import {
	costOfSelected,
	findPortfolio,
	type Listing,
	type OwnedDomain,
	type PortfolioFilter,
	readListing,
	type SelectedCost,
	type SelectedDomains,
	saveListingPage,
} from "../../store/portfolio.ts";
import { autoRenewalsOf } from "../../store/renewals.ts";
import { findWatch } from "../../store/watches.ts";
import { type Access, ask, openAccess } from "../access.ts";
import { eventsTo } from "../connection/managed-account.ts";
import { type Actor, type Deps, readerFor } from "../deps.ts";
import type { Block, NotYours } from "../dns/types.ts";
import { isPassing, isUnknown, type Trouble } from "../trouble.ts";

export type { DomainNotes, Facets } from "../../store/domain-notes.ts";
export type { OwnedDomain } from "../../store/portfolio.ts";

/** The state of a watch: a periodic check for changes of a domain's zone that were made outside this bot. */
export interface ZoneWatch {
	/** When the last successful check ran; null before the first one. */
	answeredAt: Date | null;
	/** True if the last check got no answer. */
	failed: boolean;
}

export type DomainCardResult =
	| {
			kind: "domain";
			domain: DomainFacts;
			/** If the registrar does not answer, the time of the copy. */
			asOf?: Date;
			/** The start of the current block; null if no event reported it. */
			blockedSince: Date | null;
			reportsEnd?: boolean;
			/**
			 * The reference of this bot's order that registered or renewed the domain; null if there is none. Only the action
			 * `card` sets this field.
			 */
			order?: string | null;
			/** The account's id in the bot. Only the action `card` sets this field. */
			accountId?: number;
			/** The person's tags and note. Only the action `card` sets this field. */
			notes?: DomainNotes;
			/**
			 * The check for changes made outside this bot; null if the person has not turned it on. Only the action `card`
			 * sets this field.
			 */
			watched?: ZoneWatch | null;
			/**
			 * The highest price per year, in cents, at which auto-renew renews the domain; null if auto-renew is off. Only
			 * the action `card` sets this field.
			 */
			autoCents?: number | null;
			/** True if a person froze this domain (stopped new orders for it). Only the action `card` sets this field. */
			locked?: boolean;
	  }
	| { kind: "not_yours"; domain: string }
	| Trouble;

/**
 * The tags for a screen on which the person tags domains. `used`: tags of the chosen domains. `others`: other tags of
 * the person.
 */
export interface TagChoice {
	kind: "tags";
	used: readonly Counted[];
	others: readonly string[];
}

export interface PortfolioQuery extends PortfolioFilter {
	sort: DomainSort;
	offset: number;
	limit: number;
	/** The local time minus UTC. Domains of the same local day are sorted by name. Default: 0. */
	utcOffsetMs?: number;
	/** The domains that the person has selected. The result contains their renewal cost. */
	selected?: SelectedDomains | undefined;
}

export type PortfolioResult =
	| {
			kind: "portfolio";
			domains: readonly (OwnedDomain & DomainNotes)[];
			/** The number of domains that match the query. */
			total: number;
			/** The number of matching domains that come before `domains`. */
			offset: number;
			/**
			 * True if the account's list of domains has been read completely at least once. A large list takes several calls.
			 */
			complete: boolean;
			/**
			 * If a call failed or the registrar does not answer, the time when the shown copy was read. Otherwise null, also
			 * while a large list is being read.
			 */
			old: Date | null;
			/** The cost of renewing all selected domains, including those that the filter hides; null without a selection. */
			cost: SelectedCost | null;
	  }
	| Trouble;

/**
 * Reads one domain of the account from the service, and adds what events reported about its block by the registrar.
 * `text`: the name in any spelling, such as Unicode.
 */
export async function readRecord(deps: Deps, access: Access, text: string): Promise<DomainCardResult> {
	const parsed = parseDomain(text);
	const name = parsed.ok ? parsed.ascii : text;
	const result = await ask(deps, access, (options) => access.client.domain(name, options));
	if (result.kind === "trouble") {
		return isUnknown(result) ? { kind: "not_yours", domain: name } : result;
	}
	const record = await storeRecord(deps, access, result.value);
	return result.asOf ? { ...record, asOf: result.asOf } : record;
}

/** Stores what the service reported about a domain, and adds what events reported about its block by the registrar. */
export async function storeRecord(
	deps: Deps,
	access: Access,
	facts: DomainFacts,
): Promise<Extract<DomainCardResult, { kind: "domain" }>> {
	const { account } = access;
	const { domain, status, expiresAt } = facts;
	await recordSeenDomain(deps.db, { accountId: account.id, domain, status, expiresAt });
	const known = await findDomain(deps.db, account.id, domain);
	const willReportEnd = status === "blocked" && (await reportsEnd(deps, access, domain));
	return {
		kind: "domain",
		domain: facts,
		blockedSince: known?.blockedSince ?? null,
		...(willReportEnd && { reportsEnd: willReportEnd }),
	};
}

/**
 * Returns the domain's current block by the registrar; null if no block is known. Reads the domain from the service. If
 * that fails, uses what the bot stored from events.
 */
export async function blockOf(deps: Deps, access: Access, domain: string): Promise<Block | null> {
	const record = await readRecord(deps, access, domain);
	if (record.kind === "domain") return blockIn(record);
	const known = await findDomain(deps.db, access.account.id, domain);
	return known?.status === "blocked"
		? { since: known.blockedSince, reportsEnd: await reportsEnd(deps, access, domain) }
		: null;
}

/**
 * True if the bot will notify the person when a block of the domain is lifted. For this, the bot must receive the
 * account's events, and the person must not have muted this alert.
 */
export async function reportsEnd(deps: Deps, { account, connection }: Access, domain: string): Promise<boolean> {
	if ((await eventsTo(deps, account)) !== "here") return false;
	return reportsBlocks(deps.db, connection.personId, "domain.unblocked", { domain });
}

export function blockIn({
	domain,
	blockedSince,
	reportsEnd: willReportEnd = false,
}: Extract<DomainCardResult, { kind: "domain" }>): Block | null {
	return domain.status === "blocked" ? { since: blockedSince, reportsEnd: willReportEnd } : null;
}

const pageSize = 500;
/**
 * The maximum number of pages that one call of `refreshListing` reads. The next call continues after them, if the
 * reading began less than `freshMs` ago. Otherwise, it begins again.
 */
const pagesAtOnce = 24;
/**
 * A domain list of several pages is read again only after this time. Meanwhile, events update single domains of the
 * stored copy.
 */
const freshMs = 10 * 60_000;

/**
 * Returns a page of the active account's domains, sorted and filtered. The page comes from a stored copy of the list,
 * because the service can neither sort nor filter. `decides`: true if a quote or a change is based on the page. The
 * copy is then read from the primary server and not from a standby.
 */
export async function portfolio(
	deps: Deps,
	{ personId, query, decides }: Actor & { query: PortfolioQuery; decides?: boolean },
): Promise<PortfolioResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const { trouble, listedAt, asOf = null } = await refreshListing(deps, access);
	// Show the stored copy if the trouble passes by itself. The person must first fix any other kind of trouble.
	if (trouble && (listedAt === null || !isPassing(trouble))) return trouble;
	const owner = { personId, accountId: access.account.id };
	const { selected, ...page } = query;
	const found = await readerFor(
		deps,
		decides,
	)(async (db) => ({
		...(await findPortfolio(db, owner, page)),
		cost: selected ? await costOfSelected(db, owner, selected, query) : null,
	}));
	return { kind: "portfolio", ...found, complete: listedAt !== null, old: trouble ? listedAt : asOf };
}

/**
 * Returns those of `names` that the active account owns, according to the stored copy of its list of domains. Returns
 * none if the person has no account that the bot can use.
 */
export async function owned(deps: Deps, { personId, names }: Actor & { names: readonly string[] }): Promise<string[]> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return [];
	await refreshListing(deps, access);
	return await ownedAmong(deps.db, access.account.id, names);
}

/**
 * Updates the stored copy of the account's list of domains. A list that fits on one page is read at every call. A
 * longer list is read every ten minutes. Without `options`, uses those of a call that a person waits for.
 *
 * `trouble`: the reason why a call failed; null if none failed. `listedAt`: the time at which the last complete reading
 * began; null if there was none. A list of more than `pagesAtOnce` pages needs several calls. While such a reading is
 * incomplete, `trouble` is null and `listedAt` is the time of the previous complete reading. If a page cannot be read,
 * the pages before it stay stored. `asOf`: that of the last page.
 */
export async function refreshListing(
	deps: Deps,
	access: Access,
	options?: CallOptions,
): Promise<{ trouble: Trouble | null; listedAt: Date | null; asOf?: Date | undefined }> {
	const listing = await readListing(deps.db, access.account.id);
	const { now, listedAt, beganAt: earlier } = listing;
	if (!isStale(listing)) return { trouble: null, listedAt };
	const resumes = earlier !== null && isWithin(earlier, freshMs, now);
	let cursor = resumes ? listing.cursor : null;
	let beganAt = resumes ? earlier : now;
	for (let page = 1; page <= pagesAtOnce; page += 1) {
		const query = { limit: pageSize, ...(cursor !== null && { cursor }) };
		const result = await ask(deps, access, (own) => access.client.domains(query, options ?? own));
		// An earlier call stored this cursor, and the service may have forgotten it. So begin again with the first page.
		if (result.kind !== "ok" && page === 1 && cursor !== null && result.trouble === "refused") {
			[cursor, beganAt] = [null, now];
			continue;
		}
		if (result.kind !== "ok") return { trouble: result, listedAt };
		const domains = result.value.domains.map(rowOf);
		const { asOf } = result;
		const { nextCursor } = result.value;
		await deps.db.transaction((tx) => saveListingPage(tx, access.account.id, { domains, beganAt, cursor: nextCursor }));
		if (nextCursor === null) return { trouble: null, listedAt: beganAt, asOf };
		cursor = nextCursor;
	}
	return { trouble: null, listedAt };
}

function isStale({ listedAt, now, count }: Listing): boolean {
	return count <= pageSize || !isWithin(listedAt, freshMs, now);
}

function rowOf({ domain, status, registeredAt, expiresAt, clientRef, renewCents, ...facts }: DomainFacts) {
	const unicode = unicodeOf(domain).toLowerCase();
	const edgeProfileKey = facts.tellsEdge ? (facts.edgeProfileKey ?? "") : null;
	return { domain, unicode, status, registeredAt, expiresAt, edgeProfileKey, clientRef, renewCents };
}

export async function card(deps: Deps, { personId, domain }: Actor & { domain: string }): Promise<DomainCardResult> {
	const access = await openAccess(deps, personId);
	if ("kind" in access) return access;
	const record = await readRecord(deps, access, domain);
	if (record.kind !== "domain") return record;
	const owner = { personId, accountId: access.account.id };
	const { domain: name } = record.domain;
	const watch = await findWatch(deps.db, { kind: "zone", ...owner, subject: name });
	const watched = watch?.state === "running" ? { answeredAt: watch.answeredAt, failed: watch.failure !== null } : null;
	const [auto] = await autoRenewalsOf(deps.db, owner.accountId, name);
	const notes = await findNotes(deps.db, owner, name);
	const locked = (await findFreeze(deps.db, { accountId: owner.accountId, domain: name })) !== undefined;
	const order = await orderOf(deps, owner.accountId, record.domain);
	return {
		...record,
		accountId: owner.accountId,
		order,
		notes,
		watched,
		autoCents: auto?.ceilingCents ?? null,
		locked,
	};
}

/** Returns the reference of this bot's order that registered or renewed the domain; null if there is none. */
async function orderOf(
	deps: Deps,
	accountId: number,
	{ domain, externalRef }: Pick<DomainFacts, "domain" | "externalRef">,
): Promise<string | null> {
	const reference = parseReference(externalRef ?? "");
	const found = reference && (await findOperationByReference(deps.db, reference));
	if (!found || found.accountId !== accountId) return null;
	const has = found.requests.some(({ items }) => items.some((item) => item.domain === domain));
	return has ? found.reference : null;
}

/** A domain of an account with its current DNS. */
export interface CurrentZone {
	access: Access;
	domain: string;
	dns: DnsFacts;
}

/** `blocked`: the registrar's block of the domain; null if there is none. */
export interface OpenZone extends CurrentZone {
	kind: "open";
	blocked: Block | null;
	/** If the registrar does not answer, the time of the copy. */
	asOf?: Date;
}

/**
 * Reads the domain's current DNS through the person's connection to the account `accountId`. Without `accountId`, uses
 * their active connection.
 */
export async function openZone(
	deps: Deps,
	personId: number,
	text: string,
	accountId?: number,
): Promise<OpenZone | NotYours | Trouble> {
	const access = await openAccess(deps, personId, accountId);
	if ("kind" in access) return access;
	const parsed = parseDomain(text);
	if (!parsed.ok) return { kind: "not_yours", domain: text };
	const domain = parsed.ascii;
	const [result, blocked] = await Promise.all([
		ask(deps, access, (options) => access.client.dns(domain, options)),
		blockOf(deps, access, domain),
	]);
	if (result.kind === "ok") {
		const { value: dns, asOf } = result;
		return { kind: "open", access, domain, dns, blocked, ...(asOf && { asOf }) };
	}
	return isUnknown(result) ? { kind: "not_yours", domain } : result;
}
