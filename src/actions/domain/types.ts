import type { DomainFacts } from "../../client/read/domains.ts";
import type { DomainNotes } from "../../store/domain-notes.ts";
import type { Trouble } from "../trouble.ts";

export type { DomainNotes, Facets } from "../../store/domain-notes.ts";
export type { OwnedDomain } from "../../store/portfolio.ts";

export type { TagChoice } from "./notes.ts";
export type { PortfolioQuery } from "./portfolio.ts";

/** A blocked domain's DNS, nameservers and edge profile cannot change. `since`: the start, if an event reported it. */
export interface Block {
	since: Date | null;
	/** True if the bot receives the event that ends the block. */
	heard?: boolean;
}

/** The state of a watched domain, for the domain's card. */
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
			/** The start of the block, if an event reported it. */
			blockedSince: Date | null;
			heard?: boolean;
			/** The person's tags and note, set on the card of a domain. */
			notes?: DomainNotes;
			/** The person's watch for changes made elsewhere; null without one. Set on the card of a domain. */
			watched?: ZoneWatch | null;
			/**
			 * The highest price per year that auto-renew accepts, in cents; null if auto-renew is off. Set on the card of a
			 * domain.
			 */
			autoCents?: number | null;
			/** True if new orders of the domain are locked. */
			locked?: boolean;
	  }
	| { kind: "not_yours"; domain: string }
	| Trouble;
