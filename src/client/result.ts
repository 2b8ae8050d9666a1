import { boundedText } from "@domains/contract/bounds.ts";
import { parseJson } from "@domains/contract/json.ts";
import { limits } from "@domains/contract/limits.ts";
import { problems } from "@domains/contract/problems.ts";
import { neverConnected } from "@domains/kit/errors.ts";
import { dayMs } from "../rules/local-time.ts";

/**
 * A call never throws because of the service's answer.
 * - `ok`: `asOf` is set if the registrar does not answer, and the service answered with its copy of this time.
 * - `refused`: the service answered with its own error envelope.
 * - `unknown`: no envelope of the service arrived. If `sent` is true, the service may have executed a mutation.
 * - `held`: not sent. `rate_limit`: the bot's own rate limiter asked to wait. `blocked`: the service still blocks the
 *   token.
 */
export type Result<Value> =
	| { kind: "ok"; value: Value; asOf?: Date; requestId?: string }
	| { kind: "refused"; status: number; code: string; message: string; retryAfterMs?: number; requestId?: string }
	| { kind: "unknown"; cause: Cause; sent: boolean; requestId?: string }
	| { kind: "held"; until: Date; reason: "rate_limit" | "blocked" };

/**
 * Why a result is unknown:
 * - `unreachable`: no connection, so nothing was sent.
 * - `reset`: the connection broke.
 * - `not_service`: the answer is HTML, has no envelope, is cut off, or reports success without the requested data.
 * - `redirect`: the client never follows one.
 * - `timeout`: no answer in 30 seconds.
 * - `aborted`: the caller aborted the call, or its time limit `sendBefore` passed.
 * - `too_large`: the body exceeds 32 MiB.
 */
export type Cause = "unreachable" | "reset" | "timeout" | "aborted" | "redirect" | "not_service" | "too_large";

export type Priority = "interactive" | "background";

/**
 * `go: true` permits one immediate request. `probe` marks the first permit after the service blocked the token: before
 * a mutation, the client then sends a cheap read to check whether the block is over.
 */
export interface TokenLimiter {
	(
		priority: Priority,
		signal?: AbortSignal,
	): Promise<{ go: true; probe?: boolean } | { go: false; until: Date; reason: "rate_limit" | "blocked" }>;
	/** The service answered 429. No request is sent before `until` (this process's clock). */
	blocked(until: Date): Promise<void>;
}

/** Without `priority`, the call is interactive. `requestId` is sent as `X-Request-Id` and logged. */
export interface CallOptions {
	priority?: Priority;
	signal?: AbortSignal;
	requestId?: string;
	/** Latest time to send, by this process's clock. After it, another process may have taken over the work. */
	sendBefore?: Date;
}

/** If `read` returns null, the requested data is missing, and the result becomes `unknown`. */
export function map<From, To>(result: Result<From>, read: (value: From) => To | null): Result<To> {
	if (result.kind !== "ok") return result;
	const { value: raw, ...rest } = result;
	const value = read(raw);
	return value === null ? { ...rest, kind: "unknown", cause: "not_service", sent: true } : { ...rest, value };
}

/** Header names are lower case. */
export interface RawAnswer {
	status: number;
	headers: Readonly<Record<string, string | string[] | undefined>>;
	body: string;
}

/**
 * How long the service blocks a token after too many requests (docs/service.md). Used for a 429 without `Retry-After`.
 */
const blockMs = 5 * 60_000;

/**
 * Trusts only the service's JSON envelope: `status: true` is a success, and `status: false` with an error code is a
 * refusal. Any other answer becomes `unknown`, for example a redirect, a truncated body, or a proxy's page with HTTP
 * status 200.
 */
