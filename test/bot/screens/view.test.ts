import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { html } from "../../../src/bot/screens/html.ts";
import { copy, encodeCallback, keyboardOf, link, parseCallback, tap, url } from "../../../src/bot/screens/view.ts";
import { routes } from "../../../src/bot/screens.ts";

describe("callback data", () => {
	it.each([
		{ rev: 1, verb: "again", n: null },
		{ rev: 12, verb: "confirm", n: 3 },
		{ rev: 999_999_999_999_999, verb: "a".repeat(24), n: 999_999_999_999_999 },
	])("is decoded to the same value: $rev.$verb.$n", (callback) => {
		const data = encodeCallback(callback);
		expect(parseCallback(data)).toEqual(callback);
		expect(Buffer.byteLength(data)).toBeLessThanOrEqual(64);
	});

	it.each(["", "1", "1.", "x.again", "1.again.", "1.again.2.3", "-1.again", "home/0/1//habc", "1.AGAIN", "1.again.x"])(
		"from another source is ignored: %s",
		(data) => {
			expect(parseCallback(data)).toBeNull();
		},
	);
});

describe("a keyboard", () => {
	const longest = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.com`;
	const view = {
		text: html`x`,
		buttons: [
			[link("Open", routes.domain, { domain: longest }), tap("Pay", "confirm", { quoteNumber: 7, style: "success" })],
			[],
			[url("Page", "https://example.com"), copy("Copy", "203.0.113.5"), { kind: "disabled" as const, text: "Off" }],
			[tap("Years", "years", { value: "3" })],
		],
	};

	it.each([
		["x TXT \u202egnp.exe", "x TXT gnp.exe"],
		["one\r\ntwo\u2028three", "one two three"],
		["\u2067\u2069", "…"],
		["1\u00a0г. 👨‍👩‍👧", "1\u00a0г. 👨‍👩‍👧"],
	])("has labels in one line and without direction marks: %j", (label, shown) => {
		const { keyboard } = keyboardOf(1, {
			text: html`x`,
			buttons: [[tap(label, "a"), url(label, "https://example.com")]],
		});
		expect(keyboard.flat().map(({ text }) => text)).toEqual([shown, shown]);
	});

	it("stores values in the database and sends their number, so any name fits a button", () => {
		const { keyboard, choices } = keyboardOf(4, view);
		expect(keyboard).toEqual([
			[
				{ text: "Open", callback_data: "4.go.0" },
				{ text: "Pay", callback_data: "4.confirm.7", style: "success" },
			],
			[
				{ text: "Page", url: "https://example.com" },
				{ text: "Copy", copy_text: { text: "203.0.113.5" } },
				{ text: "Off", disabled: {} },
			],
			[{ text: "Years", callback_data: "4.years.1" }],
		]);
		expect(choices).toEqual([JSON.stringify({ to: "domain", params: { domain: longest } }), "3"]);
	});

	it("never has an empty row, for all views", () => {
		const rowsOfButtons = fc.array(fc.array(fc.constant(tap("Go", "go")), { maxLength: 2 }), { maxLength: 4 });
		fc.assert(
			fc.property(rowsOfButtons, (buttons) => {
				const rows = keyboardOf(1, { text: html`x`, buttons }).keyboard;
				expect(rows.every((row) => row.length > 0)).toBe(true);
				expect(rows.flat()).toHaveLength(buttons.flat().length);
			}),
		);
	});
});
