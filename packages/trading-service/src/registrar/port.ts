import type { DnsRecord } from "@domains/contract/records/wire.ts";
import type { Declined } from "../refusal.ts";
import type { Price } from "../store/prices.ts";

export interface Executed {
	registeredAt: Date;
	expiresAt: Date;
}

export interface RegistrarOrder {
	id: string;
	/** Punycode, lower case. */
	domain: string;
	years: number;
}

/**
 * `refused` means that the registrar did nothing: the name to register is taken, the name to renew is unknown, or the
 * order was closed before its execution. `declined` gives another reason.
 */
export type Execution = { kind: "executed"; executed: Executed } | { kind: "refused"; declined?: Declined };

/**
 * Executes an order at most once. A call with a known `id` gets the stored outcome. If a call throws anything except
 * `RegistrarFailure`, the outcome is unknown.
 */
export interface Registrar {
	/** Sentences for people use it. */
	name: string;
	/** A database serves one registrar: its money and domains mean nothing to another one. */
	id: string;
	/** Nothing that it sells costs real money. */
	playMoney: boolean;
	/** Of a new database, in which the operator can then change them. TLDs are in punycode. */
	prices: readonly Price[];
	/** A domain that uses only these is `managed`. They are the preset `default`. */
	nameservers: readonly string[];
	/** The domain of `nameservers`, which resolve to the service's own DNS server; null if they are elsewhere. */
	nameserverDomain: string | null;
	/** Monitoring blocks the domain this long after its registration. Undefined for most domains. */
	blocksAfterMs(domain: string): number | undefined;
	available(names: readonly string[]): Promise<ReadonlySet<string>>;
	register(order: RegistrarOrder, signal: AbortSignal): Promise<Execution>;
	renew(order: RegistrarOrder, signal: AbortSignal): Promise<Execution>;
	/** Returns the outcome of an order. One that was not executed is closed and will never be executed. */
	close(orderId: string, signal: AbortSignal): Promise<Execution>;
	/** Null if the service's own tables are the registrar: its money, prices, domains and zones. */
	remote: Remote | null;
}

export interface RemoteDomain extends Executed {
	/** Punycode, lower case. */
	name: string;
	/** False if the owner has not opened the domain to the API. */
	apiAccess: boolean;
}

/** What the registrar says about a name now. Prices are for one year. */
export interface Checked {
	available: boolean;
	premium: boolean;
	registerCents: number;
	renewCents: number | null;
}

/** An order that is not placed yet. */
export interface Wish {
	kind: "register" | "renew";
	domain: string;
	/** The TLD with its leading dot. */
	zone: string;
	years: number;
	cents: number;
}

export interface ZoneChange {
	wanted: readonly DnsRecord[];
	/** The records that the caller knew. Null if the zone was never read. */
	base: readonly DnsRecord[] | null;
}

/** An account at a registrar that is reached over a network. Other programs and its website change it too. */
/** `later`: no person waits for the answer, so the call leaves room for others. */
export type Priority = "now" | "later";

export interface Remote {
	/** The credit, in cents. */
	balance(signal: AbortSignal): Promise<number>;
	prices(signal: AbortSignal): Promise<Price[]>;
	domains(signal: AbortSignal): Promise<RemoteDomain[]>;
	/** Slow: a registrar allows few of these. Throws a refusal for a zone that it does not sell by API. */
	check(domain: string, zone: string, signal: AbortSignal): Promise<Checked>;
	nameservers(domain: string, priority: Priority, signal: AbortSignal): Promise<string[]>;
	records(domain: string, priority: Priority, signal: AbortSignal): Promise<DnsRecord[]>;
	/** Returns the resulting set. */
	replaceNameservers(domain: string, nameservers: readonly string[], signal: AbortSignal): Promise<string[]>;
	/**
	 * Returns the resulting records. A call that was interrupted is repeated and then does the rest. Throws a refusal if
	 * the registrar cannot have the records, or if another program has changed the zone, and then changes nothing.
	 */
	replaceRecords(domain: string, change: ZoneChange, signal: AbortSignal): Promise<DnsRecord[]>;
	/** How often it takes orders now. `perDay` is null without such a limit. */
	pace(): Promise<Record<Wish["kind"], { everyMs: number; perDay: number | null }>>;
	/** Before money is held, and in their order. Undefined for an order that the registrar seems to take. */
	decline(wishes: readonly Wish[]): Promise<(Declined | undefined)[]>;
}

/** The registrar's limits left no turn for the call in time, so it was not sent. */
export class RegistrarBusy extends Error {
	override readonly name = "RegistrarBusy";
}

/** The registrar has failed and has not executed the order. */
export class RegistrarFailure extends Error {
	override readonly name = "RegistrarFailure";
}
