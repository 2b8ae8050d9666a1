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
}

export type AlertTopic = { topic: "type"; type: string } | { topic: "domain"; domain: string };
