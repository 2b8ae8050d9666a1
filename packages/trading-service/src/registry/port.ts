export interface Executed {
	registeredAt: Date;
	expiresAt: Date;
}

export interface RegistryOrder {
	id: string;
	/** Punycode, lower case. */
	domain: string;
	years: number;
}

/**
 * `refused` means that the registry did nothing: the name to register is taken, the name to renew is unknown, or the
 * order was closed before its execution.
 */
export type Execution = { kind: "executed"; executed: Executed } | { kind: "refused" };

/**
 * Executes an order at most once. A call with a known `id` gets the stored outcome. If a call throws anything except
 * `RegistryFailure`, the outcome is unknown.
 */
export interface Registry {
	available(names: readonly string[]): Promise<ReadonlySet<string>>;
	register(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	renew(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	/** Returns the outcome of an order. One that was not executed is closed and will never be executed. */
	close(orderId: string, signal: AbortSignal): Promise<Execution>;
}

/** The registry has failed and has not executed the order. */
export class RegistryFailure extends Error {
	override readonly name = "RegistryFailure";
}
