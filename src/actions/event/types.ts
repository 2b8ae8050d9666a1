import type { Actor } from "../actor.ts";

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

export interface EventActions {
	/**
	 * Accepts a signed POST of the service. Returns only an HTTP status; a job processes the event. `path` is the
	 * account's part of the address; `headers` are lower case.
	 */
	receive(input: {
		path: string;
		headers: Readonly<Record<string, string | readonly string[] | undefined>>;
		bytes: Uint8Array;
	}): Promise<{ status: number }>;
	/** Returns data for the view of an alert; null if it is not for this person. */
	get(input: Actor & { eventId: number }): Promise<Alert | null>;
}

export interface AlertActions {
	/** Stops alerts of this type, or about this domain, for this person until unmuted. */
	mute(input: Actor & AlertTopic): Promise<void>;
	unmute(input: Actor & AlertTopic): Promise<void>;
	mutes(input: Actor): Promise<readonly AlertTopic[]>;
}

export type AlertTopic = { topic: "type"; type: string } | { topic: "domain"; domain: string };
