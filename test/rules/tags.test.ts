import { expect, it } from "vitest";
import { longestNote, longestTag, parseNote, parseTags, tagOf } from "../../src/rules/tags.ts";

it("reads tags between commas, lines and hash signs, in lower case and once each", () => {
	expect(parseTags("Shop, #My  Clients\nshop;sale")).toEqual({ ok: true, tags: ["shop", "my clients", "sale"] });
	expect(parseTags("#one #two")).toEqual({ ok: true, tags: ["one", "two"] });
	expect(parseTags("Ключи, 客户")).toEqual({ ok: true, tags: ["ключи", "客户"] });
});

it("removes marks that change the direction of text, and control characters", () => {
	expect(parseTags("\u202esale\u202c, \u200fdrop\u0000")).toEqual({ ok: true, tags: ["sale", "drop"] });
	expect(parseNote("\u2067left\u2069\nright\u0007")).toBe("left\nright");
});

it("refuses a tag and a note that are too long, and a text without a tag", () => {
	const long = "<b>".repeat(67);
	expect(parseTags(long)).toEqual({ ok: false, problem: "too_long", part: long });
	expect(parseTags("a".repeat(longestTag))).toMatchObject({ ok: true });
	expect(parseTags(" , #\u200b")).toMatchObject({ ok: false, problem: "none" });
	expect(parseNote("n".repeat(longestNote))).toHaveLength(longestNote);
	expect(parseNote("n".repeat(longestNote + 1))).toBeNull();
	expect(parseNote(" \u200b ")).toBe("");
});

it("turns a label into one tag that people can type", () => {
	expect(tagOf("Client, No. #4")).toBe("client no. 4");
	expect(tagOf("A".repeat(longestTag + 5))).toBe("a".repeat(longestTag));
	expect(tagOf(" # ")).toBeNull();
});
