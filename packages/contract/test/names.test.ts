import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseDomain, parseHost, parseLabel, unicodeOf } from "../src/names.ts";

const label63 = "a".repeat(63);

describe("parseDomain", () => {
	it.each([
		["example.com", "example.com", "example.com"],
		["EXAMPLE.com.", "example.com", "example.com"],
		["  example.com\n", "example.com", "example.com"],
		["пример.рф", "xn--e1afmkfd.xn--p1ai", "пример.рф"],
		["XN--E1AFMKFD.xn--p1ai", "xn--e1afmkfd.xn--p1ai", "пример.рф"],
		["Bücher.example", "xn--bcher-kva.example", "bücher.example"],
		["straße.de", "xn--strae-oqa.de", "straße.de"],
		["e\u0301te.fr", "xn--te-9ia.fr", "éte.fr"],
		["apple。com", "apple.com", "apple.com"],
		["مثال.com", "xn--mgbh0fb.com", "مثال.com"],
		["क्\u200dष.com", "xn--11b2ezcw70k.com", "क्\u200dष.com"],
		["col·lectiu.cat", "xn--collectiu-2pa.cat", "col·lectiu.cat"],
		["\u200eexample.com\u200f", "example.com", "example.com"],
		["\u2068example.com\u2069", "example.com", "example.com"],
		["www.shop.example.co.uk", "www.shop.example.co.uk", "www.shop.example.co.uk"],
		["7.com", "7.com", "7.com"],
		[`${label63}.com`, `${label63}.com`, `${label63}.com`],
	])("parses %j", (text, ascii, unicode) => {
		expect(parseDomain(text)).toMatchObject({ ok: true, ascii, unicode, labels: ascii.split(".") });
	});

	it.each([
		["", "empty"],
		[" \u200e ", "empty"],
		[".", "empty"],
		["..", "empty"],
		["a..b", "empty_label"],
		[".com", "empty_label"],
		[`${label63}a.com`, "label_too_long"],
		[`${"ü".repeat(60)}.com`, "label_too_long"],
		[`${`${label63}.`.repeat(4)}com`, "name_too_long"],
		["a".repeat(100_000), "name_too_long"],
		["<b>", "character"],
		["a_b.com", "character"],
		["*.example.com", "character"],
		["exa mple.com", "spaces"],
		["exa mple", "no_name"],
		["example.com/path", "character"],
		["💩.com", "symbol"],
		["xn--ls8h.com", "symbol"],
		["⒈com.org", "symbol"],
		["a·b.cat", "symbol"],
		["-a.com", "hyphen"],
		["a-.com", "hyphen"],
		["ü-.com", "hyphen"],
		["ab--c.com", "reserved_hyphens"],
		["exa\u202emple.com", "direction_mark"],
		["a\u200f.com", "direction_mark"],
		["مثال.1com", "direction"],
		["مa.com", "direction"],
		["a\u200db.com", "joiner"],
		["\u0301a.com", "character"],
		["xn--a.com", "punycode"],
		["xn--.com", "punycode"],
		["example", "no_ending"],
		["192.0.2.1", "address"],
		["a.b+c@example.com", "mail_address"],
		["anna@example", "character"],
		["0x7f.1", "address"],
		["1.0x7f", "address"],
	])("refuses %j: %s", (text, problem) => {
		expect(parseDomain(text)).toMatchObject({ ok: false, problem });
	});

	it.each([
		[`${"💩".repeat(64)}.com`, "label_too_long"],
		[`xn--${"a".repeat(60)}.com`, "label_too_long"],
		[`${"a💩.".repeat(100)}com`, "name_too_long"],
		[`<b>${" ".repeat(1_000)}`, "name_too_long"],
	])("checks the lengths of %j before its characters", (text, problem) => {
		expect(parseDomain(text)).toMatchObject({ ok: false, problem });
	});

	it("measures the composed form of a decomposed name", () => {
		const label = "한국어".repeat(6);
		expect(parseDomain(`${label.normalize("NFD")}.com`)).toMatchObject({ ok: true, unicode: `${label}.com` });
	});

	it("returns the label or character that causes the refusal", () => {
		expect(parseDomain("www.-bad.com")).toEqual({ ok: false, problem: "hyphen", part: "-bad" });
		expect(parseDomain("my shop.com")).toEqual({ ok: false, problem: "spaces", part: "myshop.com" });
		expect(parseDomain(`${"a".repeat(70)}.com`)).toEqual({ ok: false, problem: "label_too_long", part: "70" });
		expect(parseDomain(`${"ü".repeat(60)}.com`)).toMatchObject({ problem: "label_too_long", part: "66" });
		expect(parseDomain("a<b>.com")).toEqual({ ok: false, problem: "character", part: "<" });
		expect(parseDomain("i❤you.com")).toEqual({ ok: false, problem: "symbol", part: "❤" });
	});

	it.each([
		["pаypal.com", "mixed"],
		["gοοgle.com", "mixed"],
		["аррӏе.com", "looks_latin"],
		["xn--80ak6aa92e.com", "looks_latin"],
	])("warns that %s can be mistaken for another name", (text, kind) => {
		expect(parseDomain(text)).toMatchObject({ ok: true, lookAlike: { kind } });
	});

	it("says which name the other one looks like, and in which scripts both are", () => {
		expect(parseDomain("pаypal.com")).toMatchObject({
			lookAlike: { kind: "mixed", imitates: "paypal.com", scripts: ["Latn", "Cyrl"] },
		});
		expect(parseDomain("аррӏе.com")).toMatchObject({
			lookAlike: { kind: "looks_latin", imitates: "apple.com", scripts: ["Cyrl"] },
		});
	});

	it.each(["пример.com", "аррӏе.рф", "bücher.com", "日本語.jp", "example.com"])("has no warning for %s", (text) => {
		expect(parseDomain(text)).not.toHaveProperty("lookAlike");
	});

	it("never throws, and reads an accepted name back from either form", () => {
		const text = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.string({ unit: fc.constantFrom("a", "B", "-", ".", "1", "ü", "п", "م", "१", "\u200d", "xn--", "。") }),
			fc.domain(),
		);
		fc.assert(
			fc.property(text, (each) => {
				const name = parseDomain(each);
				if (!name.ok) return;
				expect(name.ascii).toMatch(
					/^(?=.{3,253}$)[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)+$/,
				);
				expect(parseDomain(name.ascii)).toEqual(name);
				expect(parseDomain(name.unicode)).toEqual(name);
			}),
			{ numRuns: 3_000 },
		);
	});
});

