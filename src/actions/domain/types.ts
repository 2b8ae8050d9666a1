import type { DomainFacts } from "../../client/read/domains.ts";
import type { Counted, DomainNotes } from "../../store/domain-notes.ts";
import type { OwnedDomain, PortfolioFilter, SelectedCost, SelectedDomains, Sort } from "../../store/portfolio.ts";
import type { Trouble } from "../trouble.ts";

export type { DomainNotes, Facets } from "../../store/domain-notes.ts";
export type { OwnedDomain } from "../../store/portfolio.ts";

/**
 * A block of a domain by the registrar. During a block, the domain's DNS, nameservers and edge profile cannot be
 * changed. `since`: the start of the block; null if no event reported it.
 */
export interface Block {
	since: Date | null;
	/** True if the bot will notify the person when the block ends. */
	reportsEnd?: boolean;
}

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
	sort: Sort;
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
			/** If a call failed, the time when the shown copy was read. Otherwise null, also while a large list is being read. */
			old: Date | null;
			/** The cost of renewing all selected domains, including those that the filter hides; null without a selection. */
			cost: SelectedCost | null;
	  }
	| Trouble;
