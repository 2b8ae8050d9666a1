import type { DomainFacts } from "../../client/read/domains.ts";
import type { DomainNotes } from "../../store/domain-notes.ts";
import type { Trouble } from "../trouble.ts";

/** A blocked domain's DNS, nameservers and edge profile cannot change. `since`: the start, if an event reported it. */
export interface Block {
	since: Date | null;
	/** True if the bot receives the event that ends the block. */
	heard?: boolean;
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
	  }
	| { kind: "not_yours"; domain: string }
	| Trouble;
