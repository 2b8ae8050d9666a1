import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * The hex HMAC-SHA256 of `timestamp.body`: the header's text, a dot, and the body's bytes as they travel.
 * Source: docs/service.md, "Signature".
 */
export function sign(secret: string, timestamp: string, body: Uint8Array): string {
	return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
}

/** Whether `signature` was made with `secret`; takes the same time for every wrong one of the right length. */
export function verify(secret: string, timestamp: string, body: Uint8Array, signature: string): boolean {
	const expected = Buffer.from(sign(secret, timestamp, body));
	const given = Buffer.from(signature.toLowerCase());
	return given.length === expected.length && timingSafeEqual(given, expected);
}
