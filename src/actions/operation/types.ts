import type { NameserverProblem } from "@domains/contract/names.ts";
import type { Risk } from "@domains/dns/diff.ts";
import type { ServersCheck } from "@domains/dns/servers-check.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import type { WhichOperations } from "../../rules/choices.ts";
import type { Hold, Item, Kind, Phase } from "../../rules/operation/state.ts";
import type { ChangedFact, OrderDefaults } from "../../rules/quote.ts";
import { lockHolders, type OperationRow } from "../../store/operations.ts";
import type { LockKind, OrderPace } from "../../store/schema/operations.ts";
import type { DnsChange } from "../dns/types.ts";

export type { WhichOperations } from "../../rules/choices.ts";
export type { OrderDefaults } from "../../rules/quote.ts";

/** A daily limit that an order would exceed. The day ends at `endsAt`. */
export interface OverCap {
	capCents: number;
	/** What the person has spent on this day so far, in cents. */
	spentCents: number;
	/** The amount by which the order would exceed the limit. */
	overCents: number;
	endsAt: Date;
}

/** The amounts that a person saw and confirms, in cents of USD. They never change under the same quote number. */
export interface Quote {
	number: number;
	expiresAt: Date;
	totalCents: number;
	/** The account's balance; null if the service does not report it. */
	balanceCents: number | null;
	balanceAfterCents: number | null;
	/** The amount that the balance lacks, in cents; 0 if the balance is enough or unknown. */
	shortByCents: number;
	/**
	 * True if the total is an estimate. The bot computes the price of several years itself, and the service may charge
	 * another price.
	 */
	expected: boolean;
	/** The total of the previous quote, if the price rose after the person confirmed that quote. */
	previousCents?: number;
	/** Set only if a change was planned again. True if the new plan differs from the one that the person saw. */
	moved?: boolean;
	/** Set only if an order was quoted again: the facts that differ from those that the person confirmed. */
	changed?: readonly ChangedFact[];
	/** The account's defaults for new domains, if the service reports them. */
	defaults?: OrderDefaults;
	/** The result of checking the new nameservers; absent if there are none to check. */
	servers?: ServersCheck;
	/** How often the registrar takes orders, if it limits them. Set only for several items. */
	pace?: OrderPace;
}

export interface OperationItem {
	id: number;
	domain: string;
	years: number | null;
	priceCents: number | null;
	/** The domain's expiry date at the time of the renewal's quote; null if the service does not report it. */
	paidUntil: Date | null;
	/** The price of one year at the next renewal. */
	renewCents: number | null;
	/** True if the domain had a premium price when it was quoted. */
	premium: boolean;
	clientRef: string | null;
	externalRef: string | null;
	edgeProfileKey: string | null;
	/**
	 * The item's outcome. While it is `open` or `accepted`, the outcome is not known yet, and `state` gives the progress.
	 */
	phase: Item["phase"];
	/**
	 * The state of the HTTP request that contains the item. A request that may have run stays `unknown` while it is sent
	 * again.
	 */
	state: Phase;
	/** Why the item failed: the code and message of the service, or a code of this bot; null if there is no reason. */
	problem: { code: string; message: string } | null;
	/** The new expiry date, from the service's answer or from a later lookup; null if unknown. */
	expiresAt: Date | null;
	chargedCents: number | null;
	/** What a change of DNS, nameservers or edge profile does to this domain; null for a registration or renewal. */
	change: Change | null;
	/** True if this domain's change is done and `undo` can revert it. */
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
	 * True if the screen must name the account. The viewer is then also connected to other accounts, or has left this
	 * one.
	 */
	named: boolean;
}

/**
 * What a person confirms at once: registrations, renewals, or changes without a price (DNS, nameservers, edge profile)
 * of one or more domains. Contains everything that a screen, a receipt or `/op` shows of it.
 */
