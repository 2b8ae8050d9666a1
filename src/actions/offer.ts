import { findTld, indexTlds } from "@domains/contract/tlds.ts";
import type { Client, SearchedItem } from "../client/index.ts";
import type { TldFacts } from "../client/read/dns.ts";
import type { OfferFacts } from "../client/read/domains.ts";
import type { CallOptions, Result } from "../client/result.ts";

/** A name with its prices. A price is null if the service did not send it. */
export interface Offer {
	/** The domain in punycode and lower case, without a trailing dot. */
	domain: string;
	available: boolean;
	registerCents: number | null;
	renewCents: number | null;
	premium: boolean;
	/** Set if the registry was not asked, so the name may be taken. */
	unchecked?: true;
	/** Set if the service sent a price that cannot be read. */
	unreadablePrice?: true;
}

/** The maximum number of calls in one lookup. It limits the splitting of refused batches. */
const mostBatches = 24;

/** Error codes for a single name after which a later lookup may succeed. Other codes are final. */
export const passingCodes: ReadonlySet<string> = new Set(["provider_error", "rate_limited", "request_in_progress"]);

/**
 * Searches for names in one batch call, and returns one item for each name. The batch limit of a service is unknown,
 * and some services refuse a whole batch because of one name. So a batch that is refused with 413 or 422 is split in
 * halves. If a single name is refused, its item is `refused`. Names that remain after the last allowed call are
 * `unknown`.
 */
export async function lookUp(
	{ searchBatch }: Pick<Client, "searchBatch">,
	names: readonly string[],
	options?: CallOptions,
	spent = { batches: 0 },
): Promise<Result<SearchedItem[]>> {
	if (spent.batches >= mostBatches) return { kind: "ok", value: names.map(() => ({ kind: "unknown" })) };
	spent.batches += 1;
	const whole = await searchBatch(names, options);
	if (whole.kind !== "refused" || (whole.status !== 413 && whole.status !== 422)) return whole;
	if (names.length <= 1) {
		const { code, message } = whole;
		return { kind: "ok", value: names.map(() => ({ kind: "refused", code, message })) };
	}
	const middle = Math.ceil(names.length / 2);
	const first = await lookUp({ searchBatch }, names.slice(0, middle), options, spent);
	if (first.kind !== "ok") return first;
	const second = await lookUp({ searchBatch }, names.slice(middle), options, spent);
	return second.kind === "ok" ? { ...second, value: [...first.value, ...second.value] } : second;
}

/** Converts search results to offers. Missing prices come from `priceList`. */
export function offersOf(facts: readonly OfferFacts[], priceList: readonly TldFacts[]): Offer[] {
	const index = indexTlds(priceList.map((each) => each.zone));
	return facts.map((each) => {
		const spelling = findTld(each.domain, index)?.tld;
		return offerOf(
			each,
			priceList.filter(({ zone }) => zone === spelling),
		);
	});
}

/**
 * Converts a search result to an offer. Missing prices come from `priceList`, except those of a premium name and of a
 * name with a price that could not be read. A name counts as taken unless the service says that it is available.
 */
export function offerOf(facts: OfferFacts, priceList: readonly TldFacts[] = []): Offer {
	const { domain, available, registerCents, renewCents, premium, unchecked, unreadablePrice } = facts;
	const spelling = findTld(domain, indexTlds(priceList.map((each) => each.zone)))?.tld;
	const listed = priceList.find((each) => each.zone === spelling);
	const usual = premium === true || unreadablePrice ? undefined : listed;
	return {
		domain,
		available: available ?? false,
		registerCents: registerCents ?? usual?.registerCents ?? null,
		renewCents: renewCents ?? usual?.renewCents ?? null,
		premium: premium ?? listed?.premium ?? false,
		...(unchecked && { unchecked }),
		...(unreadablePrice && { unreadablePrice }),
	};
}
