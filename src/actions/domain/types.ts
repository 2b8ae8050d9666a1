import type { Trouble } from "../trouble.ts";

/** A domain as the service described it. Null: the service did not send the field. */
export interface DomainFacts {
	domain: string;
	/** The service's own term; `registered`, `blocked` and `expired` are known. */
	status: string | null;
	registeredAt: Date | null;
	expiresAt: Date | null;
	nameservers: readonly string[];
	dnsMode: string | null;
	edgeProfileKey: string | null;
	/** True if the service reports the bound profile. If false, null does not mean that there is none. */
	tellsEdge: boolean;
	clientRef: string | null;
	externalRef: string | null;
	renewCents: number | null;
	/** All other fields that the service sent, as name and text. */
	others: readonly { name: string; value: string }[];
}

/**
 * While blocked, the domain's DNS, nameservers and edge profile cannot change. `since`: set if an event reported it.
 */
export interface Block {
	since: Date | null;
	/** True if the bot receives the event that lifts the block. */
	heard?: boolean;
}

export type DomainListResult =
	| { kind: "domains"; domains: readonly DomainFacts[]; total: number | null; nextCursor: string | null }
	| Trouble;

export type DomainCardResult =
	| {
			kind: "domain";
			domain: DomainFacts /** The start of the block, if an event reported it. */;
			blockedSince: Date | null;
			heard?: boolean;
	  }
	| { kind: "not_yours"; domain: string }
	| Trouble;
