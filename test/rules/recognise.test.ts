import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listNames } from "../../src/rules/list.ts";
import { recognise } from "../../src/rules/recognise.ts";
import { findToken } from "../../src/rules/secrets.ts";

const token = `dts_${"aB3-_xyZ9".repeat(5)}abcd`;

describe("recognise", () => {
	it.each(["", "  \n\t", "\u200f", "\u200b\ufeff", "\u2068\u2069"])("finds nothing in %j", (text) => {
		expect(recognise(text)).toEqual({ is: "nothing" });
	});

	it.each([
		["example.com", "example.com"],
		["EXAMPLE.com.", "example.com"],
		["пример.рф", "xn--e1afmkfd.xn--p1ai"],
		["\u200fexample.com\u200f", "example.com"],
		["http://example.com/path?x", "example.com"],
		["https://user:pw@www.example.com:8080/x#y", "www.example.com"],
		["//example.com", "example.com"],
		["example.com/path", "example.com"],
		["example.com:8080", "example.com"],
		["<https://example.com/>", "example.com"],
		["«example.com»,", "example.com"],
		["@example.com", "example.com"],
		["example.com, anna@mail.com", "example.com"],
		["SuperName .COM", "supername.com"],
		["  super-name\t.co.uk ", "super-name.co.uk"],
		["please check example.com for me", "example.com"],
		["example.com\nEXAMPLE.com", "example.com"],
	])("finds one name in %j", (text, ascii) => {
		expect(recognise(text)).toMatchObject({ is: "name", ascii });
	});

	it.each([
		["northwind coffee.net", "coffee.net", "northwindcoffee.net"],
		["blue northwind Coffee.co.uk.", "coffee.co.uk", "bluenorthwindcoffee.co.uk"],
		["buy northwind coffee.net", "coffee.net", "northwindcoffee.net"],
		["кофе дом.рф", "xn--d1aqf.xn--p1ai", "xn--d1abokhc3b.xn--p1ai"],
	])("keeps the words before the name in %j", (text, ascii, joined) => {
		expect(recognise(text)).toMatchObject({ is: "name", ascii, joined: { ascii: joined } });
	});

	it.each([
		"buy coffee.net",
		"проверь домен coffee.net",
		"one two three four coffee.net",
		"my https://coffee.net/path",
		"coffee.net northwind",
	])("joins no words with the name in %j", (text) => {
		expect(recognise(text)).toMatchObject({ is: "name", ascii: "coffee.net" });
		expect(recognise(text)).not.toHaveProperty("joined");
	});

	it.each([
		["northwind coffee .net", "northwindcoffee.net"],
		["buy northwind coffee .co.uk", "northwindcoffee.co.uk"],
	])("reads the words and the extension of %j as one name", (text, ascii) => {
		expect(recognise(text)).toMatchObject({ is: "name", ascii });
	});

	it.each([
		["sunny", "sunny"],
		["Пример", "xn--e1afmkfd"],
		["4K7Q", "4k7q"],
		["MyVeryLongCompanyName2026", "myverylongcompanyname2026"],
	])("reads the single word %j as a name base", (text, ascii) => {
		expect(recognise(text)).toMatchObject({ is: "base", ascii });
	});

	it.each([
		["thanks", "thanks"],
		["Thank you very much!", "thanks"],
		["спасибо 🙏", "thanks"],
		["yes", "answer"],
		["Да.", "answer"],
		["ok", "answer"],
		["balance", "balance"],
		["My balance?", "balance"],
		["баланс", "balance"],
		["hello", "greeting"],
		["Привет!", "greeting"],
		["help", "help"],
		["Помощь", "help"],
		["orders", "orders"],
		["мои заказы", "orders"],
		["My domains", "domains"],
		["мои домены", "domains"],
		["How much is a domain?", "prices"],
		["сколько стоит домен", "prices"],
	])("reads %j as a remark", (text, about) => {
		expect(recognise(text)).toMatchObject({ is: "remark", about });
	});

	it.each([
		["transfer", "transfer"],
		["Transfer shop.com", "transfer"],
		["transfer out", "transfer"],
		["перенести домен", "transfer"],
		["auth code", "auth_code"],
		["Auth code for shop.com?", "auth_code"],
		["EPP", "auth_code"],
		["código de autorización", "auth_code"],
		["registrar lock", "registry_lock"],
		["unlock my domain", "registry_lock"],
		["whois", "contacts"],
		["Контакты домена", "contacts"],
		["DNSSEC", "dnssec"],
		["dnssec for shop.com", "dnssec"],
		["delete domain", "deletion"],
		["удалить домен shop.com", "deletion"],
		["How do I get the auth code?", "auth_code"],
		["auth code please", "auth_code"],
		["Where can I find my EPP key for shop.com?", "auth_code"],
		["Как получить auth-код?", "auth_code"],
		["мне нужен код авторизации для домена shop.com", "auth_code"],
		["I want to transfer my domain", "transfer"],
		["transfer example.com to godaddy", "transfer"],
		["Can I move my domain to another registrar?", "transfer"],
		["хочу перенести домен к другому регистратору", "transfer"],
		["перенести shop.com", "transfer"],
		["enable dnssec", "dnssec"],
		["как включить DNSSEC для shop.com?", "dnssec"],
		["lock at the registry", "registry_lock"],
		["how to unlock my domain", "registry_lock"],
		["снять запрет переноса", "registry_lock"],
		["change owner", "contacts"],
		["I would like to change the owner of shop.com", "contacts"],
		["сменить владельца домена", "contacts"],
		["delete example.com", "deletion"],
		["Please delete my domain example.com", "deletion"],
		["remove example.com and shop.com", "deletion"],
		["удалить example.com", "deletion"],
		["хочу удалить домен", "deletion"],
		["отказаться от example.com", "deletion"],
	])("reads %j as a request that the service cannot fulfil", (text, wants) => {
		expect(recognise(text)).toMatchObject({ is: "unsupported", wants });
	});

	it.each([
		"transfer.com",
		"whois.com",
		"dnssec tools",
		"money transfer",
		"transfer wise shop",
		"epp.de epp.com",
		"lock smith",
		"how to delete",
		"owner",
	])("does not read %j as such a request", (text) => {
		expect(["name", "names", "base", "words"]).toContain(recognise(text).is);
	});

	it.each([
		"yes.com",
		"да.рф",
		"balance.com thanks.com",
		"thanksgiving",
		"new balance",
		"help.com",
		"hello kitty",
		"domains",
		"how much shop",
	])("reads %j as a search", (text) => {
		expect(["name", "names", "base", "words"]).toContain(recognise(text).is);
	});

	it.each([
		"auto-renew",
		"autorenew",
		"Auto renew",
		"turn off auto-renew for shop.com",
		"How do I enable auto-renewal?",
		"renew my domain automatically",
		"автопродление",
		"как отключить автопродление домена shop.com?",
	])("reads %j as a request for auto-renew", (text) => {
		expect(recognise(text)).toMatchObject({ is: "remark", about: "auto_renew" });
	});

	it.each(["a ", "to a ", "to ", "the domain "])("stays fast on a request with a long tail of %j", (tail) => {
		const started = performance.now();
		expect(recognise(`transfer ${tail.repeat(20)}zz zz`).is).not.toBe("unsupported");
		expect(performance.now() - started).toBeLessThan(500);
	});

	it("keeps the name base of a remark, for a person who searches that word", () => {
		expect(recognise("thank you")).toMatchObject({ is: "remark", base: { ascii: "thankyou" } });
	});

	it.each(["anna@example.com", "mailto:anna@example.com", "<anna@example.com>", "please write to anna@example.com"])(
		"does not read the mail address in %j as a name",
		(text) => {
			expect(recognise(text)).toMatchObject({ is: "refused", problem: "mail_address", part: "example.com" });
		},
	);

	it("joins a few words to a name base", () => {
		expect(recognise("my cool shop")).toMatchObject({ is: "words", base: { ascii: "mycoolshop" } });
		expect(recognise("hello there how are you doing today")).toEqual({ is: "words" });
		expect(recognise("one, two")).toEqual({ is: "words" });
	});

	it.each([
		["a..b", "empty_label"],
		[`${"a".repeat(64)}.com`, "label_too_long"],
		["a".repeat(64), "label_too_long"],
		["💩", "symbol"],
		["i❤you.com", "symbol"],
		["exa\u202emple.com", "direction_mark"],
		["<b>", "character"],
		["<b>hi</b>", "character"],
		["a_b", "character"],
		["*.example.com", "character"],
		["-", "hyphen"],
		["..", "empty"],
		["192.168.1.1", "address"],
		["http://localhost", "no_ending"],
		["look at a..b please", "empty_label"],
		["x".repeat(999), "label_too_long"],
		["x".repeat(4_096), "name_too_long"],
	])("gives the reason why %j is not a name", (text, problem) => {
		expect(recognise(text)).toMatchObject({ is: "refused", problem });
	});

	it.each([token, `my token is ${token}, thanks`, `/connect ${token}`, "Authorization: Bearer 0123456789abcdef"])(
		"reads %j as a token before anything else",
		(text) => {
			expect(recognise(text)).toMatchObject({ is: "token" });
		},
	);

	it.each([
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
		"sk_live_4eC39HqLyjWDarjtT1zdp7dc",
		"0123456789abcdef0123456789abcdef",
		"Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4MTIz",
	])("reads %s as a token of an unknown service", (text) => {
		expect(recognise(text)).toEqual({ is: "token", token: text });
	});

	it.each(["my_shop_for_good_cars_2026", "a-very-long-name-for-a-shop-of-good-cars"])(
		"does not read a name as a token: %s",
		(text) => {
			expect(recognise(text).is).not.toBe("token");
		},
	);

	it("reads an order reference by its `#`", () => {
		expect(recognise("#4k7q")).toEqual({ is: "reference", reference: "#4K7Q" });
		expect(recognise("#news")).toEqual({ is: "reference", reference: "#NEWS" });
		expect(recognise("#O0IL")).toMatchObject({ is: "refused" });
	});

	it("reads a list: names once and in order, duplicates counted, the rest with line and reason", () => {
		const list = recognise("b.com\n\nhttps://a.com/x\nnot..ok\nB.com.\nfoo\n<b>\n");
		expect(list).toMatchObject({
			is: "names",
			names: [{ ascii: "b.com" }, { ascii: "a.com" }],
			duplicates: 1,
			refused: [
				{ line: 4, text: "not..ok", problem: "empty_label" },
				{ line: 6, text: "foo", problem: "no_ending" },
				{ line: 7, text: "<b>", problem: "character", part: "<" },
			],
		});
	});

	it.each([
		["example.com, test.org;foo.net | bar.de"],
		["1. example.com\n2) test.org\n• foo.net\n- bar.de"],
		["domain;price\nexample.com;12.00\ntest.org;2026.01.05\nfoo.net;9\nbar.de;9"],
		['"example.com","1"\r\n"test.org","2"\r\n"foo.net","3"\r\n"bar.de","4"'],
	])("reads the four names in %j and nothing else", (text) => {
		const names = ["example.com", "test.org", "foo.net", "bar.de"].map((ascii) => ({ ascii }));
		expect(recognise(text)).toMatchObject({ is: "names", names, refused: [], duplicates: 0 });
	});

	it.each([
		["example.com, zzz, test.org", ["zzz"]],
		["example.com,bad_name;foo.xyz", ["bad_name"]],
		["example.com, a very nice one, test.org", []],
		["look at example.com and test.org zzz", []],
		["example.com,active,2027-01-05", []],
		["example.com,zzz,test.org\nfoo.net,zzz,bar.de", []],
	])("refuses single items between commas in one line, and no other word: %j", (text, refused) => {
		expect(listNames(text).refused.map((each) => each.text)).toEqual(refused);
	});

	it.each([
		["shop one.com\ntwo.com", ["two.com"], ["shop one.com → shopone.com"]],
		["1. my cool shop.com\n2. two.com", ["two.com"], ["1. my cool shop.com → mycoolshop.com"]],
		["- мой дом.рф\n- два.рф", ["два.рф"], ["- мой дом.рф → мойдом.рф"]],
		["two.com, shop one.com, three.com", ["two.com", "three.com"], ["shop one.com → shopone.com"]],
		["shop one.com\nshop two.com", [], ["shop one.com → shopone.com", "shop two.com → shoptwo.com"]],
		["Super .com\ntwo.com", ["super.com", "two.com"], []],
		["buy one.com\nand two.com\nили три.рф", ["one.com", "two.com", "три.рф"], []],
		["1 one.com\n2024 two.com\n3) three.com", ["one.com", "two.com", "three.com"], []],
		["one.com\tfor Anna\ntwo.com\tsold", ["one.com", "two.com"], []],
		["Anna\tone.com\nBob\ttwo.com", ["one.com", "two.com"], []],
		["Anna Smith,one.com,9\nBob Lee,two.com,9", ["one.com", "two.com"], []],
		["active   one.com\nsold     two.com", ["one.com", "two.com"], []],
		["one.com good one\ntwo.com (taken)", ["one.com", "two.com"], []],
		["Domain: one.com\nOwner: two.com", ["one.com", "two.com"], []],
		["my https://one.com/path\ntwo.com", ["one.com", "two.com"], []],
		["what do you all think of one.com\ntwo.com", ["one.com", "two.com"], []],
		["Hello Anna, look at one.com and two.com", ["one.com", "two.com"], []],
	])("asks about a space before a name in a list, and leaves columns alone: %j", (text, names, refused) => {
		const list = listNames(text);
		expect(list.names.map(({ unicode }) => unicode)).toEqual(names);
		expect(list.refused.map(({ text: item, part }) => `${item} → ${part}`)).toEqual(refused);
	});

	it.each([
		["example.com test.org zzz", ["zzz"]],
		["example.com bad_name test.org", ["bad_name"]],
		["1. example.com and test.org 2", []],
		["example.com zzz\ntest.org foo", ["zzz", "foo"]],
	])("refuses every invalid word if each must be a name: %j", (text, refused) => {
		expect(listNames(text, { every: true }).refused.map((each) => each.text)).toEqual(refused);
	});

	it("reads a paste of 5,000 lines", () => {
		const lines = Array.from({ length: 5_000 }, (_, index) =>
			index % 5 === 0 ? `bad..${index}` : `name${index % 3000}.com`,
		);
		const list = recognise(lines.join("\n"));
		expect(list).toMatchObject({ is: "names", duplicates: 1_600 });
		expect(list.is === "names" && [list.names.length, list.refused.length]).toEqual([2_400, 1_000]);
	});

	it("truncates what it quotes from a list", () => {
		const list = recognise(`a.com\n${"ü".repeat(5_000)}..com`);
		expect(list.is === "names" && list.refused[0]?.text).toBe(`${"ü".repeat(79)}…`);
	});

	it("tells a sentence about a DNS record from one about a car", () => {
		expect(recognise("www A 203.0.113.5")).toEqual({ is: "record", host: "www", type: "A", value: "203.0.113.5" });
		expect(recognise("buy a car")).toMatchObject({ is: "words" });
	});

	it.each([
		"$ORIGIN example.com.\n@ 3600 IN A 203.0.113.5",
		"$TTL 1h\nwww CNAME example.com.",
		"example.com. IN SOA ns1.example.com. admin.example.com. (\n1 2 3 4 5 )",
		"; my zone\nwww A 203.0.113.5\nmail A 203.0.113.6\n",
		"type,hostname,value\nTXT,k._domainkey,p=MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB",
		'[{"type":"TXT","name":"k","content":"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB"}]',
	])("recognizes a zone file: %j", (text) => {
		expect(recognise(text)).toEqual({ is: "zone_file", text });
	});

	it("never throws, and returns only valid names and bases", () => {
		const piece = fc.constantFrom(
			..."a . , ; : / @ # < > \" ' ( ) [ ] \n \t A MX TXT 10 1.2.3.4 example.com пример.рф ü م \u200d \u202e xn-- http:// $ORIGIN".split(
				" ",
			),
		);
		const text = fc.oneof(
			fc.string({ unit: "binary" }),
			fc.array(piece, { maxLength: 40 }).map((each) => each.join("")),
			fc.array(piece, { maxLength: 40 }).map((each) => each.join(" ")),
		);
		fc.assert(
			fc.property(text, (each) => {
				const intent = recognise(each);
				// If the recognised name is read again, the result must be the same name. The only exception is a name that
				// looks like an API token. Such a name can remain when a link is removed, as in
				// `1.2.3.4example.com1.2.3.4http`.
				if (intent.is === "name" && findToken(intent.ascii) === undefined) {
					const { joined: _, ...name } = intent;
					expect(recognise(intent.ascii)).toEqual(name);
				}
				if (intent.is === "names") {
					const all = intent.names.map((name) => name.ascii);
					expect(new Set(all).size).toBe(all.length);
				}
			}),
			{ numRuns: 3_000 },
		);
	});

	it("stays fast on long runs of any one character", () => {
		const run = fc.tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 3 }), fc.string({ maxLength: 2 }));
		fc.assert(
			fc.property(run, ([each, end]) => {
				expect(recognise(each.repeat(20_000) + end)).toHaveProperty("is");
			}),
			{ numRuns: 60 },
		);
	});
});
