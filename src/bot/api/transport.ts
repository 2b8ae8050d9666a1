import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { parseJson } from "@domains/contract/json.ts";
import { neverConnected } from "@domains/kit/errors.ts";
import type { Log } from "@domains/kit/log.ts";
import { Agent, type Dispatcher, request } from "undici";
import { z } from "zod";
import type { AbortScope } from "./scopes.ts";

/** One attempt of a Bot API call and its result, for the metrics. `status` is null if there was no response. */
export interface Call {
	method: string;
	status: number | null;
	milliseconds: number;
}

interface TransportDeps {
	abortScope: AbortScope;
	log: Log;
	sleep: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
	onCall: (call: Call) => void;
}

/**
 * The part of a `fetch` request that grammY uses. grammY's `signal` is a polyfill that undici does not accept. So the
 * transport gives undici a native signal, and aborts it together with `signal`.
 */
interface TelegramRequest {
	method: string;
	headers: Record<string, string>;
	/** JSON text, or a multipart form as a stream if files are sent. */
	body: string | Readable;
	signal?: Pick<AbortSignal, "aborted" | "addEventListener">;
}

type Fetch = (url: string, init: TelegramRequest) => Promise<{ status: number; json(): Promise<unknown> }>;

interface Transport {
	fetch: Fetch;
	/**
	 * Like `fetch`, but returns a 429 at once. It is for notifications: another attempt needs another slot of their rate
	 * limit.
	 */
	notificationFetch: Fetch;
	/** Where other requests to the Bot API server go, so that they take the same way. */
	dispatcher: Dispatcher;
	close(): Promise<void>;
}

const timeLimit = 30_000;
const floodAnswer = z.object({ parameters: z.object({ retry_after: z.number().nonnegative() }) });

type WholeRequest = Pick<TelegramRequest, "headers"> & { body: string | Buffer };
type Result = { outcome: Outcome; answer: unknown } | { outcome: Outcome; error: unknown };

/**
 * Creates the functions for grammY's option `client.fetch`, over one undici pool. For each conversation, grammY creates
 * a separate `Api` object that inherits only this option. So the retries and the metrics are in these functions and not
 * in a transformer of the bot's `Api`. The URL contains the token, so logs contain only the method name.
 */
export function createTransport({ abortScope, log, sleep, onCall }: TransportDeps): Transport {
	const dispatcher = new Agent({ connections: 64, pipelining: 1, keepAliveTimeout: 60_000 });

	async function attempt(url: string, init: WholeRequest, signal: AbortSignal): Promise<Result> {
		try {
			const { statusCode, body } = await request(url, {
				dispatcher,
				signal,
				method: "POST",
				headers: { "content-type": init.headers["content-type"] ?? "application/json" },
				body: init.body,
				headersTimeout: 2 * timeLimit,
				bodyTimeout: timeLimit,
			});
			const answer = parseJson(await body.text());
			if (answer === undefined) throw new Error("the Bot API did not answer in JSON");
			const flood = statusCode === 429 ? floodAnswer.safeParse(answer).data : undefined;
			const retryAfter = flood && { retryAfter: flood.parameters.retry_after };
			return { outcome: { kind: "answer", status: statusCode, ...retryAfter }, answer };
		} catch (error) {
			return { outcome: { kind: neverConnected(error) ? "unsent" : "broken" }, error };
		}
	}

	async function fetch(url: string, init: TelegramRequest, isNotification: boolean) {
		const call = new AbortController();
		const forget = abortWith(call, init.signal, abortScope.signal());
		try {
			return await repeat(url, init, isNotification, call.signal);
		} finally {
			forget();
		}
	}

	async function repeat(url: string, init: TelegramRequest, isNotification: boolean, signal: AbortSignal) {
		const method = url.slice(url.lastIndexOf("/") + 1);
		// Read the whole stream first, because a retry cannot send a stream again.
		const body = init.body instanceof Readable ? await buffer(init.body) : init.body;
		for (let number = 1; ; number += 1) {
			signal.throwIfAborted();
			const started = performance.now();
			const result = await attempt(url, { headers: init.headers, body }, signal);
			const { outcome } = result;
			const status = outcome.kind === "answer" ? outcome.status : null;
			onCall({ method, status, milliseconds: performance.now() - started });
			const isFinal = signal.aborted || (isNotification && status === 429);
			const delay = isFinal ? null : retryDelay({ method, number } satisfies Attempt, outcome);
			if (delay === null && "error" in result) throw result.error;
			if (delay === null && "answer" in result) return { status: status ?? 0, json: async () => result.answer };
			log.debug({ method, outcome: outcome.kind, status, number }, "a call of the Bot API is retried");
			await sleep(delay ?? 0, signal);
		}
	}

	return {
		fetch: (url, init) => fetch(url, init, false),
		notificationFetch: (url, init) => fetch(url, init, true),
		dispatcher,
		close: () => dispatcher.destroy(),
	};
}

/**
 * Aborts a call with either signal. The returned function ends the wait for `fence`, which may live as long as the
 * process.
 */
function abortWith(call: AbortController, foreign: TelegramRequest["signal"], fence: AbortSignal | undefined) {
	const onFence = (): void => call.abort(fence?.reason);
	if (foreign?.aborted) call.abort();
	if (fence?.aborted) onFence();
	foreign?.addEventListener("abort", () => call.abort());
	fence?.addEventListener("abort", onFence);
	return () => fence?.removeEventListener("abort", onFence);
}

/** One attempt of a Bot API call. `number` counts from 1. */
interface Attempt {
	method: string;
	number: number;
}

/**
 * The result of an attempt. `unsent`: no connection was made. `cut`: the connection broke later, so Telegram may have
 * carried out the call.
 */
export type Outcome = { kind: "answer"; status: number; retryAfter?: number } | { kind: "unsent" } | { kind: "broken" };

const tries = 3;
/**
 * A rate-limited call is retried here only if Telegram asks to wait at most this long. If Telegram asks to wait longer,
 * the call fails at once. A handler cannot wait longer, because it must end within ten seconds. A job can try again
 * later.
 */
const longestWaitSeconds = 3;

/**
 * Returns the milliseconds until the next attempt, or null for no further attempt. A call that may already have sent a
 * message is not repeated here, because the message could appear twice. Only `delivery/render.ts` sends the message of
 * a screen again after such a failure.
 */
export function retryDelay(attempt: Attempt, outcome: Outcome): number | null {
	if (attempt.number >= tries || attempt.method === "getUpdates") return null;
	const pause = 250 * 2 ** (attempt.number - 1);
	if (outcome.kind === "unsent") return pause;
	if (outcome.kind === "broken") return repeatable(attempt.method) ? pause : null;
	if (outcome.status === 429) {
		const seconds = outcome.retryAfter ?? 1;
		return seconds <= longestWaitSeconds ? seconds * 1000 : null;
	}
	return outcome.status >= 500 && repeatable(attempt.method) ? pause : null;
}

function repeatable(method: string): boolean {
	return !/^(send|copy|forward)/.test(method);
}
