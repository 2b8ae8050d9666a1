import type { Core } from "../core.ts";
import type { Notes } from "../rules/fields.ts";
import type { Polling } from "../updates/polling.ts";
import type { Delivery } from "../updates/webhook.ts";
import type { Arguments, Params, Values } from "./params.ts";

/** Everything that a method may use. */
export interface Context extends Core {
	notes: Notes;
	polling: Polling;
	delivery: Delivery;
	/** Seconds that a message to this chat must wait, or 0. */
	flood(chat: number): number;
	/** Milliseconds within which a callback query may be answered. */
	answerWithin: number;
	/** Aborted when the caller no longer waits for the answer. */
	gone: AbortSignal;
}

export interface Method {
	/** The parameter names that Telegram knows here. */
	params: readonly string[];
	/** Returns the `result` of the call; throws a `Refusal`. */
	run(context: Context, given: Arguments): unknown;
}

export type Methods = Record<string, Method>;

/** A method that answers at once: all its changes are one transaction, which a refusal rolls back. */
export function method<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => unknown,
): Method {
	return {
		params: Object.keys(params),
		run: (context, given) => context.state.store.transact(() => handle(context, readAll(params, given))),
	};
}

/** A method that may wait. It manages its own transactions. */
export function waitingMethod<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => Promise<unknown>,
): Method {
	return { params: Object.keys(params), run: (context, given) => handle(context, readAll(params, given)) };
}

function readAll<Of extends Params>(params: Of, given: Arguments): Values<Of> {
	const read = Object.entries(params).map(([name, param]) => [name, param(given, name)] as const);
	// Each name has the value that its parameter parsed.
	return Object.fromEntries(read) as Values<Of>;
}
