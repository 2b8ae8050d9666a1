import { createHash, randomBytes } from "node:crypto";

const shape = /^(dts_[\w-]{43})([\w-]{6})$/;

/**
 * Creates a token: `dts_`, 256 random bits and a checksum. The checksum detects typing errors without a database query.
 */
export function createToken(): string {
	const body = `dts_${randomBytes(32).toString("base64url")}`;
	return body + checksum(body);
}

/** Extracts the token from an `Authorization` header. Returns undefined if it is malformed. */
export function readToken(header: string | undefined): string | undefined {
	const token = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
	const [, body = "", sum] = shape.exec(token) ?? [];
	return sum !== undefined && checksum(body) === sum ? token : undefined;
}

/** Returns the stored form of a token. 256 random bits need no slow hash. */
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
