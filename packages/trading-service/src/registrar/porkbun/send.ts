import { setTimeout as sleep } from "node:timers/promises";
import { neverConnected } from "@domains/kit/errors.ts";
import type { Db } from "@domains/kit/postgres/connect.ts";
import type { RateLimit, RateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { type Dispatcher, request } from "undici";
import { z } from "zod";
import { RegistrarBusy } from "../port.ts";
import { type LimitedCall, readPace } from "./pace.ts";

export interface PorkbunSettings {
	/** Ends in `/api/json/v3`. */
	url: string;
	apiKey: string;
	secretApiKey: string;
	dispatcher?: Dispatcher;
	now?: () => Date;
}

type Failure =
	/** The registrar answered that it did nothing. */
	| { kind: "refused"; code: string | null; text: string }
	/** A limit is used up, and the registrar did nothing. */
	| { kind: "limited"; until: Date; text: string }
	/** The call was sent and may have taken effect. Only a look at the account can tell. */
	| { kind: "unknown"; cause: "no_answer" | "unreadable" | "error" | "still_running"; text: string }
	/** The call was not sent. */
	| { kind: "down"; text: string };

export type Result<Value> = { kind: "ok"; value: Value } | Failure;

interface PorkbunCall<Value> {
	method: "GET" | "POST";
	path: string;
	body?: Readonly<Record<string, unknown>>;
	/** It has at most 255 characters. A repeat within 24 hours gets the first answer. */
	idempotencyKey?: string;
	schema: z.ZodType<Value>;
	signal: AbortSignal;
}

type Send = <Value>(call: PorkbunCall<Value>) => Promise<Result<Value>>;

const largestBody = 16 * 1024 * 1024;
const longestText = 300;
const secondsBound = z.coerce
	.number()
	.min(0)
	.max(86_400 * 31);

const refusal = z.object({
	status: z.string().catch(""),
	code: z.string().max(100).nullable().catch(null),
	message: z.string().catch(""),
	ttlRemaining: secondsBound.optional().catch(undefined),
});

/** Sends each call once, never repeats it, and follows no redirect. The keys are only in the headers. */
export function createSend({ url, apiKey, secretApiKey, dispatcher, now = () => new Date() }: PorkbunSettings): Send {
	return async ({ method, path, body, idempotencyKey, schema, signal }) => {
		if (signal.aborted) return { kind: "down", text: "aborted before it was sent" };
		let answer: Answer;
		try {
			const {
				statusCode,
				headers,
				body: stream,
			} = await request(`${url}/${path}`, {
				method,
				headers: {
					"x-api-key": apiKey,
					"x-secret-api-key": secretApiKey,
					accept: "application/json",
					...(method === "POST" && { "content-type": "application/json" }),
					...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
				},
				body: method === "POST" ? JSON.stringify(body ?? {}) : null,
				signal,
				...(dispatcher && { dispatcher }),
			});
			answer = { status: statusCode, headers, body: await readJson(stream) };
		} catch (error) {
			const text = codeOf(error) ?? "no answer";
			return neverConnected(error) ? { kind: "down", text } : { kind: "unknown", cause: "no_answer", text };
		}
		return read(answer, schema, now());
	};
}

/** Never the message, which could quote a header. */
function codeOf(error: unknown): string | undefined {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

interface Answer {
	status: number;
	headers: Record<string, string | string[] | undefined>;
	/** Undefined if it is no JSON. */
	body: unknown;
}

async function readJson(stream: AsyncIterable<Buffer>): Promise<unknown> {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of stream) {
		bytes += chunk.length;
		if (bytes > largestBody) return undefined;
		chunks.push(chunk);
	}
	try {
		return JSON.parse(Buffer.concat(chunks).toString("utf8"));
	} catch {
		return undefined;
	}
}

function read<Value>(answer: Answer, schema: z.ZodType<Value>, now: Date): Result<Value> {
	const { status, body } = answer;
	const { data } = refusal.safeParse(body);
	const code = data?.code ?? null;
	const text = (data?.message || `status ${status}`).slice(0, longestText);
	if (status === 429 || code === "RATE_LIMIT_EXCEEDED")
		return { kind: "limited", until: untilOf(answer, data?.ttlRemaining, now), text };
	if (!data) return { kind: "unknown", cause: "unreadable", text };
	if (status === 409 && code === "IDEMPOTENCY_KEY_IN_USE") return { kind: "unknown", cause: "still_running", text };
	if (status >= 400 && status < 500) return { kind: "refused", code, text };
	// An error with the status 200 or 5xx does not say how far the call came.
	if (status !== 200 || data.status !== "SUCCESS") return { kind: "unknown", cause: "error", text };
	const value = schema.safeParse(body);
	return value.success ? { kind: "ok", value: value.data } : { kind: "unknown", cause: "unreadable", text: "answer" };
}

const defaultWaitSeconds = 10;
/** A larger `X-RateLimit-Reset` is a time in seconds since 1970. The description does not say which of the two it is. */
const longestWaitSeconds = 86_400 * 31;

function untilOf({ headers }: Answer, ttlRemaining: number | undefined, now: Date): Date {
	const seconds = (value: unknown) =>
		value === undefined ? undefined : z.coerce.number().min(0).safeParse(value).data;
	const reset = seconds(headers["x-ratelimit-reset"]);
	const fromReset = reset !== undefined && reset > longestWaitSeconds ? reset - now.getTime() / 1_000 : reset;
	const wait = ttlRemaining ?? seconds(headers["retry-after"]) ?? fromReset ?? defaultWaitSeconds;
	return new Date(now.getTime() + Math.ceil(Math.min(Math.max(wait, 1), longestWaitSeconds)) * 1_000);
}

/** Its guides allow one request in a second. Background calls leave room for people's. */
const usualMs = { any: 1_050, background: 3_000 } as const;

export type Kind = keyof typeof usualMs | LimitedCall;

/** Answers of the registrar, or a failure that says what happened. */
export type Ask = <Value>(
	kind: Kind,
	signal: AbortSignal,
	call: (signal: AbortSignal) => Promise<Result<Value>>,
) => Promise<Result<Value>>;

const longestPauseMs = 2_000;

/**
 * Keeps the registrar's limits, over all processes. A call waits until it may be sent, or throws a `RegistrarBusy`
 * when `signal` aborts.
 * Without `fixedMs`, the limits are those that its answers showed.
 */
export function createAsk(db: Db, limiter: RateLimiter, fixedMs?: Readonly<Record<Kind, number>>): Ask {
	const keyOf = (kind: Kind) => `porkbun ${kind}`;
	const everyMsOf = async (kind: Kind) => {
		if (fixedMs) return fixedMs[kind];
		return kind === "any" || kind === "background" ? usualMs[kind] : (await readPace(db, kind)).everyMs;
	};
	const limitOf = async (kind: Kind): Promise<RateLimit> => ({
		key: keyOf(kind),
		everyMs: await everyMsOf(kind),
		burst: 1,
	});

	async function wait(kind: Kind, signal: AbortSignal): Promise<void> {
		const any = await limitOf("any");
		const limits = kind === "any" ? [any] : [any, await limitOf(kind)];
		for (;;) {
			if (signal.aborted) throw new RegistrarBusy("Porkbun takes one call in a second, and others came first.");
			const permit = await limiter.acquire(limits);
			if (permit.go) return;
			await sleep(Math.min(permit.waitMs, longestPauseMs), undefined, { signal }).catch(() => {});
		}
	}

	return async (kind, signal, call) => {
		await wait(kind, signal);
		const result = await call(signal);
		// No process sends this kind of call before the time that the registrar named.
		if (result.kind === "limited") {
			await limiter.block(keyOf(kind), Math.max(1_000, result.until.getTime() - Date.now()));
		}
		return result;
	};
}
