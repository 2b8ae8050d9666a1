import { expect, it } from "vitest";
import { parsePartial, parseSentence } from "../src/sentence.ts";

it.each([
	["203.0.113.9", { type: "A", value: "203.0.113.9" }],
	["2001:db8::1", { type: "AAAA", value: "2001:db8::1" }],
	["MX mail.example.net", { type: "MX", value: "mail.example.net" }],
	["mx 10 mail.example.net", { type: "MX", value: "10 mail.example.net" }],
	["CNAME shops.example.net.", { type: "CNAME", value: "shops.example.net." }],
	["v=spf1 -all", { type: "TXT", value: "v=spf1 -all" }],
	['"v=DKIM1; k=rsa; p=MIIB" "AQAB"', { type: "TXT", value: '"v=DKIM1; k=rsa; p=MIIB" "AQAB"' }],
	['( "v=DKIM1; k=rsa; "\n\t"p=MIIB" )', { type: "TXT", value: '"v=DKIM1; k=rsa; " "p=MIIB"' }],
	["google-site-verification=abc", { type: "TXT", value: "google-site-verification=abc" }],
	["TXT v=spf1 -all", { type: "TXT", value: "v=spf1 -all" }],
	["MX : mx.example.net Priority 10", { type: "MX", value: "10 mx.example.net" }],
	["MX\t10\tmx.example.net\tActive", { type: "MX", value: "10 mx.example.net" }],
	["Create an MX record with priority 10 pointing to mx.example.net", { type: "MX", value: "10 mx.example.net" }],
	["Add an A record pointing to 203.0.113.5", { type: "A", value: "203.0.113.5" }],
	["www CNAME", { host: "www", type: "CNAME" }],
	["beta A", { host: "beta", type: "A" }],
	["mx A", { host: "mx", type: "A" }],
	["mx CNAME", { host: "mx", type: "CNAME" }],
	["www example.net", { host: "www", value: "example.net" }],
	["@ v=spf1 include:_spf.example.net -all", { host: "@", type: "TXT", value: "v=spf1 include:_spf.example.net -all" }],
	["_dmarc v=DMARC1; p=none", { host: "_dmarc", type: "TXT", value: "v=DMARC1; p=none" }],
])("reads the known parts of %s", (text, parts) => {
	expect(parseSentence(text)).toBeUndefined();
	expect(parsePartial(text)).toEqual(parts);
});

it.each([
	"www",
	"mx",
	"shop.com",
	"buy example.net",
	"a car",
	"buy a",
	"300.1.1.1",
	"www v",
	"A www",
	"hello there you",
])("reads nothing in %s", (text) => {
	expect(parsePartial(text)).toBeUndefined();
});
