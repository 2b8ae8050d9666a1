import type { Actor } from "../actor.ts";

/** What an alert tells: the subject of an outbox row of kind `event`. */
export interface Alert {
	id: number;
	/** In the service's own words; four types are known, others are shown plainly. */
	type: string;
	domain: string | null;
	occurredAt: Date | null;
	receivedAt: Date;
	reason: string | null;
	clientRef: string | null;
	externalRef: string | null;
	/** The operation of ours that it belongs to. */
	operation: { id: number; reference: string } | null;
	sandbox: boolean;
	/** Told of a block that is known to be lifted since, or of a lifting after which the domain was blocked again. */
	past: boolean;
}

export interface EventActions {
	/**
	 * A signed POST of the service. Answers the HTTP status and nothing else; what it means is done by a job.
	 * `path` is the account's part of the address; `headers` are lower case.
	 */
	receive(input: {
		path: string;
		headers: Readonly<Record<string, string | readonly string[] | undefined>>;
		bytes: Uint8Array;
	}): Promise<{ status: number }>;
	/** For the view of an alert; null when it is not for this person. */
	get(input: Actor & { eventId: number }): Promise<Alert | null>;
}

export interface AlertActions {
	/** Nothing of this type, or about this domain, is told to this person until unmuted. */
	mute(input: Actor & AlertTopic): Promise<void>;
	unmute(input: Actor & AlertTopic): Promise<void>;
	mutes(input: Actor): Promise<readonly AlertTopic[]>;
}

export type AlertTopic = { topic: "type"; type: string } | { topic: "domain"; domain: string };
