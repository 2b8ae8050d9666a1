/** The content of an alert: the subject of an outbox row of kind `event`. */
export interface Alert {
	id: number;
	/** The service's own term. Four types are known; the view shows others as they are. */
	type: string;
	domain: string | null;
	occurredAt: Date | null;
	receivedAt: Date;
	reason: string | null;
	clientRef: string | null;
	externalRef: string | null;
	/** Our operation that the event belongs to. */
	operation: { id: number; reference: string } | null;
	sandbox: boolean;
	/** True for a block that has been lifted since, or for a lifting that another block followed. */
	past: boolean;
	/** True for a block if the person will be notified when it is lifted. */
	reportsEnd: boolean;
}

/** The events that one message reports: one, or several of one type and account that arrived within a minute. */
export interface AlertGroup {
	/** At most 20, the first one first. */
	alerts: readonly Alert[];
	/** How many are not in `alerts`. */
	more: number;
}

export type AlertTopic =
	| { topic: "type"; type: string }
	| { topic: "domain" | "block"; domain: string }
	| { topic: "label" | "label_block"; label: string };
