import type { Client } from "../../../client/index.ts";
import type { DomainFacts } from "../../../client/read/domains.ts";
import type { NamedValue } from "../../../client/read/fields.ts";
import type { CallOptions } from "../../../client/result.ts";
import type { Evidence, Finding } from "../../../rules/operation/state.ts";
import type { Connected } from "../../../store/connections.ts";
import type { ItemRow, RequestRow, WholeOperation } from "../../../store/operations.ts";
import type { Renewals } from "../../../store/renewals.ts";
import type {
	ItemBefore,
	LockKind,
	OrderPace,
	PlannedChange,
	PlannedRecord,
	PreparedCall,
} from "../../../store/schema/operations.ts";
import type { FailedResult } from "../../trouble.ts";

/** What is needed to read the account's domains at the service: an API client, and the options for its calls. */
export interface Reader {
	client: Client;
	options: CallOptions;
}

/** What is ordered for one domain. For a new quote, it comes from the person's input. Later, it is the stored item. */
export interface Wanted extends Pick<ItemRow, "domain" | "years" | "renewCents" | "change"> {
	/**
	 * The changes of the domain that this bot made in the last minutes, newest first. A read that lacks one of them is
	 * outdated.
	 */
	written?: readonly PlannedChange[];
	/** The renewals of the domain that this bot carried out, as read before the service. Absent if there were none. */
	renewals?: Renewals | undefined;
}

/** The current state of one ordered domain at the service, or the refusal that an order for it would get. */
export type Seen =
	| {
			kind: "fine";
			/**
			 * The current price in cents; null if the service reports none. Undefined for a change of DNS, nameservers or
			 * edge profile, which costs nothing.
			 */
			priceCents?: number | null;
			renewCents?: number | null;
			before?: ItemBefore;
			/** The new plan, if the domain has changed since the quote. The person must confirm it. */
			change?: PlannedChange;
			/** The new plan, if it differs only in fields that the screen does not show. It needs no new confirmation. */
			refreshed?: PlannedChange;
	  }
	| { kind: "refused"; code: string; message: string }
	/** The answer does not show the state of this domain. A later one may. */
	| { kind: "unknown" };

/** The result of reading the current state of all ordered domains. `items` is in the same order as `wanted`. */
export type Examined =
	| {
			kind: "seen";
			items: Seen[];
			/** The account's balance; null for a change that costs nothing, or if the service does not report the balance. */
			balanceCents: number | null;
			/** How often the registrar takes these orders; null if it does not limit them. */
			pace?: OrderPace | null;
			/** The account's default settings for new domains. Set only for registrations. */
			defaults?: readonly NamedValue[];
	  }
	/** The service's answer does not contain one of the bot's recent changes yet. */
	| { kind: "behind" }
	| { kind: "bad"; result: FailedResult };

/**
 * The result of asking the service for the outcome of one item. `expiresAt`: the domain's expiry date, as the service
 * reports it. `records`: the current DNS records, for a change of records.
 */
type Looked =
	| { kind: "found"; found: Finding["found"]; expiresAt?: Date | null; records?: readonly PlannedRecord[] }
	| { kind: "bad"; result: FailedResult };

/** What a lookup must know about the sent request, to compare it with what the service reports about the domain. */
interface Sent {
	reference: string;
	firstSentAt: Date | null;
	/** The changes of the domain that this bot made in the last minutes, newest first. */
	written?: readonly PlannedChange[];
}

/** What differs between kinds of change. The code that runs requests is the same for all kinds. */
export interface KindOfChange {
	/**
	 * The kind of lock that an item holds on its domain until its outcome is known. Another item cannot hold the same
	 * lock meanwhile, so two changes do not overwrite each other.
	 */
	lock: LockKind;
	/**
	 * Reads the prices, the balance and the state of the domains. Called for a quote, and again right before the order is
	 * sent.
	 */
	examine(reader: Reader, wanted: readonly Wanted[]): Promise<Examined>;
	/** Builds the exact call for these items from stored data alone. */
	prepare(items: readonly ItemRow[], reference: string): PreparedCall;
	/** Asks the service whether the change of one domain was made. */
	look(reader: Reader, item: ItemRow, sent: Sent): Promise<Looked>;
}