describe("parseHost", () => {
	it.each([
		["_dmarc", "_dmarc"],
		["*", "*"],
		["*.Shop", "*.shop"],
		["_sip._TCP.example.com.", "_sip._tcp.example.com"],
		["selector_1._domainkey", "selector_1._domainkey"],
		["почта", "xn--80a1acny"],
		["r3---sn", "r3---sn"],
	])("parses %s", (text, ascii) => {
		expect(parseHost(text)).toMatchObject({ ok: true, ascii });
	});

	it.each([
		["www.*", "character"],
		["a*", "character"],
		["@", "character"],
		[`_${label63}`, "label_too_long"],
		["", "empty"],
	])("refuses %j: %s", (text, problem) => {
		expect(parseHost(text)).toMatchObject({ ok: false, problem });
	});
});

describe("parseLabel", () => {
	it("parses a single label only", () => {
		expect(parseLabel("Sunny")).toMatchObject({ ok: true, ascii: "sunny" });
		expect(parseLabel("пример")).toMatchObject({ ok: true, ascii: "xn--e1afmkfd" });
		expect(parseLabel("sunny.com")).toEqual({ ok: false, problem: "character", part: "." });
		expect(parseLabel("sunny_")).toMatchObject({ ok: false, problem: "character" });
	});
});

describe("unicodeOf", () => {
	it("decodes valid punycode and leaves the rest unchanged", () => {
		expect(unicodeOf("xn--e1afmkfd.xn--p1ai")).toBe("пример.рф");
		expect(unicodeOf("example.com")).toBe("example.com");
		expect(unicodeOf("xn--a.com")).toBe("xn--a.com");
		expect(unicodeOf("xn--ls8h.com")).toBe("xn--ls8h.com");
	});
});

it("remembers the last names that needed mapping", () => {
	const first = parseHost("почта.example");
	expect(parseHost("почта.example")).toBe(first);
	expect(parseDomain("почта.example")).toMatchObject({ ok: true, ascii: "xn--80a1acny.example" });
	for (let index = 0; index < 10_000; index += 1) parseHost(`имя${index}.example`);
	const again = parseHost("почта.example");
	expect(again).not.toBe(first);
	expect(again).toEqual(first);
});
