/** What a request changes. All kinds share one state machine, and only `lookFirst` (in `timing.ts`) separates them. */
export type Kind = "register" | "renew" | "dns" | "nameservers" | "edge";

/**
 * The phase of a request:
 * - `quoted`, `confirmed`: not sent yet.
 * - `sent`: a call is running.
 * - `unknown`: it may have run; resends or reads follow.
 * - `accepted`: the service is processing it.
 * - `needs_human`: reads could not settle it, so a person is asked.
 * - `succeeded`: no item is open, and at least one succeeded.
 * - `failed`: all items failed.
 * - `withdrawn`: the person cancelled it before it was sent.
 * - `lapsed`: it was not confirmed or not sent in time.
 * - `superseded`: replaced by a newer quote or by its two halves.
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

/**
 * Why a request waits. `access`: a refused token or address. `pace`: the rate limit. `in_progress`: the service still
 * processes an attempt with the same key.
 */
export type Hold = "none" | "access" | "pace" | "in_progress";

/**
 * One domain of a request. `open` and `accepted` are not settled. `code` and `message` come from the service, or
 * `code` is one of ours.
 */
export interface Item {
	domain: string;
	phase: "open" | "accepted" | "succeeded" | "failed";
	/**
	 * Number of consecutive spaced reads that found no trace of our order. Three prove that the order was not executed.
	 */
	absences: number;
	/** Time of the item's last read, or null if it was never read. Reading a long list takes several calls. */
	lookedAt: Date | null;
	found: Finding["found"] | null;
	code: string | null;
	message: string | null;
}

/**
 * One HTTP request under one idempotency key, with its items. Each field is a database column. `doubt`: an attempt may
 * have run and its answer never came. `closed`: the request must never be resent.
 */
export interface RequestState {
	kind: Kind;
	phase: Phase;
	hold: Hold;
	/** When to process the row next; null if only the person, an event or a reconnect can change it. */
	wakeAt: Date | null;
	confirmedAt: Date | null;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	attempts: number;
	/**
	 * Number of complete rounds of reads since the doubt began, which sets the delay of the next. A round reads every open
	 * domain.
	 */
	reads: number;
	/** Start of the last round. A round may need several calls; each continues with the domains not read yet. */
	lastReadAt: Date | null;
	doubt: boolean;
	closed: boolean;
	items: Item[];
}

/** The service's result for one item of an answered request. */
export interface ItemAnswer {
	domain: string;
	result: "succeeded" | "accepted" | "failed" | "in_progress" | "unknown";
	code?: string;
	message?: string;
}

/** The result of a call. `refused` means the service's own error envelope, nothing else. */
export type Answer =
	| { kind: "answered"; items: readonly ItemAnswer[] }
	| { kind: "refused"; status: number; code: string; message: string; until?: Date }
	| { kind: "unknown" }
	/** Not sent: no valid token (`access`), or the rate limiter asked to wait (`pace`). */
	| { kind: "not_sent"; until?: Date; pace?: boolean; access?: boolean };

/**
 * The finding of a read for one item:
 * - `done`: proof that our request ran. Register and renew: see `proof.ts`. Other kinds: the state equals the plan.
 * - `absent`: unchanged (register: not in the account and still available).
 * - `taken`: owned by another account.
 * - `elsewhere`: in the account, but another order caused it.
 * - `unattributed`: the account has what was ordered, but the order that caused it is unknown.
 * - `moved`: neither the old state nor the planned one.
 * - `drifted`: only fields that the bot does not interpret differ from the old state. The request did not run and must
 *   not be resent.
 * - `failed`: the record of our own order reports a failure.
 * - `silent`: the service reports no proof at all, so only its answer under the same key can settle the item.
 * - `unreadable`: this name could not be read, although the service answers.
 * - `unclear`: anything else.
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
		| "unreadable"
		| "unclear";
}

/**
 * `lease` is the row's `wakeAt` when a prepare, quote or read call started; each call has another one. If the row's
 * `wakeAt` has changed since, another worker or a newer quote has changed the row meanwhile.
 */
export interface Leased {
	lease: Date | null;
}

/** Every event that can change a request. Evidence that does not fit the phase changes nothing. */
export type Evidence =
	/** Only time has passed. */
	| { is: "due" }
	/**
	 * The person confirmed. The caller has checked the quote number and the owner under the row lock of this transaction.
	 */
	| { is: "confirmed" }
	/** Prices were read again for an unconfirmed request. */
	| { is: "quoted" }
	| { is: "withdrawn" }
	/** A newer quote of the same cart or domain exists. */
	| { is: "superseded" }
	/** State and price equal the quote, and the bytes to send are ready. */
	| ({ is: "prepared" } & Leased)
	/** The price rose or the zone changed since the quote. */
	| ({ is: "moved" } & Leased)
	/** A read before sending found that the order cannot succeed: taken, already in the account, or too little balance. */
	| ({ is: "impossible"; code: string; message: string } & Leased)
	/**
	 * A `prepare`, `quote` or `read` call failed. `hold`: the rate limit, missing access, or `none` if the service is
	 * down.
	 */
	| { is: "unread"; hold: Exclude<Hold, "in_progress">; until?: Date }
	/** The answer to attempt number `attempt`, possibly late. */
	| { is: "answer"; attempt: number; answer: Answer }
	| ({ is: "read"; findings: readonly Finding[] } & Leased)
	/** A webhook event about this domain; `ours` if it carries our reference. */
	| { is: "event"; domain: string; ours: boolean }
	/** The operation's account accepts a token again. */
	| { is: "connected" }
	/** The person tapped "Check again". */
	| { is: "look" }
	/** The person's or operator's reply to the question whether the order went through. */
	| { is: "verdict"; by: "person" | "operator"; domain: string; happened: boolean };

/**
 * A call to make after the new state is committed. At most one is running. Its result is new evidence, named after
 * `->` below.
 */
export type Call =
	/** Reads the price or the zone again and builds the bytes to send -> `prepared`, `moved`, `impossible` or `unread`. */
	| { do: "prepare" }
	/** Reads the price or the zone for a new quote. Nothing was sent yet -> `moved`, `impossible` or `unread`. */
	| { do: "quote" }
	/** Sends the stored bytes under the stored key -> `answer` with this attempt number. */
	| { do: "send"; attempt: number }
	/** Reads the state of these domains from the service -> `read` or `unread`. */
	| { do: "read"; domains: string[] };

/** Rows to write in the same transaction as the new state. */
export type Effect =
	/** Notify the person that these items are settled. `correction`: an earlier notification gave another outcome. */
	| { do: "notify_items"; domains: string[]; correction: boolean }
	/** Notify the person about the whole request. */
	| { do: "notify"; what: "lapsed" | "needs_access" | "needs_human" }
	/** A new quote under the next number, which replaces the old one on the screen. */
	| { do: "requote" }
	/** Two new confirmed requests with half of the items each, under new keys. */
	| { do: "split" }
	/** Release the domains' locks and the amount that the daily limit reserved for them. */
	| { do: "release"; domains: string[] }
	/** Add a job for this request. The request is due now, but this evidence starts no calls. */
	| { do: "enqueue" }
	| { do: "alert_operator" };

/** Commit `state` and `effects` together, then make `call`. */
export interface Step {
	state: RequestState;
	effects: Effect[];
	call: Call | null;
}

/** The current time, and a random number in [0, 1) that spreads retries. */
export interface Moment {
	now: Date;
	random: number;
}
