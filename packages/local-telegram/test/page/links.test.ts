import { expect, it } from "vitest";
import { targetOf } from "../../src/page/browser/links.ts";

it.each([
	["https://example.com/a?b#c", { kind: "page", url: "https://example.com/a?b#c" }],
	["example.com/prices", { kind: "page", url: "http://example.com/prices" }],
	["localhost:8080/x", { kind: "page", url: "http://localhost:8080/x" }],
	["mail@example.com", { kind: "page", url: "mailto:mail@example.com" }],
	["mailto:mail@example.com", { kind: "page", url: "mailto:mail@example.com" }],
	["https://t.me/Trading_Bot?start=op-4K7Q", { kind: "start", payload: "op-4K7Q" }],
	["tg://resolve?domain=trading_bot&start=x", { kind: "start", payload: "x" }],
	["https://t.me/trading_bot", { kind: "bot" }],
	["https://t.me/somebody", { kind: "page", url: "https://t.me/somebody" }],
	["javascript:alert(1)", { kind: "none" }],
	["tg://resolve?domain=somebody", { kind: "none" }],
	["http://", { kind: "none" }],
])("resolves %s", (link, target) => {
	expect(targetOf(link, "trading_bot")).toEqual(target);
});
