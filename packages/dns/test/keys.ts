import { createPublicKey } from "node:crypto";

/**
 * A public RSA key in SPKI. It is always the same, because names of tests contain it. Stryker, the mutation testing
 * tool, finds a test by its name, so it would not run a test whose name changes.
 */
export const rsaKey = [
	"MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAxMijO9nGwM5eisV5xjRLY4YSGuqIvcSwg/Y0vuGdIuqNkuDDtLwYga",
	"VSDxligRYB2I4hUGqXJRNSzAW6+pooT3KCZcxaLuu2IjjUhMx/KEs5Hw/SxkPDt84lodRy+ucsY0vnoyfouLGqa6lHssW0pghk",
	"afNspCV4Wod2dtnCnPOPfIo2GXKVlm+rbFQP1UyjIccNJuzsBOoB5aESLEn/gIPzsTsXWnmxR7EZrPJyeyD+AwzQtqHH8yDcBG",
	"zr/xExvshBzn+pDKYtM0upbM9E3W+QxXHoqbQnOt6b40Vzy+niFh5e+64Ug5D3EVZwdXSaMQPiQo7bHrp382w9SjIbpQIDAQAB",
].join("");

/** The same key in the form of PKCS #1. */
export const pkcs1Key = createPublicKey({ key: Buffer.from(rsaKey, "base64"), format: "der", type: "spki" })
	.export({ type: "pkcs1", format: "der" })
	.toString("base64");

/** A public key on an elliptic curve, which DKIM does not use. */
export const ellipticKey =
	"MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAERxcpmEqOkA6eR5d/4IG/fJ9GpHxVQDhIXbC+nmqNn80wljASCnl3e6wMNPymf74kLoa8+8KUh19/It5NYKpuZw==";
