/** What a request changes. One table serves them all; `lookFirst` in `timing.ts` holds their one difference. */
export type Kind = "register" | "renew" | "dns" | "nameservers" | "edge";

/**
 * Where a request stands. `quoted` and `confirmed` are the person's side of it; `sent` has a call under way;
 * `unknown` may or may not have run and is being found out; `accepted` is an order that the service works on;
 * `superseded` gave way to a newer quote or to its own halves. `succeeded` has at least one item that did.
 */
export type Phase =
	| "quoted"
	| "confirmed"
	| "sent"
	| "unknown"
	| "accepted"
	| "needs_human"
	| "succeeded"
	| "failed"
	| "withdrawn"
	| "lapsed"
	| "superseded";

/** Why a request that could go on does not: a token or whitelist, the service's pace, our own key still running. */
export type Hold = "none" | "access" | "pace" | "in_progress";

/** One domain of a request. `accepted` and `open` are not settled; `code` and `message` are the service's words. */
export interface Item {
	domain: string;
	phase: "open" | "accepted" | "succeeded" | "failed";
	/** Spaced reads in a row that found nothing of ours; three of them prove that nothing happened. */
	absences: number;
	/** When it was last looked at, and what was found: a long list is looked at in several calls. */
	lookedAt: Date | null;
	found: Finding["found"] | null;
	code: string | null;
	message: string | null;
}

/**
 * One HTTP request under one idempotency key, with its items. Plain data: every field is a column.
 * `doubt`: some attempt may have run and its answer never came. `closed`: never to be sent again.
 */
export interface RequestState {
	kind: Kind;
	phase: Phase;
	hold: Hold;
	/** When to look at the row next; null when only the person, an event or a reconnect can move it. */
	wakeAt: Date | null;
	confirmedAt: Date | null;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	attempts: number;
	/** Complete rounds of reads since the doubt began: they space the next. */
	reads: number;
	/** When the last round began. It may take several calls, which go on where the one before ended. */
	lastReadAt: Date | null;
	doubt: boolean;
	closed: boolean;
	items: Item[];
}

/** What a service said about one item of an answered request. */
export interface ItemAnswer {
	domain: string;
	result: "succeeded" | "accepted" | "failed" | "in_progress" | "unknown";
	code?: string;
	message?: string;
}

/** What a call of ours came back with. `refused` is the service's own envelope and nothing else. */
export type Answer =
	| { kind: "answered"; items: readonly ItemAnswer[] }
	| { kind: "refused"; status: number; code: string; message: string; until?: Date }
	| { kind: "unknown" }
	/** It never left: its person has no access, or nobody's token was good any more (`access`), or the pace said wait. */
	| { kind: "not_sent"; until?: Date; pace?: boolean; access?: boolean };

/**
 * What a read tells about one item. `done`: proof that our request did it (register and renew: our reference on the
 * record, or the person's new one beside the ordered years; the others: the state is the plan).
 * `absent`: as before we sent (register: not in the account and still free). `taken`: a name that is not in the account
 * and that somebody else owns. `elsewhere`: the account has it through another order. `unattributed`: the account has
 * what was ordered, and nothing shows through which order. `moved`: neither the state before nor the plan.
 * `drifted`: as before in all that we read, with other fields changed: it did not run, and must not go out again.
 * `failed`: the record of our own order says so.
 * `silent`: the service never tells what would prove it, so only its answer under the same key can. `unclear`: anything
 * else.
 */
export interface Finding {
	domain: string;
	found:
		| "done"
		| "failed"
		| "absent"
		| "drifted"
		| "taken"
		| "elsewhere"
		| "unattributed"
		| "moved"
		| "silent"
		| "unclear";
}

/**
 * The row's `wakeAt` under which a call to prepare or to read was made: no two of a request have the same. Whoever finds
 * another one there was overtaken, by another worker or by a newer quote.
 */
export interface Leased {
	lease: Date | null;
}

/** Everything that can move a request. What does not fit the phase that it meets changes nothing. */
export type Evidence =
	/** Nothing is new but the time. */
	| { is: "due" }
	/** The person's quote number and owner were checked, and the compare-and-swap is this very transaction. */
	| { is: "confirmed" }
	/** Prices were read afresh for what was not confirmed. */
	| { is: "quoted" }
	| { is: "withdrawn" }
	/** A newer quote of the same cart or domain. */
	| { is: "superseded" }
	/** World and price are as quoted, and the exact bytes are made. */
	| ({ is: "prepared" } & Leased)
	/** The price rose or the zone moved since the quote. */
	| ({ is: "moved" } & Leased)
	/** Preparing showed that it cannot be done: taken, already ours, too little money. Nothing was sent. */
	| ({ is: "impossible"; code: string; message: string } & Leased)
	/** `prepare` or `read` could not read: held by pace or access, or (`none`) the service is down. */
	| { is: "unread"; hold: Exclude<Hold, "in_progress">; until?: Date }
	/** The answer to attempt number `attempt`, however late. */
	| { is: "answer"; attempt: number; answer: Answer }
	| ({ is: "read"; findings: readonly Finding[] } & Leased)
	/** A webhook about this domain; `ours` when it carries our reference. */
	| { is: "event"; domain: string; ours: boolean }
	/** The account that the operation is bound to answers again. */
	| { is: "connected" }
	/** *Look again*. */
	| { is: "look" }
	/** *It happened* or *it did not*, from a person whom the machine asked. */
	| { is: "said"; by: "person" | "operator"; domain: string; happened: boolean };

/** A call to make once the new state is committed. There is at most one at a time; its result is new evidence. */
export type Call =
	/** Read price or zone again and make the bytes -> `prepared`, `moved`, `impossible` or `unread`. */
	| { do: "prepare" }
	/** Read price or zone again for a new quote, before anything was sent -> `moved`, `impossible` or `unread`. */
	| { do: "quote" }
	/** Send the same bytes under the same key -> `answer` with this attempt. */
	| { do: "send"; attempt: number }
	/** Look at these domains -> `read` or `unread`. */
	| { do: "read"; domains: string[] };

/** Rows that belong into the same transaction as the new state. */
export type Effect =
	/** An outbox row: these items have an outcome now. `correction`: another one had been told before. */
	| { do: "tell"; domains: string[]; correction: boolean }
	/** An outbox row about the request as a whole. */
	| { do: "say"; what: "lapsed" | "needs_access" | "needs_human" }
	/** A new quote under the next number, shown instead of the old one. */
	| { do: "requote" }
	/** Two new requests with half of the items each, under new keys, both confirmed. */
	| { do: "cut" }
	/** Free the domains' locks and give back what the day's cap held for them. */
	| { do: "release"; domains: string[] }
	/** A job for this request: it is due at once, and the one who moved it makes no calls. */
	| { do: "enqueue" }
	| { do: "alert_operator" };

/** Commit `state` and `effects` together, then make `call`. */
export interface Step {
	state: RequestState;
	effects: Effect[];
	call: Call | null;
}

/** When it is, and a number in [0, 1) that spreads retries. */
export interface Moment {
	now: Date;
	random: number;
}
