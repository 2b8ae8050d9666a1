import type { Core } from "../core.ts";
import type { Notes } from "../rules/fields.ts";
import type { Polling } from "../updates/polling.ts";
import type { Delivery } from "../updates/webhook.ts";
import type { Arguments, Params, Values } from "./params.ts";

export interface Context extends Core {
	notes: Notes;
	polling: Polling;
	delivery: Delivery;
	/**
	 * The seconds until the bot may send a message to this chat. If 0, the rate limit has already counted the message.
	 */
	flood(chat: number): number;
	/** For a tap or an inline query, in milliseconds. */
	answerWithin: number;
	/** Aborts when the caller disconnects before it has the answer. */
	gone: AbortSignal;
}

export interface Method {
	/** As on Telegram, other parameters of a call are ignored. They are also recorded as a likely mistake. */
	params: readonly string[];
	/** Returns the `result` field of the answer. Throws a `Refusal` if Telegram would refuse the call. */
	run(context: Context, given: Arguments): unknown;
}

export type Methods = Record<string, Method>;

/** Runs in one transaction, which is rolled back if the method throws. */
export function method<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => unknown,
): Method {
	return {
		params: Object.keys(params),
		run: (context, given) => context.state.store.transact(() => handle(context, readAll(params, given))),
	};
}

/**
 * May wait before it answers, such as `getUpdates`. It does not run in a transaction, so `handle` must open
 * transactions itself.
 */
export function waitingMethod<Of extends Params>(
	params: Of,
	handle: (context: Context, values: Values<Of>) => Promise<unknown>,
): Method {
	return { params: Object.keys(params), run: (context, given) => handle(context, readAll(params, given)) };
}

function readAll<Of extends Params>(params: Of, given: Arguments): Values<Of> {
	const read = Object.entries(params).map(([name, param]) => [name, param(given, name)] as const);
	// The cast is safe: each value is the result of the parser with the same name.
	return Object.fromEntries(read) as Values<Of>;
}
