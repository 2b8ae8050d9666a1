import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * HMAC-SHA256 of `<timestamp>.<body>` in hex. `timestamp` is the text of the header, and `body` is the raw bytes.
 * Source: docs/service.md, "Signature".
 */
export function sign(secret: string, timestamp: string, body: Uint8Array): string {
	return createHmac("sha256", secret).update(`${timestamp}.`).update(body).digest("hex");
}

/**
 * The letter case of `signature` does not matter. The comparison takes constant time, so its duration reveals nothing
 * about the right signature.
 */
export function verify(secret: string, timestamp: string, body: Uint8Array, signature: string): boolean {
	const expected = Buffer.from(sign(secret, timestamp, body));
	const given = Buffer.from(signature.toLowerCase());
	return given.length === expected.length && timingSafeEqual(given, expected);
}
