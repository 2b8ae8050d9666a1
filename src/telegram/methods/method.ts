import type { Core } from "../core.ts";
import type { Notes } from "../rules/fields.ts";
import type { Polling } from "../updates/polling.ts";
import type { Delivery } from "../updates/webhook.ts";
import type { Arguments, Params, Values } from "./params.ts";

/** What a method may use. */
export interface Context extends Core {
	notes: Notes;
	polling: Polling;
	delivery: Delivery;
	/** Seconds that a message into this chat must wait, or 0. */
	flood(chat: number): number;
	/** Milliseconds in which a tap may be answered. */
	answerWithin: number;
	/** Aborted when nobody waits for the answer any more. */
	gone: AbortSignal;
}

export interface Method {
	/** Names of the parameters that Telegram knows here. */
	params: readonly string[];
	/** The `result` of the call; throws a `Refusal`. */
	run(context: Context, given: Arguments): unknown;
}

export type Methods = Record<string, Method>;

/** A method that answers at once: whatever it changes is kept as one step, or not at all when it refuses. */
export function method<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => unknown,
): Method {
	return {
		params: Object.keys(params),
		run: (context, given) => context.state.store.transact(() => handle(context, readAll(params, given))),
	};
}

/** A method that may wait. It keeps its own steps. */
export function waitingMethod<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => Promise<unknown>,
): Method {
	return { params: Object.keys(params), run: (context, given) => handle(context, readAll(params, given)) };
}

function readAll<Of extends Params>(params: Of, given: Arguments): Values<Of> {
	const read = Object.entries(params).map(([name, param]) => [name, param(given, name)] as const);
	// Each name has the value that its own parameter read.
	return Object.fromEntries(read) as Values<Of>;
}