export interface Operation {
	id: number;
	/** A short reference that is easy to say, including the `#`, for example `#4K7Q`. */
	reference: string;
	kind: Kind;
	/**
	 * The combined state of the operation's HTTP requests (see `overall`). If their states differ, this is the state of a
	 * request that waits for the person. If none waits, it is the state of a request whose outcome is still open. It is
	 * `succeeded` if all requests have ended and at least one succeeded.
	 */
	state: Phase;
	hold: Hold;
	holdUntil: Date | null;
	/**
	 * What happens at `holdUntil`. True if the bot stops waiting: it cancels an operation that was never sent, and asks
	 * the person for the outcome of one that was sent. False if the bot continues the operation.
	 */
	holdIsLast: boolean;
	/**
	 * Set while the operation waits for access to the account. `refused`: the service refuses the `token` of the viewer's
	 * connection, or the bot's IP `address`. It is `nothing` if the connection works again. Null if the operation does
	 * not wait, or if the viewer has no connection to the account.
	 */
	accessRefusal: { refused: "token" | "address" | "nothing"; connectionId: number } | null;
	/** True if this is the viewer's own quote, but they have lost access to its account. They cannot confirm it. */
	lacksAccess: boolean;
	/** Set if the quote cannot be confirmed today, because it would exceed the person's daily limit. */
	overCap?: OverCap | undefined;
	/** The person's name for the program that proposed the operation. */
	proposer?: string | null;
	/** Set if a freeze prevents the confirmation of the quote: the frozen domain, or "" for the whole account. */
	frozen?: string | undefined;
	/**
	 * How often the bot has sent the call whose outcome is unknown. With several such calls, this is the largest number.
	 * Without such a call, it is 0.
	 */
	tries: number;
	personId: number;
	/** True if the viewer requested the operation. Only they may confirm it. */
	mine: boolean;
	sandbox: boolean;
	account: OperationAccount;
	quote: Quote | null;
	items: readonly OperationItem[];
	/** The account's balances before and after the order; null if the bot could not read them. */
	balanceBeforeCents: number | null;
	balanceAfterCents: number | null;
	/**
	 * What a change of DNS, nameservers or edge profile does to the operation's first domain; null for a registration or
	 * renewal.
	 */
	change: Change | null;
	/** Why the quoted changes need a second confirmation; empty for registrations and renewals. */
	risks: readonly Risk[];
	/** The reference of the newer operation that replaced this quote (`superseded`); null if none did. */
	newer: string | null;
	/** The domains that no newer quote contains, if newer quotes replaced this one. */
	unreplacedDomains: readonly string[];
	/** True if `undo` can revert the operation for at least one domain. */
	undoable: boolean;
	/** The problem of the first item that did not succeed, if all such items have the same code. Otherwise null. */
	problem: { code: string; message: string } | null;
	createdAt: Date;
	confirmedAt: Date | null;
	settledAt: Date | null;
	/** The database time at which this data was read. The same clock decides how long a quote is valid. */
	readAt: Date;
}

/** One entry in the history of an operation. */
export interface TimelineEntry {
	at: Date;
	/**
	 * A phase that the operation entered, the reason why it waits (`hold_…`), or one of these:
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
	/** The numbers of items that succeeded and that failed when this happened. */
	done: number;
	failed: number;
	/** The service's total charge for these items; null if it did not report one. */
	chargedCents: number | null;
}

export type TimelineResult =
	| { kind: "timeline"; operation: Operation; entries: readonly TimelineEntry[] }
	| { kind: "not_found" };

export type Change = DnsChange | NameserversChange | EdgeChange;

/** A reason for a second confirmation. `sum`: the total is above the limit that the person chose. */
/** `sum`: above the person's limit. `big_order`: they have set none, and it is above the usual one. */
export type ConfirmWarning = Risk | "sum" | "big_order";

export type ConfirmResult =
	| { kind: "confirmed"; operation: Operation }
	/** The quote was confirmed before. `operation` has the current state. */
	| { kind: "already"; operation: Operation }
	/** A newer quote replaced this one. `operation` has the current quote. */
	| { kind: "superseded"; operation: Operation }
	/** The quote expired after five minutes. The person needs a new one. */
	| { kind: "expired"; operation: Operation }
	/** The person is no longer connected to the account, or has lost access. They must reconnect and get a new quote. */
	| { kind: "no_access"; operation: Operation }
	| { kind: "short"; operation: Operation; shortByCents: number }
	/**
	 * A second confirmation is needed: call again with `sure`. `limitCents`: the limit for `sum` and `big_order`.
	 */
	| { kind: "ask_twice"; operation: Operation; warnings: readonly ConfirmWarning[]; limitCents: number | null }
	/** The order would exceed the person's daily limit of `capCents`. The day ends at `endsAt`. */
	| { kind: "over_cap"; operation: Operation; capCents: number; spentCents: number; endsAt: Date }
	/** The person has too many orders for several domains in progress. This order must wait until one of them ends. */
	| { kind: "too_many_lists"; operation: Operation; running: number }
	/** A freeze prevents the confirmation. `domain`: the frozen domain, or "" for the whole account. */
	| { kind: "frozen"; operation: Operation; domain: string }
	/**
	 * A program proposed this, and its mandate does not allow it any more. `over`: the price is above what the mandate
	 * allows or has left today. `ended`: the proposal or the mandate is over.
	 */
	| { kind: "no_mandate"; operation: Operation; why: "over" | "outside" | "ended" }
	/** Another unsettled operation locks one of the order's domains. */
	| LockConflict
	| { kind: "not_found" };

