import type { Risk } from "../../rules/dns/risk.ts";
import type { Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import type { WhichOperations } from "../../store/operation-page.ts";
import type { OrderDefaults } from "../../store/schema/operations.ts";
import type { DnsChange } from "../dns/types.ts";
import type { EdgeChange } from "../edge/types.ts";
import type { NameserversChange } from "../nameservers/types.ts";
import type { LockConflict } from "./lock-conflict.ts";

export type { WhichOperations } from "../../store/operation-page.ts";
export type { OrderDefaults } from "../../store/schema/operations.ts";
export type { LockConflict as Busy } from "./lock-conflict.ts";

/** The amounts that a person saw and confirms, in cents of USD. They never change under the same quote number. */
export interface Quote {
	number: number;
	expiresAt: Date;
	totalCents: number;
	/** Null if the service does not report it. */
	balanceCents: number | null;
	balanceAfterCents: number | null;
	/** The amount that the balance lacks, in cents; 0 if the balance is enough or unknown. */
	shortByCents: number;
	/**
	 * True if the sum is only expected: for more than one year, our formula computes it, and the service may compute
	 * another.
	 */
	expected: boolean;
	/** The previous quote's total, if the price rose after the person confirmed it. */
	previousCents?: number;
	/** Set if the plan of a free change was compared with the current state again. True if the new plan differs. */
	moved?: boolean;
	/** The account's defaults for new domains, if the service reports them. */
	defaults?: OrderDefaults;
}

export interface OperationItem {
	id: number;
	domain: string;
	years: number | null;
	priceCents: number | null;
	/** The expiry date when the renewal was quoted; null if the service does not report it. */
	paidUntil: Date | null;
	/** The price of one year at the next renewal. */
	renewCents: number | null;
	/** True if the quote found premium prices. */
	premium: boolean;
	clientRef: string | null;
	externalRef: string | null;
	edgeProfileKey: string | null;
	/** The item's outcome. While it is `open` or `accepted`, `state` gives the progress. */
	phase: Item["phase"];
	/** The state of the item's request. While a request that may have run is repeated, this stays `unknown`. */
	state: Phase;
	/** The reason of the failure: the code and message of the service, or a code of this bot; null if there is none. */
	problem: { code: string; message: string } | null;
	/** The expiry date from the service's answer or from a later lookup; null if unknown. */
	expiresAt: Date | null;
	chargedCents: number | null;
	/** The effect on this domain if it costs nothing; null for an order. */
	change: Change | null;
	/** True if the change of this domain is done and `undo` can revert it. */
	undoable: boolean;
}

/** The operation's account, as it appears to the person who views the operation. */
export interface OperationAccount {
	/** The service's number for the account. */
	userId: number;
	/** The id of the viewer's connection to the account; null if they are not connected. */
	connectionId: number | null;
	/** True if this is the viewer's active account. */
	active: boolean;
	/**
	 * True if the screen must name the account, because the viewer is connected to other accounts, or no longer to it.
	 */
	named: boolean;
}

/** Everything that a screen, a receipt or `/op` shows of an operation. */
export interface Operation {
	id: number;
	/** A short reference that is easy to say, including the `#`, for example `#4K7Q`. */
	reference: string;
	kind: Kind;
	/**
	 * For several requests, the state of the one that waits for the person's answer, or else of the least settled one.
	 * `succeeded` if at least one item succeeded.
	 */
	state: Phase;
	hold: Hold;
	holdUntil: Date | null;
	/**
	 * True if the order waits for the last time: at `holdUntil`, it is dropped, or its person is asked for the outcome.
	 */
	holdIsLast: boolean;
	/**
	 * Set while the operation waits for access; otherwise null. `refused`: what the service refuses of the viewer's
	 * connection, or `nothing` if the connection works again. Also null if the viewer has no connection to the account.
	 */
	shut: { refused: "token" | "address" | "nothing"; connectionId: number } | null;
	/** True if this is the viewer's own quote and they cannot confirm it, because they have no access to its account. */
	barred: boolean;
	/** Set if the quote cannot be confirmed because this domain is locked, or with "" the whole account is frozen. */
	frozen?: string | undefined;
	/** The largest number of attempts of any call that may have run and is not settled; otherwise 0. */
	tries: number;
	personId: number;
	/** True if the viewer requested the operation. Only they may confirm it. */
	mine: boolean;
	sandbox: boolean;
	account: OperationAccount;
	quote: Quote | null;
	items: readonly OperationItem[];
	/** The balances read before and after the order; null if the read failed. */
	balanceBeforeCents: number | null;
	balanceAfterCents: number | null;
	/** The effect of a free change on its first domain; null for an order. */
	change: Change | null;
	/** Why the quoted changes need a second confirmation; empty for an order. */
	risks: readonly Risk[];
	/** The reference of the operation that replaced a superseded quote. */
	newer: string | null;
	/** Domains of a superseded quote that are in no newer quote. */
	unreplaced: readonly string[];
	/** True if the operation is done and `undo` can revert it for at least one domain. */
	undoable: boolean;
	/** The problem of the first item that did not succeed, if all such items have the same code. Otherwise null. */
	problem: { code: string; message: string } | null;
	createdAt: Date;
	confirmedAt: Date | null;
	settledAt: Date | null;
	/** The time of this snapshot, by the clock that decides how long a quote is valid. */
	readAt: Date;
}

/** One entry in the history of an operation. */
export interface TimelineEntry {
	at: Date;
	/**
	 * A phase that the operation entered, the reason why it waits, or one of these:
	 * - `requoted`: the person was asked again, at another price.
	 * - `answered`: the service answered for some items.
	 * - `found`: a later lookup found the outcome.
	 * - `reported`: an event reported the outcome.
	 * - `said`: a person reported the outcome.
	 * - `undone`: the service accepted the order but did not carry it out.
	 */
	happened:
		| Phase
		| `hold_${Exclude<Hold, "none">}`
		| "requoted"
		| "answered"
		| "found"
		| "reported"
		| "said"
		| "undone";
	/** The numbers of items that succeeded and that failed in this step. */
	done: number;
	failed: number;
	/** The service's total charge for the items; null if not reported. */
	chargedCents: number | null;
}

export type TimelineResult =
	| { kind: "timeline"; operation: Operation; entries: readonly TimelineEntry[] }
	| { kind: "not_found" };

export type Change = DnsChange | NameserversChange | EdgeChange;

/** Reasons for a second confirmation. `sum`: the total is above the limit that the person chose. */
export type Doubt = Risk | "sum";

export type ConfirmResult =
	| { kind: "confirmed"; operation: Operation }
	/** The quote was confirmed before. `operation` has the current state. */
	| { kind: "already"; operation: Operation }
	/** A newer quote replaced this one. `operation` has the current quote. */
	| { kind: "stale"; operation: Operation }
	/** The quote expired after five minutes. The person needs a new one. */
	| { kind: "expired"; operation: Operation }
	/** The person is no longer connected to the account, or has lost access. After reconnecting they need a new quote. */
	| { kind: "no_access"; operation: Operation }
	| { kind: "short"; operation: Operation; shortByCents: number }
	/** A second confirmation is needed. Call again with `sure`. */
	| { kind: "ask_twice"; operation: Operation; doubts: readonly Doubt[] }
	/** The order would exceed the person's daily limit of `capCents`. The day ends at `endsAt`. */
	| { kind: "over_cap"; operation: Operation; capCents: number; spentCents: number; endsAt: Date }
	/** The person has too many lists in progress. The order must wait until one of them ends. */
	| { kind: "too_many_lists"; operation: Operation; running: number }
	/** New orders of the account are frozen, or of this domain; "" for the whole account. */
	| { kind: "frozen"; operation: Operation; domain: string }
	/** Another open operation holds one of its domains. */
	| LockConflict
	| { kind: "not_found" };

export type OperationResult = { kind: "operation"; operation: Operation } | { kind: "not_found" };

export interface OperationFilter {
	which?: WhichOperations | undefined;
	limit?: number;
	/** How many operations to skip. */
	offset?: number;
}

export interface OperationPage {
	kind: "operations";
	operations: readonly Operation[];
	/** The number of operations that match. */
	total: number;
	/** The number of matching operations before `operations`. */
	offset: number;
}
