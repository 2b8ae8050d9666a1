import { parseDomain } from "@domains/contract/names.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { isStartLink, readStart, type StartLink, startPayload } from "../../src/rules/reference.ts";
import { findExpectedToken, findToken, isTruncatedToken } from "../../src/rules/secrets.ts";

it.each<[string, StartLink]>([
	["s_shop-io", { kind: "search", name: "shop.io" }],
	["d_example-com", { kind: "domain", name: "example.com" }],
	["d_my_shop-co-uk", { kind: "domain", name: "my-shop.co.uk" }],
	["d_xn__bcher_kva-example", { kind: "domain", name: "xn--bcher-kva.example" }],
	["o_4K7Q", { kind: "order", reference: "#4K7Q" }],
])("%s names one thing, and is what that thing is written as", (payload, link) => {
	expect(readStart(payload)).toEqual(link);
	expect(startPayload(link)).toBe(payload);
});

it.each(["", "x_shop-io", "d_", "d_shop", "d_a--b-com", "o_", "o_0000", "d_Example-com", "s_shop.io", "dexample-com"])(
	"%j is no link of this bot",
	(payload) => {
		expect(readStart(payload)).toBeUndefined();
	},
);

it("every name has a payload that Telegram accepts and that leads back to it, or none if it is too long", () => {
	const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,28}[a-z0-9])?$/);
	const name = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
	fc.assert(
		fc.property(name, fc.constantFrom("search" as const, "domain" as const), (text, kind) => {
			const parsed = parseDomain(text);
			fc.pre(parsed.ok && parsed.ascii === text);
			const payload = startPayload({ kind, name: text });
			if (text.length > 62) return expect(payload).toBeNull();
			expect(payload).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
			expect(readStart(payload ?? "")).toEqual({ kind, name: text });
		}),
	);
});

it.each(["d_dts_abcdefghijklmnopqrstuvwxyz-com", "s_x7k2q9w4z8r3v6t1y5-com"])(
	"the name in a link is no token, although it looks like one: %s",
	(payload) => {
		const text = `/start ${payload}`;
		expect(isStartLink(text)).toBe(true);
		expect([findToken(text), findExpectedToken(text, true), isTruncatedToken(text)]).toEqual([
			undefined,
			undefined,
			false,
		]);
	},
);
