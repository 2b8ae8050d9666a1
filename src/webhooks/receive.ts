import { createHash } from "node:crypto";
import { z } from "zod";
import { eventHeaders } from "../contract/events.ts";
import { parseJson } from "../contract/json.ts";
import { limits } from "../contract/limits.ts";
import { verify } from "../contract/signature.ts";
import { isBlank } from "../rules/blank.ts";
import { canonical } from "../rules/names.ts";

/** One POST as it arrived: header names in lower case, the body's bytes untouched. */
export interface WebhookRequest {
	headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	bytes: Uint8Array;
}

/** What a signed body said. Everything but `id` is signed; unknown events and keys are kept in `body`. */
export interface ReceivedEvent {
	/** The sender's id of the event; the body's hash where it sent none. */
	id: string;
	/** SHA-256 of the body in hex: the same event under another id has the same one. */
	hash: string;
	type: string;
	/** As every other reader has it, whichever way it was written. */
	domain: string | null;
	clientRef: string | null;
	externalRef: string | null;
	reason: string | null;
	occurredAt: Date | null;
	body: Record<string, unknown>;
}

export type Received =
	/** `late` (over 5 minutes, up to 8 hours): to be taken only if it was never seen before. */
	| { kind: "event"; event: ReceivedEvent; late: boolean }
	| { kind: "refused"; reason: "too_large" | "encoded" | "unsigned" | "signature" | "too_old" | "malformed" };

const freshSeconds = 5 * 60;
/** The retries of one event span 7 h 12 min 30 s, and some senders keep the first timestamp. */
const lateSeconds = 8 * 3600;
const dummy = "whsec_of_nobody";

const text = z.string().nullish().catch(null);
const eventBody = z.looseObject({
	event: z.string().min(1),
	domain: text,
	client_ref: text,
	external_ref: text,
	reason: text,
	occurred_at: text,
});

/**
 * Bytes in, verified event out; nothing of the body is looked at before its signature. any of `secrets` may have
 * signed it; an address that nobody has gets none, costs the same time and is answered alike.
 */
export function receive({ headers, bytes }: WebhookRequest, secrets: readonly string[], now: Date): Received {
	if (bytes.byteLength > limits.webhook.bodyBytes) return refused("too_large");
	if (header(headers, "content-encoding") !== undefined) return refused("encoded");
	const timestamp = header(headers, eventHeaders.timestamp);
	const signature = header(headers, eventHeaders.signature);
	if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return refused("unsigned");
	if (!signedByOne(secrets, timestamp, bytes, signature)) return refused("signature");
	const age = now.getTime() / 1000 - Number(timestamp);
	if (age > lateSeconds || age < -freshSeconds) return refused("too_old");
	const event = readEvent(bytes, header(headers, eventHeaders.id));
	return event ? { kind: "event", event, late: age > freshSeconds } : refused("malformed");
}

/** Tries them all, and two at least, so that the time taken does not tell an address that nobody has. */
function signedByOne(secrets: readonly string[], timestamp: string, bytes: Uint8Array, signature: string): boolean {
	const missing = Array.from({ length: Math.max(0, 2 - secrets.length) }, () => dummy);
	const matches = [...secrets, ...missing].map((secret) => verify(secret, timestamp, bytes, signature));
	return secrets.some((_, index) => matches[index]);
}

function readEvent(bytes: Uint8Array, id: string | undefined): ReceivedEvent | undefined {
	const parsed = eventBody.safeParse(parseJson(decode(bytes)));
	if (!parsed.success) return undefined;
	const { event: type, domain, client_ref, external_ref, reason, occurred_at } = parsed.data;
	const hash = createHash("sha256").update(bytes).digest("hex");
	return {
		id: id || hash,
		hash,
		type,
		domain: mapVisible(domain, canonical),
		clientRef: mapVisible(client_ref),
		externalRef: mapVisible(external_ref),
		reason: mapVisible(reason),
		occurredAt: readTime(occurred_at),
		body: parsed.data,
	};
}

/** Null for a text in which there is nothing to see: it says no more than an absent one. */
function mapVisible(value: string | null | undefined, map = (visible: string) => visible): string | null {
	return value === null || value === undefined || isBlank(value) ? null : map(value);
}

/** Nothing where the bytes are no UTF-8, and nothing is no JSON. */
function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return "";
	}
}

const lastTime = Date.UTC(9999, 11, 31);

/** Years of four digits (RFC 3339), as the database takes them. */
function readTime(text: string | null | undefined): Date | null {
	const time = new Date(text ?? Number.NaN);
	return time.getTime() >= 0 && time.getTime() <= lastTime ? time : null;
}

function header(headers: WebhookRequest["headers"], name: string): string | undefined {
	const value = headers[name];
	return typeof value === "string" ? value : value?.[0];
}

function refused(reason: Extract<Received, { kind: "refused" }>["reason"]): Received {
	return { kind: "refused", reason };
}
