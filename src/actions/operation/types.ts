import type { Risk } from "../../rules/dns/risk.ts";
import type { Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import type { WhichOperations } from "../../store/operation-page.ts";
import type { OrderDefaults } from "../../store/schema/operations.ts";
import type { Actor } from "../actor.ts";
import type { DnsChange, PlanResult } from "../dns/types.ts";
import type { BadProfile, EdgeChange } from "../edge/types.ts";
import type { NameserversChange } from "../nameservers/types.ts";
import type { Trouble } from "../trouble.ts";
import type { LockConflict } from "./lock-conflict.ts";

export type { WhichOperations } from "../../store/operation-page.ts";
export type { OrderDefaults } from "../../store/schema/operations.ts";
export type { LockConflict as Busy } from "./lock-conflict.ts";

/** What was shown and is being paid for; frozen under its number. Amounts in cents of USD. */
export interface Quote {
	number: number;
	expiresAt: Date;
	totalCents: number;
	/** Null where the service does not tell it. */
	balanceCents: number | null;
	balanceAfterCents: number | null;
	/** How much is missing; 0 when there is enough, or when nobody can tell. */
	shortByCents: number;
	/** The sum follows from a formula that a foreign service may not share (more than one year). */
	expected: boolean;
	/** What the total was in the quote before this one, where the price rose between confirm and order. */
	previousCents?: number;
	/** Of a plan that was compared anew before the write: whether what it was made for had changed, so that it is another one now. */
	moved?: boolean;
	/** What the names get from the account besides, where the service tells. */
	defaults?: OrderDefaults;
}

export interface OperationItem {
	id: number;
	domain: string;
	years: number | null;
	priceCents: number | null;
	/** Until when it was paid when a renewal was quoted; null where the service does not tell. */
	paidUntil: Date | null;
	/** What one year costs next time. */
	renewCents: number | null;
	clientRef: string | null;
	externalRef: string | null;
	edgeProfileKey: string | null;
	/** What became of it; while it is `open` or `accepted`, `state` says how far it is. */
	phase: Item["phase"];
	/** Where the request stands that it goes out with; one more try of what is in doubt stays `unknown`. */
	state: Phase;
	/** Why it failed: the service's code and words, or a code of ours. */
	problem: { code: string; message: string } | null;
	/** As the service answered or as a later look found it. */
	expiresAt: Date | null;
	chargedCents: number | null;
}

/** Whose money and names it is about, as its viewer reaches that account. */
export interface OperationAccount {
	/** The service's own number of it. */
	userId: number;
	/** The viewer's connection to it; null where they have none (any more). */
	connectionId: number | null;
	/** The viewer works with this one right now. */
	active: boolean;
	/** It may be taken for another one: the viewer has others, or has left this one. */
	named: boolean;
}

/** Everything that a screen, a receipt or `/op` shows of an operation. */
export interface Operation {
	id: number;
	/** Short and speakable, with its mark: `#4K7Q`. */
	reference: string;
	kind: Kind;
	/** Of several requests, the one that waits for the person's word, or is least settled; `succeeded` has at least one item that did. */
	state: Phase;
	hold: Hold;
	holdUntil: Date | null;
	/** It is held for longer than it may wait: `holdUntil` is when it is dropped, or its person asked. */
	holdIsLast: boolean;
	/**
	 * Of one that is held for access: what the service refuses of the viewer's own connection to the account; `nothing`
	 * while a fresh quote could not be read yet; null where they have none.
	 */
	shut: { refused: "token" | "address" | "nothing"; connectionId: number } | null;
	/** A quote of the viewer's own, who has no access to its account any more and so cannot confirm it. */
	barred: boolean;
	/** How often a call that may have run was made so far; 0 while nothing is in doubt. */
	tries: number;
	personId: number;
	/** Asked by the one who may confirm it. */
	mine: boolean;
	sandbox: boolean;
	account: OperationAccount;
	quote: Quote | null;
	items: readonly OperationItem[];
	/** As read around the call; null where it could not be read. */
	balanceBeforeCents: number | null;
	balanceAfterCents: number | null;
	/** What a change that costs nothing does; null for an order. */
	change: Change | null;
	/** The reference of what took the place of a superseded quote. */
	newer: string | null;
	/** Domains of a superseded quote that no newer one has. */
	unreplaced: readonly string[];
	/** It is done, and `undo` knows a way back. */
	undoable: boolean;
	/** Why the whole of it failed or waits; the items carry their own. */
	problem: { code: string; message: string } | null;
	createdAt: Date;
	confirmedAt: Date | null;
	settledAt: Date | null;
	/** When all this stood so, by the clock that decides how long a quote holds. */
	readAt: Date;
}

export type Change = DnsChange | NameserversChange | EdgeChange;

/** `sum`: above the sum that the person chose. */
export type Doubt = Risk | "sum";

export type ConfirmResult =
	| { kind: "confirmed"; operation: Operation }
	/** Tapped before: this is how it stands. */
	| { kind: "already"; operation: Operation }
	/** Another quote stands in its place (`operation` carries the one in force). */
	| { kind: "stale"; operation: Operation }
	/** The five minutes are over; ask for a new quote. */
	| { kind: "expired"; operation: Operation }
	/** Whoever asked for it is not connected to the account any more, or was shut out; connected again, they ask for a new quote. */
	| { kind: "no_access"; operation: Operation }
	| { kind: "short"; operation: Operation; shortByCents: number }
	/** Much is at stake: ask again, and confirm with `sure`. */
	| { kind: "ask_twice"; operation: Operation; doubts: readonly Doubt[] }
	/** The person's own cap of the day, and when that day ends. */
	| { kind: "over_cap"; operation: Operation; capCents: number; spentCents: number; endsAt: Date }
	/** So many of the person's lists are under way; this one has to wait for the end of one of them. */
	| { kind: "too_many_lists"; operation: Operation; running: number }
	/** Another open operation holds one of its domains. */
	| LockConflict
	| { kind: "not_found" };

export type OperationResult = { kind: "operation"; operation: Operation } | { kind: "not_found" };

export interface OperationFilter {
	which?: WhichOperations | undefined;
	limit?: number;
	/** The `next` of the page before. */
	before?: number | undefined;
}

export interface OperationPage {
	kind: "operations";
	operations: readonly Operation[];
	/** The place of the first one among all, counted from 1, and how many there are. */
	from: number;
	total: number;
	/** Leads to the next page. */
	next: number | null;
}

export interface OperationActions {
	/** Single use: a compare-and-swap on owner, state, quote number and expiry lets one of two taps win. */
	confirm(input: Actor & { operationId: number; number: number; sure?: boolean }): Promise<ConfirmResult>;
	/** The person's quotes that can be confirmed right now, newest first. */
	quotes(input: Actor): Promise<readonly Operation[]>;
	/** Leaves all of them; answers what they were. */
	leaveQuotes(input: Actor): Promise<readonly Operation[]>;
	/** Leaves a quote, or takes back what was confirmed and not yet sent. */
	withdraw(
		input: Actor & { operationId: number },
	): Promise<
		{ kind: "withdrawn"; operation: Operation } | { kind: "too_late"; operation: Operation } | { kind: "not_found" }
	>;
	/** Rings for an operation that waits (held, unknown, needs a human) so that it looks at once. */
	lookAgain(input: Actor & { operationId: number }): Promise<
		/** `looking`: somebody's token of the account is good, so there is a way to. */
		{ kind: "operation"; operation: Operation; looking: boolean } | { kind: "not_found" }
	>;
	/** The person's own word about one that needs a human, or about one name of it; it settles, and later proof may still correct it. */
	decide(
		input: Actor & { operationId: number; by: "person" | "operator"; happened: boolean; domain?: string | undefined },
	): Promise<OperationResult>;
	/** Plans the way back of a change of DNS, nameservers or edge that was made; undoing can be undone. */
	undo(
		input: Actor & { operationId: number },
	): Promise<
		| PlanResult
		| BadProfile
		| { kind: "bad_nameservers" }
		| { kind: "unknown_preset" }
		| { kind: "bad_key" }
		| { kind: "not_found" }
	>;
	/** By reference, with or without its mark, in any case. Anyone connected to the account may read what was confirmed. */
	read(input: Actor & { reference: string }): Promise<OperationResult>;
	/** By row id, for screens and outbox rows. */
	get(input: Actor & { operationId: number }): Promise<OperationResult>;
	/** What it is called, for the operator, who may not see it; null when there is none. */
	referenceOf(input: { operationId: number }): Promise<string | null>;
	/** Newest first, of the active account; without access to it, the person's own alone. */
	list(input: Actor & OperationFilter): Promise<OperationPage | Trouble>;
}