export type OperationResult = { kind: "operation"; operation: Operation } | { kind: "not_found" };

export interface OperationFilter {
	which?: WhichOperations | undefined;
	limit?: number;
	offset?: number;
}

export interface OperationPage {
	kind: "operations";
	operations: readonly Operation[];
	/** The number of operations that match the filter. */
	total: number;
	/** The number of matching operations before `operations`. */
	offset: number;
}

export interface LockConflict {
	kind: "busy";
	domain: string;
	/** The number of requested domains that no unsettled operation locks. */
	free: number;
	/**
	 * The unsettled operation that locks `domain`. `mine`: true if this person requested it. `change`: true for a change
	 * of DNS, nameservers or edge profile, false for an order.
	 */
	other: { id: number; reference: string; mine: boolean; change: boolean };
}

/** Finds an unsettled operation of the account that locks one of these domains; undefined if there is none. */
export async function findLockConflict(
	db: Db,
	of: { personId: number; accountId: number; lock: LockKind; domains: string[] },
): Promise<LockConflict | undefined> {
	const holders = await lockHolders(db, of.accountId, of.lock, of.domains);
	const [held] = holders;
	if (!held) return undefined;
	const free = of.domains.length - new Set(holders.map((each) => each.domain)).size;
	return { kind: "busy", domain: held.domain, free, other: otherOf(held.operation, of.personId, of.lock) };
}

/** Describes the operation that holds a lock to the person. */
export function otherOf(
	{ id, reference, personId }: Pick<OperationRow, "id" | "reference" | "personId">,
	viewerId: number,
	lock: LockKind,
): LockConflict["other"] {
	return { id, reference, mine: personId === viewerId, change: lock === "zone" };
}

export interface EdgeChange {
	kind: "edge";
	/** The profile that is bound before the change; null if there is none, or the service does not report it. */
	before: string | null;
	after: string;
	/**
	 * The domain's nameservers before the change, and the profile's nameservers that replace them. `after` is null if the
	 * service does not report the profile's nameservers in advance. `servers` is null if the change replaces no
	 * nameservers.
	 */
	servers: { before: readonly string[]; after: readonly string[] | null } | null;
	risks: readonly Risk[];
}

/**
 * Why a domain cannot get an edge profile. `missing`: no profile has this key. `off`: the profile is switched off.
 * `zone`: the profile does not serve the domain's TLD.
 */
export type EdgeProblem = "missing" | "off" | "zone";

export interface BadProfile {
	kind: "bad_profile";
	domain: string;
	profileKey: string;
	problem: EdgeProblem;
}

export interface NameserversChange {
	kind: "nameservers";
	before: readonly string[];
	/** The new nameservers. Null for a preset of an external service, which does not list the preset's nameservers. */
	after: readonly string[] | null;
	/** The key of the chosen preset; null if the person entered the nameservers. */
	presetKey: string | null;
	/** True if the change disconnects the domain from its edge profile. */
	leavesEdge: boolean;
	risks: readonly Risk[];
}

export type NameserverRefusal =
	| { kind: "bad_nameservers"; problem: NameserverProblem; part?: string }
	/**
	 * The account has no preset with that key. If the bot cannot list the presets, it learns this only from the service's
	 * refusal of the change.
	 */
	| { kind: "unknown_preset"; presetKey: string };

/** The preset keys to offer. `all`: true if these are all presets of the account, false if others may exist. */
export interface KnownPresets {
	keys: readonly string[];
	all: boolean;
}
