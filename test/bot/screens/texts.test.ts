import { describe, expect, it } from "vitest";
import { createTexts } from "../../../src/bot/screens/texts.ts";
import { texts } from "../../support/texts.ts";

describe("texts", () => {
	it("escape values in markup and leave them unchanged on buttons", () => {
		const t = texts("en");
		expect(t.html("domains-none-found", { search: "<b>" }).toString()).toContain("“&lt;b&gt;”");
		expect(t("connection-check-copy", { address: "<b>" })).toBe("📋 <b>");
	});

	it("add no isolation marks around a value, so that it copies cleanly", () => {
		expect(texts("ru")("connection-check-copy", { address: "203.0.113.5" })).toBe("📋 203.0.113.5");
	});

	it.each([
		[1, "1 год"],
		[2, "2 года"],
		[5, "5 лет"],
		[11, "11 лет"],
		[21, "21 год"],
		[22, "22 года"],
		[111, "111 лет"],
	])("know the plural forms of Russian: %i", (count, text) => {
		expect(texts("ru")("register-years-button", { count })).toBe(text);
	});

	it.each([1, 2, 11, 21])("count correctly in Russian, including what is left out: %i", (count) => {
		const t = texts("ru");
		const renewed = t("renew-many-ask", { count });
		expect(/\d+(?=\?)/.exec(renewed)?.[0] ?? /из (\d+)/.exec(renewed)?.[1]).toBe(count === 1 ? undefined : `${count}`);
		expect(t("privacy-open", { count, references: "#4K7Q", more: 11 })).toContain("#4K7Q и ещё 11");
	});

	it("format money as US dollars", () => {
		expect(texts("en").money(123_456)).toBe("$1,234.56");
		expect(texts("ru").money(1_250).replaceAll(/\s/g, " ")).toBe("12,50 $");
	});

	it("format times in the person's zone", () => {
		const at = new Date("2027-01-31T22:30:00Z");
		expect(texts("en", "Asia/Shanghai").date(at)).toBe("Feb 1, 2027");
		expect(texts("ru", "Europe/Moscow").clock(at)).toBe("01:30");
		expect(texts("en", "Europe/London").clock(at)).toBe("22:30");
		expect(texts("en", "Europe/Berlin").clock(new Date("2027-01-31T23:05:00Z"))).toBe("00:05");
		// The no-break space before "г." (year) prevents a line break there.
		expect(texts("ru").date(at)).toBe("31 янв. 2027\u00a0г.");
		expect(texts("en").time(at).replaceAll(/\s/g, " ")).toBe("Jan 31, 2027, 22:30 UTC");
	});

	it.each([
		["ru", "ru"],
		["ru-RU", "ru"],
		["EN-us", "en"],
		["xx", "en"],
		[undefined, "en"],
	])("map the client's language %s to %s", (code, locale) => {
		expect(texts.match(code)).toBe(locale);
		expect(texts(code ?? "").locale).toBe(locale);
	});

	it("fall back to English, then to the key, and report both", () => {
		const missing: string[] = [];
		const lenient = createTexts({
			directory: `${import.meta.dirname}/../../../locales`,
			onMissing: (locale, problem) => missing.push(`${locale} ${problem}`),
		});
		expect(lenient("ru")("no-such-key")).toBe("no-such-key");
		expect(missing).toEqual(["ru no-such-key: no such text", "en no-such-key: no such text"]);
	});
});
