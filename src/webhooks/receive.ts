import { createHash } from "node:crypto";
import { boundedText, boundedTime, bounds, isNameSized, parseTime } from "@domains/contract/bounds.ts";
import { eventHeaders } from "@domains/contract/events.ts";
import { parseJson } from "@domains/contract/json.ts";
import { limits } from "@domains/contract/limits.ts";
import { canonical } from "@domains/contract/names.ts";
import { verify } from "@domains/contract/signature.ts";
import { z } from "zod";

/** Header names in lower case, the body unparsed. */
export interface WebhookRequest {
	headers: Readonly<Record<string, string | readonly string[] | undefined>>;
	bytes: Uint8Array;
}

/**
 * The signature is correct. It covers the body, but not the event id in the header, so a replayed event can have
 * another id. `type` may be unknown to the bot. `body` includes the fields that the bot does not know.
 */
export interface ReceivedEvent {
	/** The sender's, or the hash of the body. */
	id: string;
	/** SHA-256 of the body in hex. An event that arrives twice under different ids has the same hash. */
	hash: string;
	type: string;
	/** In punycode and lower case, regardless of the sender's spelling; null for an event without a domain. */
	domain: string | null;
	clientRef: string | null;
	externalRef: string | null;
	reason: string | null;
	occurredAt: Date | null;
	body: Record<string, unknown>;
	/** Fields that the sender set and that cannot be used, so they count as missing. */
	gaps: string[];
}

export type Received =
	/**
	 * `delayed`: its timestamp is 5 minutes to 8 hours old. It may be a replay, so the caller must recognize an event
	 * that it has already stored.
	 */
	| { kind: "event"; event: ReceivedEvent; delayed: boolean }
	| { kind: "refused"; reason: (typeof refusalReasons)[number] };

export const refusalReasons = ["too_large", "encoded", "unsigned", "signature", "too_old", "malformed"] as const;

const punctualSeconds = 5 * 60;
/**
 * In seconds. A sender repeats failed deliveries for 7 h 12 min 30 s, and some keep the timestamp of the first attempt.
 */
const maxAgeSeconds = 8 * 3600;
const dummy = "whsec_of_nobody";

const text = z.string().nullish().catch(null);
const eventBody = z.looseObject({
	event: z.string().min(1).max(bounds.idCharacters),
	domain: text,
	client_ref: text,
	external_ref: text,
	reason: text,
	occurred_at: text,
});

/**
 * Checks the signature before it parses the body. Any of `secrets` may have made it. Pass none if no account has the
 * address of the request: answer and time are then those of a wrong signature, and the sender does not learn whether
 * the address exists.
 */
export function receive({ headers, bytes }: WebhookRequest, secrets: readonly string[], now: Date): Received {
	if (bytes.byteLength > limits.webhook.bodyBytes) return refused("too_large");
	if (header(headers, "content-encoding") !== undefined) return refused("encoded");
	const timestamp = header(headers, eventHeaders.timestamp);
	const signature = header(headers, eventHeaders.signature);
	if (timestamp === undefined || signature === undefined || !/^\d{1,12}$/.test(timestamp)) return refused("unsigned");
	if (!isSignedByAny(secrets, timestamp, bytes, signature)) return refused("signature");
	const age = now.getTime() / 1000 - Number(timestamp);
	if (age > maxAgeSeconds || age < -punctualSeconds) return refused("too_old");
	const event = readEvent(bytes, header(headers, eventHeaders.id));
	return event ? { kind: "event", event, delayed: age > punctualSeconds } : refused("malformed");
}

/**
 * Always compares with at least two secrets. The time taken therefore does not reveal whether an account has the
 * address of the request.
 */
function isSignedByAny(secrets: readonly string[], timestamp: string, bytes: Uint8Array, signature: string): boolean {
	const missing = Array.from({ length: Math.max(0, 2 - secrets.length) }, () => dummy);
	const matches = [...secrets, ...missing].map((secret) => verify(secret, timestamp, bytes, signature));
	return secrets.some((_, index) => matches[index]);
}

function readEvent(bytes: Uint8Array, id: string | undefined): ReceivedEvent | undefined {
	const sent = parseJson(decode(bytes));
	const parsed = eventBody.safeParse(sent);
	if (!parsed.success) return undefined;
	const { event: type, domain, client_ref, external_ref, reason, occurred_at } = parsed.data;
	const name = boundedText(domain ?? "", Number.POSITIVE_INFINITY);
	const about = name === null ? null : canonical(name);
	// Such an id or name cannot be stored under its index. No service sends one.
	if ((about !== null && !isNameSized(about)) || (id ?? "").length > bounds.idCharacters) return undefined;
	const hash = createHash("sha256").update(bytes).digest("hex");
	const read = {
		clientRef: boundedText(client_ref ?? ""),
		externalRef: boundedText(external_ref ?? ""),
		reason: boundedText(reason?.slice(0, bounds.idCharacters).toWellFormed() ?? ""),
		occurredAt: boundedTime(parseTime(occurred_at ?? "") ?? new Date(Number.NaN)),
	};
	const { clientRef, externalRef, occurredAt } = read;
	const usable = { domain: about, client_ref: clientRef, external_ref: externalRef, reason: read.reason };
	const gaps = Object.entries({ ...usable, occurred_at: occurredAt }).flatMap(([key, value]) => {
		// The cast is safe: the schema accepts only objects.
		const given = (sent as Record<string, unknown>)[key];
		return value === null && given !== undefined && given !== null && given !== "" ? [key] : [];
	});
	return { id: id || hash, hash, type, domain: about, ...read, body: parsed.data, gaps };
}

/** Other bytes give "", which the JSON parser then rejects. */
function decode(bytes: Uint8Array): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return "";
	}
}

function header(headers: WebhookRequest["headers"], name: string): string | undefined {
	const value = headers[name];
	return typeof value === "string" ? value : value?.[0];
}

function refused(reason: Extract<Received, { kind: "refused" }>["reason"]): Received {
	return { kind: "refused", reason };
}
