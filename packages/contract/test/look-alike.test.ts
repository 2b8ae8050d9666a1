import { expect, it } from "vitest";
import { confusables } from "../src/confusables.ts";
import { lookAlike, parseDomain } from "../src/names.ts";

const of = (name: string) => {
	const parsed = parseDomain(name);
	const { kind, imitates, scripts } = (parsed.ok && parsed.lookAlike) || { kind: "none", scripts: [] };
	return [kind, imitates, scripts.join(" ")];
};

it.each([
	// A capital İ, as a Turkish keyboard writes it, becomes an i with a second dot.
	["İSTANBUL.com", "looks_latin", "istanbul.com", "Latn"],
	["i\u0307stanbul.com", "looks_latin", "istanbul.com", "Latn"],
	["l\u0307inkedin.com", "looks_latin", "linkedin.com", "Latn"],
	["ı\u0307bm.com", "looks_latin", "ibm.com", "Latn"],
	["ɡithub.com", "looks_latin", "github.com", "Latn"],
	["gmaiɩ.com", "looks_latin", "gmaii.com", "Latn"],
	["ɑpple.com", "looks_latin", "apple.com", "Latn"],
	["ƅank.com", "looks_latin", "bank.com", "Latn"],
	["Ƅank.com", "looks_latin", "bank.com", "Latn"],
	["ƃaɗge.com", "looks_latin", "badge.com", "Latn"],
	["ƙеу.com", "mixed", "key.com", "Latn Cyrl"],
	["ɢoogle.com", "looks_latin", "google.com", "Latn"],
	["ᴀᴘᴘʟᴇ.com", "looks_latin", "apple.com", "Latn"],
	["αpple.com", "mixed", "apple.com", "Latn Grek"],
	["օօ.com", "looks_latin", "oo.com", "Armn"],
	["googlе.shop.com", "mixed", "google.shop.com", "Latn Cyrl"],
	["аррӏе.пример.com", "looks_latin", "apple.пример.com", "Cyrl"],
	["жpaypal.com", "mixed", undefined, "Latn Cyrl"],
	["pаypal.рф", "mixed", undefined, "Latn Cyrl"],
	["ꮋello.com", "mixed", "hello.com", "Latn Zzzz"],
	["helloไทย.com", "mixed", undefined, "Latn Thai"],
])("%s is %s, looks like %s, and has letters of %s", (name, ...expected) => {
	expect(of(name)).toEqual(expected);
});

it.each([
	"пример.com",
	"аррӏе.рф",
	"bücher.com",
	"ġustizzja.com",
	"日本語.jp",
	"ソニーのtv.com",
	"中文abc.com",
	"한국漢字abc.com",
	"пример24.com",
	"ไทย.com",
	"example.com",
	"xn--bcher-kva.com",
])("%s cannot be mistaken for another name", (name) => {
	expect(of(name)).toEqual(["none", undefined, ""]);
});

it("nothing hides behind a joiner", () => {
	expect(lookAlike(["а\u200dр\u200cр", "com"])).toMatchObject({ imitates: "app.com" });
});

it("the table maps letters outside ASCII to lower case letters and digits", () => {
	expect(confusables.size).toBeGreaterThan(300);
	for (const [from, to] of confusables) expect(`${from} ${to}`).toMatch(/^[^\0-\x7f] [a-z\d]{1,2}$/u);
});
