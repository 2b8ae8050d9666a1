/** The result of an executed order. */
export interface Executed {
	registeredAt: Date;
	expiresAt: Date;
}

/** One registration or renewal, identified by `id`. */
export interface RegistryOrder {
	id: string;
	/** Punycode, lower case. */
	domain: string;
	years: number;
}

/**
 * The outcome of an order. `refused` means that the registry did nothing, for one of these reasons: the name to
 * register is taken, the name to renew is unknown, or the order was closed before its execution.
 */
export type Execution = { kind: "executed"; executed: Executed } | { kind: "refused" };

/**
 * The registry that executes the service's orders. It executes an order at most once. A call with a known `id` gets the
 * stored outcome. If a call throws anything except `RegistryFailure`, the outcome is unknown.
 */
export interface Registry {
	/** Returns those of `names` that are available. */
	available(names: readonly string[]): Promise<ReadonlySet<string>>;
	register(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	renew(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	/** Returns the outcome of an order. If the order was not executed, closes it, and it will never be executed. */
	close(orderId: string, signal: AbortSignal): Promise<Execution>;
}

/** Thrown if the registry has failed and has not executed the order. */
export class RegistryFailure extends Error {
	override readonly name = "RegistryFailure";
}
