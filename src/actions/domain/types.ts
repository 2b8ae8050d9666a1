import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** A domain as the service described it. Fields that it did not send are null. */
export interface DomainFacts {
	domain: string;
	/** In the service's own words; `registered`, `blocked` and `expired` are known. */
	status: string | null;
	registeredAt: Date | null;
	expiresAt: Date | null;
	nameservers: readonly string[];
	dnsMode: string | null;
	edgeProfileKey: string | null;
	/** Whether the service says which profile is bound; otherwise null does not mean that there is none. */
	tellsEdge: boolean;
	clientRef: string | null;
	externalRef: string | null;
	renewCents: number | null;
	/** Whatever else came, as name and text. */
	others: readonly { name: string; value: string }[];
}

/** Its DNS, nameservers and edge profile cannot be changed. `since`: where an event told us. */
export interface Block {
	since: Date | null;
	/** The bot is going to hear when it is lifted. */
	heard?: boolean;
}

export type DomainListResult =
	| { kind: "domains"; domains: readonly DomainFacts[]; total: number | null; nextCursor: string | null }
	| Trouble;

export type DomainCardResult =
	| {
			kind: "domain";
			domain: DomainFacts /** Since when, where an event told us. */;
			blockedSince: Date | null;
			heard?: boolean;
	  }
	| { kind: "not_yours"; domain: string }
	| Trouble;

export interface DomainActions {
	list(input: Actor & { search?: string; cursor?: string; limit?: number }): Promise<DomainListResult>;
	card(input: Actor & { domain: string }): Promise<DomainCardResult>;
}
