import { createHash, randomBytes } from "node:crypto";

const shape = /^(dts_[\w-]{43})([\w-]{6})$/;

/**
 * Creates a token from `dts_`, 256 random bits and a checksum. With the checksum, a mistyped token is refused without a
 * database query.
 */
export function createToken(): string {
	const body = `dts_${randomBytes(32).toString("base64url")}`;
	return body + checksum(body);
}

/** Returns the token of an `Authorization` header, or undefined if it is missing or malformed. */
export function readToken(header: string | undefined): string | undefined {
	const token = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
	const [, body = "", sum] = shape.exec(token) ?? [];
	return sum !== undefined && checksum(body) === sum ? token : undefined;
}

/** Returns the SHA-256 hash of a token, which is the stored form. A slow hash is unnecessary for 256 random bits. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

/** Creates a webhook signing secret: `whsec_` and 256 random bits. */
export function createSecret(): string {
	return `whsec_${randomBytes(32).toString("base64url")}`;
}

function checksum(body: string): string {
	return createHash("sha256").update(body).digest("base64url").slice(0, 6);
}
