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

/** The amounts shown and confirmed, immutable under their number. In cents of USD. */
export interface Quote {
	number: number;
	expiresAt: Date;
	totalCents: number;
	/** Null if the service does not report it. */
	balanceCents: number | null;
	balanceAfterCents: number | null;
	/** The missing amount; 0 if the balance is enough or unknown. */
	shortByCents: number;
	/** True if the sum comes from a formula that an external service may not share (more than one year). */
	expected: boolean;
	/** The total of the previous quote, if the price rose between confirm and order. */
	previousCents?: number;
	/**
	 * Set for a plan that was compared again before the write. True if the underlying state changed, so that the plan
	 * differs now.
	 */
	moved?: boolean;
	/** The account's defaults that the names receive, if the service reports them. */
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
	/** The state of the item's request. A further attempt of a request in doubt stays `unknown`. */
	state: Phase;
	/** The reason of the failure: the service's code and message, or a code of ours. */
	problem: { code: string; message: string } | null;
	/** The expiry date in the service's answer or in a later lookup. */
	expiresAt: Date | null;
	chargedCents: number | null;
}

/** The account of the operation, from the viewer's side. */
export interface OperationAccount {
	/** The service's number for the account. */
	userId: number;
	/** The viewer's connection to it; null if they have none, or no longer. */
	connectionId: number | null;
	/** True if this is the viewer's active account. */
	active: boolean;
	/** True if the account could be confused with another: the viewer has others, or has left this one. */
	named: boolean;
}

/** Everything that a screen, a receipt or `/op` shows of an operation. */
export interface Operation {
	id: number;
	/** Short and easy to say, with its mark: `#4K7Q`. */
	reference: string;
	kind: Kind;
	/**
	 * With several requests, the state of the one that waits for the person's answer, or is least settled.
	 * `succeeded` has at least one item that succeeded.
	 */
	state: Phase;
	hold: Hold;
	holdUntil: Date | null;
	/** True if the hold lasts until its deadline: at `holdUntil` the operation is dropped, or its person is asked. */
	holdIsLast: boolean;
	/**
	 * Only for an operation held for access: the part of the viewer's own connection that the service refuses.
	 * `nothing` while a fresh quote could not be read yet; null if they have no connection.
	 */
	shut: { refused: "token" | "address" | "nothing"; connectionId: number } | null;
	/** True for the viewer's own quote that they cannot confirm, because they lost access to its account. */
	barred: boolean;
	/** The number of attempts of a call that may have run; 0 while nothing is in doubt. */
	tries: number;
	personId: number;
	/** True if the viewer asked for it and so may confirm it. */
	mine: boolean;
	sandbox: boolean;
	account: OperationAccount;
	quote: Quote | null;
	items: readonly OperationItem[];
	/** The balance read around the call; null if the read failed. */
	balanceBeforeCents: number | null;
	balanceAfterCents: number | null;
	/** The effect of a change that costs nothing; null for an order. */
	change: Change | null;
	/** The reference of the operation that replaced a superseded quote. */
	newer: string | null;
	/** Domains of a superseded quote that no newer quote contains. */
	unreplaced: readonly string[];
	/** True if it is done and `undo` can revert it. */
	undoable: boolean;
	/** The reason why the whole operation failed or waits. Each item carries its own. */
	problem: { code: string; message: string } | null;
	createdAt: Date;
	confirmedAt: Date | null;
	settledAt: Date | null;
	/** The time of this snapshot, by the clock that decides how long a quote is valid. */
	readAt: Date;
}

/** One line of what happened to an operation. */
export interface TimelineEntry {
	at: Date;
	/**
	 * A phase that it entered, or why it waits. `requoted`: asked again at another price. `answered`: some items got
	 * their outcome. `found`: a later look proved it. `reported`: an event of the service did. `said`: a person did.
	 * `undone`: the service accepted the order and did not carry it out.
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
	/** How many items succeeded and failed in this step. */
	done: number;
	failed: number;
	/** The charge that the service reported for the items; null if it did not. */
	chargedCents: number | null;
}

export type TimelineResult =
	| { kind: "timeline"; operation: Operation; entries: readonly TimelineEntry[] }
	| { kind: "not_found" };

export type Change = DnsChange | NameserversChange | EdgeChange;

/** `sum`: above the limit that the person chose. */
export type Doubt = Risk | "sum";

export type ConfirmResult =
	| { kind: "confirmed"; operation: Operation }
	/** It was confirmed before; `operation` has its current state. */
	| { kind: "already"; operation: Operation }
	/** A newer quote replaced it (`operation` carries the current one). */
	| { kind: "stale"; operation: Operation }
	/** The five minutes have passed; ask for a new quote. */
	| { kind: "expired"; operation: Operation }
	/**
	 * The person who asked for it is no longer connected to the account, or lost access. After reconnecting they ask
	 * for a new quote.
	 */
	| { kind: "no_access"; operation: Operation }
	| { kind: "short"; operation: Operation; shortByCents: number }
	/** The risk is high: ask again, and confirm with `sure`. */
	| { kind: "ask_twice"; operation: Operation; doubts: readonly Doubt[] }
	/** The person's own daily cap, and the end of that day. */
	| { kind: "over_cap"; operation: Operation; capCents: number; spentCents: number; endsAt: Date }
	/** The person has too many lists in progress. This one waits until one of them ends. */
	| { kind: "too_many_lists"; operation: Operation; running: number }
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
	/** Operations that match. */
	total: number;
	/** How many of them come before `operations`. */
	offset: number;
}