export function outcomeOf(raw: RawAnswer, now: Date): Result<unknown> {
	const requestId = boundedText(headerOf(raw, "x-request-id") ?? "");
	const id = requestId === null ? {} : { requestId };
	if (raw.status >= 300 && raw.status < 400) return { kind: "unknown", cause: "redirect", sent: true, ...id };
	const body = parseJson(raw.body);
	const envelope = isObject(body) ? body : undefined;
	const succeeded = raw.status >= 200 && raw.status < 300 && envelope?.["status"] === true;
	if (succeeded) return { kind: "ok", value: envelope["result"] ?? {}, ...id };
	const error = envelope?.["status"] === false ? parseErrorEnvelope(envelope["error"]) : undefined;
	if (!error) return { kind: "unknown", cause: "not_service", sent: true, ...id };
	const status = raw.status >= 400 ? raw.status : (statuses.get(error.code) ?? 422);
	const wait = waitOf(raw, now);
	return { kind: "refused", status, ...error, ...(wait !== undefined && { retryAfterMs: wait }), ...id };
}

/** In milliseconds. The 429 of a proxy counts too. */
export function blockOf(raw: RawAnswer, now: Date): number | undefined {
	return raw.status === 429 ? (waitOf(raw, now) ?? blockMs) : undefined;
}

function waitOf(raw: RawAnswer, now: Date): number | undefined {
	return retryAfterMs(headerOf(raw, "retry-after"), headerOf(raw, "date"), now);
}

/** The call ended without an answer. `signals` says whether the caller or the time limit aborted it. */
export function failureOf(error: unknown, signals: { caller: boolean; deadline: boolean }): Result<never> {
	const code = codeOf(error);
	const unreachable = neverConnected(error) || handshakeCodes.has(code ?? "");
	const cause: Cause = unreachable ? "unreachable" : whyBroken(code, signals);
	return { kind: "unknown", cause, sent: !unreachable };
}

/** The request follows the handshake, so no byte of it was sent. */
const handshakeCodes: ReadonlySet<string> = new Set([
	"CERT_HAS_EXPIRED",
	"DEPTH_ZERO_SELF_SIGNED_CERT",
	"SELF_SIGNED_CERT_IN_CHAIN",
	"UNABLE_TO_VERIFY_LEAF_SIGNATURE",
	"ERR_TLS_CERT_ALTNAME_INVALID",
]);

function whyBroken(code: string | undefined, signals: { caller: boolean; deadline: boolean }): Cause {
	if (signals.caller) return "aborted";
	if (signals.deadline || code === "UND_ERR_HEADERS_TIMEOUT" || code === "UND_ERR_BODY_TIMEOUT") return "timeout";
	return code === "UND_ERR_RES_EXCEEDED_MAX_SIZE" ? "too_large" : "reset";
}

function codeOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	if ("code" in error && typeof error.code === "string") return error.code;
	return codeOf(error instanceof AggregateError ? error.errors[0] : error.cause);
}

function parseErrorEnvelope(error: unknown): { code: string; message: string } | undefined {
	if (!isObject(error) || typeof error["code"] !== "string") return undefined;
	const { code, message } = error;
	const text = typeof message === "string" ? message.slice(0, limits.messageCharacters).toWellFormed() : "";
	return code === "" ? undefined : { code: boundedText(code) ?? "refused", message: text };
}

/** An error envelope may wrongly arrive with a 2xx status. */
const statuses = new Map<string, number | null>(
	Object.entries(problems).map(([code, problem]) => [code, problem.status]),
);

function headerOf({ headers }: RawAnswer, name: string): string | undefined {
	const value = headers[name];
	return Array.isArray(value) ? value[0] : value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** HTTP has three (RFC 9110, 5.6.7), here the newest first. All are in GMT. */
const dateForms = [
	/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
	/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/,
];

/**
 * `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3). At most one day. A date is compared with the
 * answer's `Date` header, because the server's clock may differ from ours.
 */
export function retryAfterMs(text: string | undefined, date: string | undefined, now: Date): number | undefined {
	const wait = parseWait(text?.trim() ?? "", dateOf(date?.trim() ?? "") ?? now.getTime());
	return wait === undefined ? undefined : Math.min(Math.max(0, wait), dayMs);
}

function parseWait(text: string, from: number): number | undefined {
	if (/^\d+$/.test(text)) return Number(text) * 1_000;
	const until = dateOf(text);
	return until === undefined ? undefined : until - from;
}

function dateOf(text: string): number | undefined {
	if (!dateForms.some((form) => form.test(text))) return undefined;
	const time = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
	return Number.isNaN(time) ? undefined : time;
}
