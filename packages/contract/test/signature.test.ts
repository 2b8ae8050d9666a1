import { expect, it } from "vitest";
import { sign, verify } from "../src/signature.ts";

const body = Buffer.from('{"event":"domain.renewed"}');

it("is the hex HMAC-SHA256 of timestamp, dot and body", () => {
	// The expected value comes from: printf '%s' '1700000000.{"event":"domain.renewed"}' | openssl dgst -sha256 -hmac
	// whsec_test
	expect(sign("whsec_test", "1700000000", body)).toBe(
		"fa24c81dca858d1c0d35d4eb75074397b6a867bb31fefe3d8ddd1b0662a187f6",
	);
});

it("accepts its own signature in lower and upper case", () => {
	const signature = sign("whsec_test", "1700000000", body);
	expect(verify("whsec_test", "1700000000", body, signature)).toBe(true);
	expect(verify("whsec_test", "1700000000", body, signature.toUpperCase())).toBe(true);
});

it("rejects another secret, time or body, and a malformed digest", () => {
	const signature = sign("whsec_test", "1700000000", body);
	expect(verify("whsec_other", "1700000000", body, signature)).toBe(false);
	expect(verify("whsec_test", "1700000001", body, signature)).toBe(false);
	expect(verify("whsec_test", "1700000000", Buffer.from("{}"), signature)).toBe(false);
	expect(verify("whsec_test", "1700000000", body, "")).toBe(false);
	expect(verify("whsec_test", "1700000000", body, `${signature}00`)).toBe(false);
});
