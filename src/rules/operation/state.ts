/**
 * What a request changes. All kinds share one state machine with one difference, `lookFirst` in `timing.ts`. For some
 * kinds, the bot must read the domain before it sends a request again.
 */
export const kinds = ["register", "renew", "dns", "nameservers", "edge"] as const;
export type Kind = (typeof kinds)[number];
/** Those that change a zone and cost nothing. */
export const zoneKinds = ["dns", "nameservers", "edge"] as const satisfies readonly Kind[];

/**
 * The phase of one request:
 * - `quoted`: the person must confirm the price or the change.
 * - `confirmed`: not sent yet.
 * - `sent`: a call is running.
 * - `unknown`: the call may have been executed. The bot sends it again, or reads what the service did.
 * - `accepted`: the service is processing it.
 * - `needs_human`: reads could not show the outcome, so a person is asked.
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

/** The phases of a confirmed request that is in progress without a person. */
export const runningPhases: readonly Phase[] = ["confirmed", "sent", "unknown", "accepted"];
/** The phases of a confirmed request without a final outcome. */
export const unfinishedPhases: readonly Phase[] = [...runningPhases, "needs_human"];
/** Those of a request whose call is running or may have been executed. */
export const sentPhases: readonly Phase[] = unfinishedPhases.filter((phase) => phase !== "confirmed");
/** Those after which nothing is sent any more. */
export const finalPhases: readonly Phase[] = ["succeeded", "failed", "withdrawn", "lapsed", "superseded"];

/**
 * Why a request waits. `access`: the service refused the token or the IP address. `pace`: the service blocks the token
 * (429). `in_progress`: the service is still processing an attempt with the same idempotency key.
 */
export type Hold = "none" | "access" | "pace" | "in_progress";

/**
 * In the phases `open` and `accepted`, the outcome is not known yet. `code` comes from the service or is set by the
 * bot, `message` from the service.
 */
export interface Item {
	domain: string;
	phase: "open" | "accepted" | "succeeded" | "failed";
	/**
	 * Consecutive reads without a trace of our order, each at least `timeLimits.absenceSpacing` after the previous one.
	 * `timeLimits.absences` of them prove that the order was not executed.
	 */
	absences: number;
	/** Null if never read. Each item has its own time, because reading a long list takes several calls. */
	lookedAt: Date | null;
	found: Finding["found"] | null;
	code: string | null;
	message: string | null;
}

/**
 * One idempotency key. Each field except `items` is a database column. `mayHaveRun`: the service may have executed an
 * attempt whose answer never came. `closed`: the request must never be sent again.
 */
export interface RequestState {
	kind: Kind;
	phase: Phase;
	hold: Hold;
	/** Null while the request waits for a person, for an event, or for access to the account. */
	wakeAt: Date | null;
	confirmedAt: Date | null;
	firstSentAt: Date | null;
	lastSentAt: Date | null;
	attempts: number;
	/**
	 * Complete rounds of reads so far, each of every domain without an outcome. The delay before the next round grows
	 * with this number.
	 */
	reads: number;
	/** A round may need several calls. Each one continues with the domains that the round has not read yet. */
	lastReadAt: Date | null;
	mayHaveRun: boolean;
	closed: boolean;
	items: Item[];
}

export interface ItemAnswer {
	domain: string;
	result: "succeeded" | "accepted" | "failed" | "in_progress" | "unknown";
	code?: string;
	message?: string;
}

export type Refusal = Required<Omit<ItemAnswer, "result">>;

/**
 * `refused`: the service answered with its own error format. Any other error answer, such as a gateway's page, is
 * `unknown`.
 */
export type Answer =
	| { kind: "answered"; items: readonly ItemAnswer[] }
	| { kind: "refused"; status: number; code: string; message: string; until?: Date }
	| { kind: "unknown" }
	/** There is no valid token (`access`), or the service blocks the token (`blocked`). */
	| { kind: "not_sent"; until?: Date; blocked?: boolean; access?: boolean };

