import type { Core } from "../core.ts";
import type { Notes } from "../rules/fields.ts";
import type { Polling } from "../updates/polling.ts";
import type { Delivery } from "../updates/webhook.ts";
import type { Arguments, Params, Values } from "./params.ts";

/** The parts and values that the implementation of a method can use. */
export interface Context extends Core {
	notes: Notes;
	polling: Polling;
	delivery: Delivery;
	/** Returns how many seconds a message to this chat must wait for the rate limit; 0 if it may be sent now. */
	flood(chat: number): number;
	/** The number of milliseconds after a tap or an inline query within which the bot may answer. */
	answerWithin: number;
	/** Aborts if the caller disconnects before the answer. */
	gone: AbortSignal;
}

export interface Method {
	/** The names of the method's parameters. Others are ignored, as on Telegram, but recorded as odd. */
	params: readonly string[];
	/** Returns the `result` field of the answer. Throws a `Refusal` if Telegram would refuse the call. */
	run(context: Context, given: Arguments): unknown;
}

export type Methods = Record<string, Method>;

/** Defines a method that answers at once. All its changes are one transaction, which a refusal rolls back. */
export function method<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => unknown,
): Method {
	return {
		params: Object.keys(params),
		run: (context, given) => context.state.store.transact(() => handle(context, readAll(params, given))),
	};
}

/** Defines a method that may wait, such as `getUpdates`. It starts its own transactions. */
export function waitingMethod<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => Promise<unknown>,
): Method {
	return { params: Object.keys(params), run: (context, given) => handle(context, readAll(params, given)) };
}

function readAll<Of extends Params>(params: Of, given: Arguments): Values<Of> {
	const read = Object.entries(params).map(([name, param]) => [name, param(given, name)] as const);
	// The cast is safe: each name has the value that its own parser returned.
	return Object.fromEntries(read) as Values<Of>;
}
