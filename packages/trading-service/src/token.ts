import { createHash, randomBytes } from "node:crypto";

const shape = /^(dts_[\w-]{43})([\w-]{6})$/;

/** `dts_`, 256 random bits and a checksum, so that a mistyped token is refused without a database query. */
export function createToken(): string {
	return tokenWith(randomBytes(32).toString("base64url"));
}

/** `bits`: 256 bits in base64url. */
export function tokenWith(bits: string): string {
	const body = `dts_${bits}`;
	return body + checksum(body);
}

export function readToken(header: string | undefined): string | undefined {
	const token = /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1] ?? "";
	const [, body = "", sum] = shape.exec(token) ?? [];
	return sum !== undefined && checksum(body) === sum ? token : undefined;
}

/** A slow hash is unnecessary for 256 random bits. */
export function hashToken(token: string): string {
	return createHash("sha256").update(token).digest("hex");
}

export function createSecret(): string {
	return `whsec_${randomBytes(32).toString("base64url")}`;
}

function checksum(body: string): string {
	return createHash("sha256").update(body).digest("base64url").slice(0, 6);
}
