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
 * order was closed before its execution.
 */
export type Execution = { kind: "executed"; executed: Executed } | { kind: "refused" };

/**
 * Executes an order at most once. A call with a known `id` gets the stored outcome. If a call throws anything except
 * `RegistrarFailure`, the outcome is unknown.
 */
export interface Registrar {
	/** Of a new database, in which the operator can then change them. TLDs are in punycode. */
	prices: readonly Price[];
	/** A domain that uses only these is `managed`. They are the preset `default`. */
	nameservers: readonly string[];
	/** The domain of `nameservers`, which resolve to the service's own DNS server. */
	nameserverDomain: string;
	/** Monitoring blocks the domain this long after its registration. Undefined for most domains. */
	blocksAfterMs(domain: string): number | undefined;
	available(names: readonly string[]): Promise<ReadonlySet<string>>;
	register(order: RegistrarOrder, signal: AbortSignal): Promise<Execution>;
	renew(order: RegistrarOrder, signal: AbortSignal): Promise<Execution>;
	/** Returns the outcome of an order. One that was not executed is closed and will never be executed. */
	close(orderId: string, signal: AbortSignal): Promise<Execution>;
}

/** The registrar has failed and has not executed the order. */
export class RegistrarFailure extends Error {
	override readonly name = "RegistrarFailure";
}
