/**
 * What a request changes. All kinds share one state machine with one difference, `lookFirst` in `timing.ts`. For some
 * kinds, the bot must read the domain before it sends a request again.
 */
export const kinds = ["register", "renew", "dns", "nameservers", "edge"] as const;
export type Kind = (typeof kinds)[number];

/**
 * The phase of a request, which is one HTTP call that changes domains at the service:
 * - `quoted`: the person must confirm the price or the change.
 * - `confirmed`: the person has confirmed it. It is not sent yet.
 * - `sent`: a call is running.
 * - `unknown`: the call may have been executed. The bot sends it again, or reads what the service did.
 * - `accepted`: the service is processing it.
 * - `needs_human`: reads of the domains could not show the outcome, so a person is asked.
 * - `succeeded`: every item has an outcome, and at least one succeeded.
 * - `failed`: all items failed.
 * - `withdrawn`: the person cancelled it before it was sent.
 * - `lapsed`: it was not confirmed or not sent in time.
 * - `superseded`: a newer quote replaced it, or it was split into two requests.
 *
 * An operation is what a person confirms as a whole, and has one or more requests. Its phase is the first one in this
 * list that at least one of its requests has. `quoted` comes first because the person must act before the quote expires.
 */
export const phases = [
	"quoted",
	"needs_human",
	"unknown",
	"sent",
	"confirmed",
	"accepted",
	"succeeded",
	"failed",
	"lapsed",
	"withdrawn",
	"superseded",
] as const;
export type Phase = (typeof phases)[number];

/**
 * Why a request waits. `access`: the service refused the token or the IP address. `pace`: the service blocks the token,
 * because too many calls came (429). `in_progress`: the service is still processing an attempt with the same
 * idempotency key.
 */
export type Hold = "none" | "access" | "pace" | "in_progress";

/**
 * One domain of a request. In the phases `open` and `accepted`, its outcome is not known yet. `code` and `message`
 * explain a failure. `code` comes from the service or is set by the bot. `message` comes from the service.
 */
export interface Item {
	domain: string;
	phase: "open" | "accepted" | "succeeded" | "failed";
	/**
	 * Number of consecutive reads that found no trace of our order, each at least `timeLimits.absenceSpacing` after the
	 * previous one. Three of them (`timeLimits.absences`) prove that the order was not executed.
	 */
	absences: number;
	/**
	 * Time of the item's last read; null if it was never read. Each item has its own time, because reading a long list
	 * takes several calls.
	 */
	lookedAt: Date | null;
	found: Finding["found"] | null;
	code: string | null;
	message: string | null;
}

/**
 * One HTTP request under one idempotency key, with its items. Each field except `items` is a database column.
 * `mayHaveRun`: the service may have executed an attempt whose answer never came. The outcome is then in doubt.
 * `closed`: the request must never be sent again.
 */
