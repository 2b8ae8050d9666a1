import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startService } from "../../../test/support/service.ts";
import { quote, truncate } from "../src/refusal.ts";

describe("a caller's text in a message", () => {
	it("is truncated at the limit and otherwise unchanged", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), fc.integer({ min: 1, max: 120 }), (text, most) => {
				const shown = truncate(text, most);
				expect(shown.length).toBeLessThanOrEqual(most);
				expect(shown.isWellFormed()).toBe(true);
				if (text.length <= most) expect(shown).toBe(text);
				else expect(shown.endsWith("…")).toBe(true);
			}),
		);
		expect(quote("x".repeat(81))).toBe(`${"x".repeat(79)}…`);
	});

	it("is never truncated inside a character, also in refusals of settings", async () => {
		await using world = await startService();
		const { userId } = await world.open();
		const { admin } = world.service;
		const text = `${"x".repeat(79)}😀`;
		for (const refused of [
			await admin.setWhitelist(randomUUID(), userId, [text]),
			await admin.savePreset(randomUUID(), userId, { key: text, nameservers: ["ns1.example.net", "ns2.example.net"] }),
		]) {
			expect(JSON.stringify(refused)).toContain("x…");
			expect(JSON.stringify(refused)).not.toContain("\\ud83d");
		}
	});
});
