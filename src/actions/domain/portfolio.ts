import { unicodeOf } from "@domains/contract/names.ts";
import type { DomainFacts } from "../../client/read/domains.ts";
import type { CallOptions } from "../../client/result.ts";
import { ownedAmong } from "../../store/domains.ts";
import { costOfSelected, findPortfolio, type Listing, readListing, saveListingPage } from "../../store/portfolio.ts";
import { type Access, ask, openAccess } from "../access.ts";
import type { Actor } from "../actor.ts";
import { type Deps, readerFor } from "../deps.ts";
import { isPassing, type Trouble } from "../trouble.ts";
import type { PortfolioQuery, PortfolioResult } from "./types.ts";

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
	const { trouble, listedAt } = await refreshListing(deps, access);
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
	return { kind: "portfolio", ...found, complete: listedAt !== null, old: trouble ? listedAt : null };
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
 * the pages before it stay stored.
 */
export async function refreshListing(
	deps: Deps,
	access: Access,
	options?: CallOptions,
): Promise<{ trouble: Trouble | null; listedAt: Date | null }> {
	const listing = await readListing(deps.db, access.account.id);
	const { now, listedAt, beganAt: earlier } = listing;
	if (!isStale(listing)) return { trouble: null, listedAt };
	const resumes = earlier !== null && now.getTime() - earlier.getTime() < freshMs;
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
		const { nextCursor } = result.value;
		await deps.db.transaction((tx) => saveListingPage(tx, access.account.id, { domains, beganAt, cursor: nextCursor }));
		if (nextCursor === null) return { trouble: null, listedAt: beganAt };
		cursor = nextCursor;
	}
	return { trouble: null, listedAt };
}

function isStale({ listedAt, now, count }: Listing): boolean {
	return listedAt === null || count <= pageSize || now.getTime() - listedAt.getTime() > freshMs;
}

function rowOf({ domain, status, registeredAt, expiresAt, clientRef, renewCents, ...facts }: DomainFacts) {
	const unicode = unicodeOf(domain).toLowerCase();
	const edgeProfileKey = facts.tellsEdge ? (facts.edgeProfileKey ?? "") : null;
	return { domain, unicode, status, registeredAt, expiresAt, edgeProfileKey, clientRef, renewCents };
}
