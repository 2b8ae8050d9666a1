import { type Clock, seconds } from "../clock.ts";
import type { Log } from "../log.ts";
import { isObject, parseJson } from "../rules/fields.ts";
import { retryDelay } from "../rules/updates.ts";
import type { UpdateRow, WebhookRow } from "../state/rows.ts";
import type { State } from "../state/state.ts";
import { type Updates, updateObject } from "./queue.ts";

export interface WebhookDeps {
	state: State;
	updates: Updates;
	clock: Clock;
	log: Log;
	fetch: typeof fetch;
	random: () => number;
	/** A bot may return a call in its answer to a webhook request. */
	call(method: string, params: Record<string, unknown>): void;
}

type Outcome = { ok: true; answer: string } | { ok: false; error: string; retryAfter: number };

/** In milliseconds. */
const answerTimeoutMs = 60_000;

/**
 * Updates with the same `queue` are delivered one at a time, up to `max_connections` queues in parallel (WebhookActor
 * in the Bot API server).
 */
export function createDelivery({ state, updates, clock, log, fetch, random, call }: WebhookDeps) {
	let busy = new Set<string>();
	let cancelWake = (): void => {};
	let stopped = new AbortController();

	function pump(): void {
		const webhook = state.webhook.get();
		cancelWake();
		if (webhook === undefined || stopped.signal.aborted) return;
		const heads = new Map<string, UpdateRow>();
		for (const row of updates.pending()) if (!heads.has(row.queue)) heads.set(row.queue, row);
		const ready = [...heads.values()].filter((row) => !busy.has(row.queue));
		for (const row of ready) {
			if (row.notBefore <= clock.now() && busy.size < webhook.maxConnections) void deliver(webhook, row);
		}
		const next = Math.min(...ready.filter((row) => row.notBefore > clock.now()).map((row) => row.notBefore));
		if (Number.isFinite(next)) cancelWake = clock.after(next - clock.now(), pump);
	}

	async function deliver(webhook: WebhookRow, row: UpdateRow): Promise<void> {
		busy.add(row.queue);
		const { signal } = stopped;
		const outcome = await send(webhook, row, signal);
		// The webhook was changed or removed, or the server closes. The update stays in the queue.
		if (signal.aborted) return;
		busy.delete(row.queue);
		state.store.transact(() => (outcome.ok ? updates.taken(row) : failed(row, outcome)));
		if (outcome.ok) replyWith(outcome.answer);
		pump();
	}

	async function send(webhook: WebhookRow, row: UpdateRow, signal: AbortSignal): Promise<Outcome> {
		try {
			const response = await fetch(webhook.url, {
				method: "POST",
				redirect: "manual",
				headers: {
					"content-type": "application/json",
					...(webhook.secret === "" ? {} : { "x-telegram-bot-api-secret-token": webhook.secret }),
				},
				body: JSON.stringify(updateObject(row)),
				signal: AbortSignal.any([signal, AbortSignal.timeout(answerTimeoutMs)]),
			});
			const answer = await response.text();
			if (response.ok) return { ok: true, answer };
			const retryAfter = Number(response.headers.get("retry-after")) || 0;
			return {
				ok: false,
				error: `Wrong response from the webhook: ${response.status} ${response.statusText}`,
				retryAfter,
			};
		} catch (error) {
			return {
				ok: false,
				error: `Connection failed: ${error instanceof Error ? error.message : "unknown"}`,
				retryAfter: 0,
			};
		}
	}

	function failed(row: UpdateRow, { error, retryAfter }: Outcome & { ok: false }): void {
		const failures = row.failures + 1;
		const due = clock.now() + retryDelay(failures, retryAfter, random) * 1000;
		log.warn({ update: row.id, failures, error }, "the webhook refused an update");
		if (due > row.expires) state.updates.delete(row.id);
		else state.updates.put(row.id, { ...row, failures, notBefore: due });
		const webhook = state.webhook.get();
		if (webhook !== undefined) {
			state.webhook.put({ ...webhook, lastErrorDate: seconds(clock), lastErrorMessage: error });
		}
	}

	/** Ignores `close`, `logOut`, and methods that read data or change the webhook, as the Bot API server does. */
	function replyWith(answer: string): void {
		const params = parseJson(answer);
		if (!isObject(params)) return;
		const { method, ...rest } = params;
		if (typeof method !== "string") return;
		if (/^(get|(delete|set)webhook$|close$|logout$)/i.test(method)) return;
		call(method, rest);
	}

	return {
		pump,
		/** If a webhook is set, the queued updates are delivered again. */
		restart(): void {
			stopped.abort();
			stopped = new AbortController();
			busy = new Set();
			pump();
		},
		close(): void {
			cancelWake();
			stopped.abort();
		},
	};
}

export type Delivery = ReturnType<typeof createDelivery>;
