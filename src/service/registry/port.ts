/** What the registry did for an order. */
export interface Executed {
	registeredAt: Date;
	expiresAt: Date;
}

/** One thing to do, named by `id`. */
export interface RegistryOrder {
	id: string;
	/** Punycode, lower case. */
	domain: string;
	years: number;
}

/** `refused`: the name is taken (register) or unknown (renew), and nothing was done. */
export type Execution = { kind: "executed"; executed: Executed } | { kind: "refused" };

/**
 * The registry behind the service. An order is executed at most once, however often it is sent: the same `id` again is
 * answered as the first time. A call that throws says nothing about what happened, except `RegistryFailure`.
 */
export interface Registry {
	/** Those of the names that are free. */
	available(names: readonly string[]): Promise<ReadonlySet<string>>;
	register(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	renew(order: RegistryOrder, signal: AbortSignal): Promise<Execution>;
	/** What became of an order; one that was not executed never will be after this. */
	close(orderId: string, signal: AbortSignal): Promise<Execution>;
}

/** The registry could not do it and did not do it. */
export class RegistryFailure extends Error {
	override readonly name = "RegistryFailure";
}