/**
 * What a read found out about one item:
 * - `done`: proof that our request was executed. For register and renew, `timing.ts` lists the proofs. For other kinds,
 *   the domain's state equals the planned one.
 * - `absent`: the domain's state is unchanged. For register: the name is not in the account and is still available.
 * - `taken`: another account owns the name.
 * - `elsewhere`: the account has what was ordered, but from another order.
 * - `unattributed`: the account has what was ordered, but it is unknown from which order.
 * - `moved`: the state is neither the old nor the planned one.
 * - `drifted`: only fields that the bot does not interpret differ from the old state. The request was not executed, and
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
 * `lease` is the `wakeAt` that the request got when the call was chosen; each call gets a new value. If the stored
 * request has another one when the result arrives, another worker or a newer quote has changed the request, and the
 * result is outdated.
 */
export interface Leased {
	lease: Date | null;
}

/** Evidence that does not fit the phase changes nothing. */
export type Evidence =
	| { is: "due" }
	/**
	 * The caller has locked the request's row, and checked the quote number and that the request belongs to the person.
	 */
	| { is: "confirmed" }
	/** The bot read the prices of an unconfirmed request again. */
	| { is: "quoted" }
	| { is: "withdrawn" }
	/** A newer quote of the same kind has at least one of the request's domains. */
	| { is: "superseded" }
	/** The domain's state and price are still as quoted, and the bytes to send are ready. */
	| ({ is: "prepared" } & Leased)
	/** The price rose or the DNS zone changed since the quote. */
	| ({ is: "moved" } & Leased)
	/** These domains cannot be ordered, for example because a name is taken. */
	| ({ is: "impossible"; items: readonly Refusal[] } & Leased)
	/**
	 * `hold`: `pace` because the service blocks the token (429), `access` because no token gives access to the account.
	 */
	| { is: "unread"; hold: Exclude<Hold, "in_progress">; until?: Date }
	/** Possibly late. */
	| { is: "answer"; attempt: number; answer: Answer }
	| ({ is: "read"; findings: readonly Finding[] } & Leased)
	/** `ours`: the event has the reference of our order. */
	| { is: "event"; domain: string; ours: boolean }
	/** The service accepts a token of the account again. */
	| { is: "connected" }
	/** "Check again". */
	| { is: "look" }
	/** The reply to `needs_human`. */
	| { is: "verdict"; by: "person" | "operator"; domain: string; happened: boolean };

/**
 * Make it after the new state is committed. A request has at most one call at a time. Its result is new evidence,
 * named after `->` below.
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
	/** Reads the state of these domains -> `read` or `unread`. */
	| { do: "read"; domains: string[] };

/** Write it in the transaction of the new state. */
export type Effect =
	/** `correction`: an earlier notification gave another outcome. */
	| { do: "notify_items"; domains: string[]; correction: boolean }
	/** Concerns the whole request. */
	| { do: "notify"; what: "lapsed" | "needs_access" | "needs_human" }
	/** The new quote has the next number, and replaces the old one on the screen. */
	| { do: "requote" }
	/** Two confirmed requests under new keys replace this one: for the domains of `apart`, and for the rest. */
	| { do: "split"; apart: readonly string[] }
	/** Releases the domains' locks, and their amount in the person's daily spending limit. */
	| { do: "release"; domains: string[] }
	/**
	 * A worker makes the next call. Needed after an action of a person, because the code that stores it makes no calls
	 * (`personal` in `next.ts`).
	 */
	| { do: "enqueue" }
	| { do: "alert_operator" };

/** Commit `state` and `effects` together, then make `call`. */
export interface Step {
	state: RequestState;
	effects: Effect[];
	call: Call | null;
}

/** `random` is in [0, 1) and spreads retries. */
export interface Moment {
	now: Date;
	random: number;
}
