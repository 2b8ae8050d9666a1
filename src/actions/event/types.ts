/** One event as an alert shows it. */
export interface Alert {
	id: number;
	/**
	 * The event type as the service sends it. The chat has its own texts for four types. For other types, it shows this
	 * value.
	 */
	type: string;
	domain: string | null;
	occurredAt: Date | null;
	receivedAt: Date;
	reason: string | null;
	clientRef: string | null;
	externalRef: string | null;
	/** The operation that caused the event; null if unknown. */
	operation: { id: number; reference: string } | null;
	sandbox: boolean;
	/** How many events of this type about this domain the message reports. The other fields are those of the newest. */
	times: number;
	/** True if the event no longer describes the domain: its block has ended since, or a new block began. */
	past: boolean;
	/**
	 * The duration in milliseconds of the block that this event began or ended. Null for other events, or while the block
	 * continues.
	 */
	blockedMs: number | null;
	/** True for a registration or renewal that no order of this bot caused. */
	outside: boolean;
	/** The expiry date that such a purchase led to; null if unknown. */
	expiresAt: Date | null;
	/** True for the start of a block if the bot will notify the person of its end. */
	reportsEnd: boolean;
}

/** The events that one message reports. They have the same type and account, and arrived within a minute. */
export interface AlertGroup {
	/** The events, at most 20, oldest first. */
	alerts: readonly Alert[];
	/** The number of events that are not in `alerts`. */
	more: number;
	/** The number of events. */
	count: number;
	accountId: number;
	/** What the purchases outside this bot cost in total, and the balance after the last one. Null if unknown. */
	chargedCents: number | null;
	balanceCents: number | null;
}

export type AlertTopic =
	| { topic: "type"; type: string }
	| { topic: "domain" | "block"; domain: string }
	| { topic: "label" | "label_block"; label: string }
	| { topic: "tag" | "tag_block"; tag: string };
