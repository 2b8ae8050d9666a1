import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Returns the hex HMAC-SHA256 of `<timestamp>.<body>`, with the timestamp as in the header and the body as raw bytes.
 * Source: docs/service.md, "Signature".
 */
export function sign(secret: string, timestamp: string, body: Uint8Array): string {
	return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
}

/**
 * True if `signature` was made with `secret`. Letter case does not matter. The comparison takes constant time, so that
 * its duration reveals nothing about the right signature.
 */
export function verify(secret: string, timestamp: string, body: Uint8Array, signature: string): boolean {
	const expected = Buffer.from(sign(secret, timestamp, body));
	const given = Buffer.from(signature.toLowerCase());
	return given.length === expected.length && timingSafeEqual(given, expected);
}