/**
 * Converts a failed read to the `Evidence` that decides the request's next state. Includes the time of the next try if
 * the service names one. `now`: the database time.
 */
export function evidenceOfFailedRead(result: FailedResult, now: Date): Evidence {
	if (result.kind === "held") {
		return { is: "unread", hold: result.reason === "blocked" ? "pace" : "none", until: result.until };
	}
	if (result.kind === "unknown") return { is: "unread", hold: "none" };
	const { status, retryAfterMs } = result;
	if (status === 401 || status === 403) return { is: "unread", hold: "access" };
	const until = retryAfterMs === undefined ? {} : { until: new Date(now.getTime() + retryAfterMs) };
	return { is: "unread", hold: status === 429 ? "pace" : "none", ...until };
}

/**
 * True if the service refused the call because of the domain. False for a refusal because of access, rate limits or the
 * service's own health.
 */
export function isAboutDomain(result: FailedResult): result is Extract<FailedResult, { kind: "refused" }> {
	return result.kind === "refused" && [404, 409, 422].includes(result.status);
}

/** True if the rate limit or missing access prevented the call. Calls for other domains would then fail too. */
export function isAboutAccess(result: FailedResult): boolean {
	return result.kind === "held" || (result.kind === "refused" && [401, 403, 429].includes(result.status));
}

export function refused({ code, message }: { code: string; message: string }): Seen {
	return { kind: "refused", code, message };
}

/** Returns the references that the person entered, in the form that the API takes. */
export function givenReferences({ clientRef, externalRef }: Pick<ItemRow, "clientRef" | "externalRef">) {
	return {
		...(clientRef !== null && { client_ref: clientRef }),
		...(externalRef !== null && { external_ref: externalRef }),
	};
}

/**
 * Up to this number of domains, each domain is read with one call. For more domains, the list of all domains of the
 * account is read.
 */
const few = 3;
const pageSize = 500;
const mostPages = 200;

/** Returns what the service reports about these domains, by name. Omits domains that are not in the account. */
export async function readRecords(
	reader: Reader,
	domains: readonly string[],
): Promise<{ kind: "records"; byName: Map<string, DomainFacts> } | { kind: "bad"; result: FailedResult }> {
	return domains.length <= few ? readEach(reader, domains) : readList(reader, new Set(domains));
}

async function readEach({ client, options }: Reader, domains: readonly string[]): ReturnType<typeof readRecords> {
	const byName = new Map<string, DomainFacts>();
	for (const domain of domains) {
		const result = await client.domain(domain, options);
		if (result.kind === "ok") byName.set(domain, result.value);
		else if (!isAboutDomain(result)) return { kind: "bad", result };
	}
	return { kind: "records", byName };
}

async function readList({ client, options }: Reader, wanted: ReadonlySet<string>): ReturnType<typeof readRecords> {
	const byName = new Map<string, DomainFacts>();
	let cursor: string | null = null;
	for (let page = 0; page < mostPages; page += 1) {
		const result = await client.domains({ limit: pageSize, ...(cursor !== null && { cursor }) }, options);
		if (result.kind !== "ok") return { kind: "bad", result };
		for (const each of result.value.domains) if (wanted.has(each.domain)) byName.set(each.domain, each);
		cursor = result.value.nextCursor;
		if (cursor === null || byName.size === wanted.size) break;
	}
	return { kind: "records", byName };
}

/**
 * What a worker needs for a request (one HTTP call of an operation): its rows, and a connection and an API client for
 * its account.
 */
export interface Work extends Reader {
	operation: WholeOperation;
	request: RequestRow;
	connection: Connected;
	/** The database time at which the connection was read, after the commit that chose the call. */
	now: Date;
}