export interface RequestState {
	kind: Kind;
	phase: Phase;
	hold: Hold;
	/**
	 * When to process the request next. Null while the request waits for a person, for an event, or for access to the
	 * account.
	 */
	wakeAt: Date | null;
	confirmedAt: Date | null;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	attempts: number;
	/**
	 * Number of complete rounds of reads so far. A round reads every domain without an outcome once. The delay before the
	 * next round grows with this number.
	 */
	reads: number;
	/**
	 * Start of the last round of reads. A round may need several calls. Each call continues with the domains that the
	 * round has not read yet.
	 */
	lastReadAt: Date | null;
	mayHaveRun: boolean;
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

/** Why one domain cannot be ordered. `message` comes from the service. */
export type Refusal = Required<Omit<ItemAnswer, "result">>;

/**
 * The result of a `send` call. `refused`: the service answered with its own error format. Any other error answer, such
 * as a gateway's page, is `unknown`.
 */
export type Answer =
	| { kind: "answered"; items: readonly ItemAnswer[] }
	| { kind: "refused"; status: number; code: string; message: string; until?: Date }
	| { kind: "unknown" }
	/** The call was not sent: there is no valid token (`access`), or the service blocks the token (`blocked`). */
	| { kind: "not_sent"; until?: Date; blocked?: boolean; access?: boolean };

/**
 * What a read at the service found out about one item:
 * - `done`: proof that our request was executed. For register and renew, `proof.ts` lists the proofs. For other kinds,
 *   the domain's state equals the planned one.
 * - `absent`: the domain's state is unchanged. For register: the name is not in the account and is still available.
 * - `taken`: another account owns the name.
 * - `elsewhere`: the account has what was ordered, but from another order.
 * - `unattributed`: the account has what was ordered, but it is unknown from which order.
 * - `moved`: the state is neither the old nor the planned one.
 * - `drifted`: only fields that the bot does not interpret differ from the old state. The request was not executed. It
 *   must not be sent again, because it would overwrite these fields.
 * - `failed`: the record of our own order reports a failure.
 * - `silent`: the service's records can prove nothing. Only the answer to the same request, sent again under the same
 *   idempotency key, can show the outcome.
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
 * A `prepare`, `quote` or `read` call, or its result. `lease` is the `wakeAt` that the request got when the call was
 * chosen; each call gets a new value. The result is outdated if the stored request has another `wakeAt` when the result
 * arrives. Another worker or a newer quote has then changed the request.
 */
export interface Leased {
	lease: Date | null;
}

/**
 * Everything that can change a request: results of calls, actions of people, webhook events, and time. Evidence that
 * does not fit the phase changes nothing.
 */
export type Evidence =
	/** Only time has passed. */
	| { is: "due" }
	/**
	 * The person confirmed. The caller has locked the request's row. It has checked the quote number and that the request
	 * belongs to the person.
	 */
	| { is: "confirmed" }
	/** The bot read the prices again for a request that the person has not confirmed. */
	| { is: "quoted" }
	| { is: "withdrawn" }
	/** The person has a newer quote of the same kind for at least one of the request's domains. */
	| { is: "superseded" }
	/** The domain's state and price are still as quoted, and the bytes to send are ready. */
	| ({ is: "prepared" } & Leased)
	/** The price rose or the DNS zone changed since the quote. */
	| ({ is: "moved" } & Leased)
	/** A read before sending found that these domains cannot be ordered, for example because a name is taken. */
	| ({ is: "impossible"; items: readonly Refusal[] } & Leased)
	/**
	 * A `prepare`, `quote` or `read` call failed. `hold`: `pace` because the service blocks the token (429), `access`
	 * because no token gives access to the account, `none` for any other reason.
	 */
	| { is: "unread"; hold: Exclude<Hold, "in_progress">; until?: Date }
	/** The answer to attempt number `attempt`, possibly late. */
	| { is: "answer"; attempt: number; answer: Answer }
	| ({ is: "read"; findings: readonly Finding[] } & Leased)
	/** A webhook event about this domain. `ours`: the event has the reference of our order. */
	| { is: "event"; domain: string; ours: boolean }
	/** The service accepts a token of the account again. */
	| { is: "connected" }
	/** The person tapped "Check again". */
	| { is: "look" }
	/** The reply of the person or the operator who was asked whether the order succeeded (`needs_human`). */
	| { is: "verdict"; by: "person" | "operator"; domain: string; happened: boolean };

/**
 * A call to make after the new state is committed. A request has at most one call at a time. The result of the call is
 * new evidence, named after `->` below.
 */
export type Call =
	/**
	 * Reads the price or the DNS zone again and builds the bytes to send -> `prepared`, `moved`, `impossible` or
	 * `unread`.
	 */
	| { do: "prepare" }
	/** Reads the price or the DNS zone for a new quote, if nothing was sent yet -> `moved`, `impossible` or `unread`. */
	| { do: "quote" }
	/** Sends the stored bytes under the stored idempotency key -> `answer` with this attempt number. */
	| { do: "send"; attempt: number }
	/** Reads the state of these domains from the service -> `read` or `unread`. */
	| { do: "read"; domains: string[] };

/** Rows to write in the same transaction as the new state. */
export type Effect =
	/**
	 * Notify the person about the outcomes of these items. `correction`: an earlier notification gave another outcome.
	 */
	| { do: "notify_items"; domains: string[]; correction: boolean }
	/** Notify the person about the whole request. */
	| { do: "notify"; what: "lapsed" | "needs_access" | "needs_human" }
	/** Create a new quote under the next quote number. It replaces the old quote on the screen. */
	| { do: "requote" }
	/** Replace the request by two confirmed ones under new keys: one for the domains of `apart`, one for the rest. */
	| { do: "split"; apart: readonly string[] }
	/** Release the domains' locks, and the amount that is reserved for them in the person's daily spending limit. */
	| { do: "release"; domains: string[] }
	/**
	 * Enqueue a job for this request, so that a worker makes the next call. Needed after an action of a person, because
	 * the code that stores it makes no calls (`personal` in `next.ts`).
	 */
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
