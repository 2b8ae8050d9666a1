import { expect, it } from "vitest";
import { createSecret, createToken, hashToken, readToken } from "../src/access.ts";

it("consists of dts_ and 49 characters", () => {
	expect(createToken()).toMatch(/^dts_[\w-]{49}$/);
	expect(createSecret()).toMatch(/^whsec_[\w-]{43}$/);
	expect(createToken()).not.toBe(createToken());
});

it("is read from the Authorization header", () => {
	const token = createToken();
	expect(readToken(`Bearer ${token}`)).toBe(token);
	expect(readToken(`bearer  ${token} `)).toBe(token);
});

it.each([
	undefined,
	"",
	"Bearer",
	"Bearer x",
	`Basic ${createToken()}`,
	createToken(),
	`Bearer ${createToken()} ${createToken()}`,
	`Bearer ${createToken().slice(0, -1)}`,
])("is not read from the header %j", (header) => {
	expect(readToken(header)).toBeUndefined();
});

it("has a checksum that detects typing errors", () => {
	const token = createToken();
	const mistyped = token.slice(0, 10) + (token[10] === "a" ? "b" : "a") + token.slice(11);
	expect(readToken(`Bearer ${mistyped}`)).toBeUndefined();
});

it("is stored as a hash that does not reveal it", () => {
	const token = createToken();
	expect(hashToken(token)).toMatch(/^[\da-f]{64}$/);
	expect(hashToken(token)).toBe(hashToken(token));
});
