/** The content of an alert: the subject of an outbox row of kind `event`. */
export interface Alert {
	id: number;
	/** The service's own term. Four types are known; the view shows others unchanged. */
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
	/** True if a newer event reported the opposite: the block has ended, or a new one began. */
	past: boolean;
	/** True for a block if the person will be notified when it is lifted. */
	reportsEnd: boolean;
}

/** The events that one message reports: one, or several of the same type and account within a minute. */
export interface AlertGroup {
	/** At most 20 events, oldest first. */
	alerts: readonly Alert[];
	/** The number of events that are not in `alerts`. */
	more: number;
}

export type AlertTopic =
	| { topic: "type"; type: string }
	| { topic: "domain" | "block"; domain: string }
	| { topic: "label" | "label_block"; label: string };
