import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
	certainToken,
	findExpectedToken,
	findToken,
	isListOfWords,
	mayBeToken,
	mayHoldToken,
} from "../../src/rules/secrets.ts";

const own = `dts_${"aB3-_xyZ9".repeat(5)}`;

/** The value of a DKIM record in two strings: an invented public key of 2,048 bits. */
const publicKey = `MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${"q7Zx2mT9cLr4VbN1sHk8".repeat(9)}`;
const keyEnd = `${"4DUKij6QaqGOi5KLSl95Cf6c".repeat(6)}QIDAQAB`;

describe("a token", () => {
	it.each([
		own,
		"A8f3kZq90LmX_2bTtR7",
		"A8f3kZq90LmX_2bTtR7yUvW1",
		"A8f3kZq90LmX2bTtR7yUvW1pQe5",
		"A8f3kZq9-0LmX2bT-tR7yUvW1",
		"small_7001_wrongwrongwrong1",
		"sk_live_4eC39HqLyjWDarjtT1zdp7dc",
		"sk-proj-aB3xYz09QwErTy12UiOp34As",
		"ghp_16C7e42F292c6912E7710c838347Ae178B4a",
		"0123456789abcdef01234567",
		"0F8FAD5B-D9CB-469F-A165-70867728950E",
		"0f8fad5b-d9cb-469f-a165-70867728950e",
		"123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw",
		"SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf09kqeF8tAmbihYzrnopKc1s5cr",
		"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
		"qB7+xT0/Zk3Yp9LmW2sVd1Qe==",
	])("is recognized by its form alone: %s", (word) => {
		expect(findToken(`  ${word}\n`)).toBe(word);
	});

	it.each([
		"my token is A8f3kZq90LmX_2bTtR7yUvW1",
		"API key: A8f3kZq90LmX_2bTtR7yUvW1",
		"мой токен A8f3kZq90LmX_2bTtR7yUvW1",
	])("is recognized next to a word that announces it: %s", (text) => {
		expect(findToken(text)).toBe("A8f3kZq90LmX_2bTtR7yUvW1");
	});

	it.each([
		"acct-7f3a9c2e9b1d\u200b please",
		"\u2068acct-7f3a9c2e9b1d\u2069",
		"here: acct-7f3a9c2e9b1d—please",
		"my token is acct-7f3a9c2e9b1d。",
		"It is:acct-7f3a9c2e9b1d",
	])("is recognized next to invisible characters and any punctuation: %j", (text) => {
		expect(findToken(text)).toBe("acct-7f3a9c2e9b1d");
		expect(mayHoldToken(text.replace("acct-7f3a9c2e9b1d", "A8f3kZq90LmX_2bTtR7yUvW1"))).toBe(true);
	});

	it.each(["s3cr3t_passw0rd!", "abcdefghijkl_mnop", "MyVeryLongCompanyName2026", "Secret.Number7_OfMyAccount9"])(
		"may be %s if an account is missing",
		(word) => {
			expect(findToken(word)).toBeUndefined();
			expect(mayBeToken(word)).toBe(true);
		},
	);

	it.each([
		"example.com",
		"Example-Shop-2026-For-You.com",
		"https://Example2026.com/A8f3kZq90LmX2bTtR7yUvW1pQe5",
		"example.com/A8f3kZq90LmX2bTtR7yUvW1pQe5",
		"xn--80ak6aa92e-and-more.xn--p1ai",
		"a-very-long-name-for-a-shop-of-good-cars",
		"averylongnameforashopofgoodcars2026",
		"top-10-of-2025-and-2026-in-24h.com",
		"Anna.Maria2026.Petrova@example.com",
		"@anna_petrova_2026_official",
		"wrong..name_with_underscore.com",
		"#4K7Q",
		"/connect@DomainTradingBot",
		"2001:db8:aaaa:bbbb:cccc:dddd:eeee:1",
		"2001:DB8:aaaa:bbbb::/48",
		"10.0.0.1-10.0.0.9",
		"198.51.100.7,198.51.100.8",
		"one.com two.com three.com",
		"preset MainNameservers2026",
		"main ns1.example.net ns2.example.net",
		"www A 203.0.113.5",
		"@ TXT token A8f3kZq90LmX2bTtR7yUvW1pQe5",
		"my_shop",
		"оченьдлинноеслово2026Заглавное",
	])("is not meant by %s", (text) => {
		expect(findToken(text)).toBeUndefined();
		expect(mayBeToken(text)).toBe(false);
	});

	it.each([
		"MyVeryLongCompanyName2026",
		"my_shop_for_good_cars_2026",
		"google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EhBl5c",
	])("is not a name, key or value that a person made up: %s", (text) => {
		expect(findToken(text)).toBeUndefined();
	});

	it("is only an unmistakable one if any word may be an answer", () => {
		expect(certainToken(`value ${own}`)).toBe(own);
		expect(certainToken("A8f3kZq90LmX2bTtR7yUvW1pQe5")).toBeUndefined();
	});
});

describe("a token among other words", () => {
	const acct = "acct-9f8e7d6c5b4a39281706f5e4";
	const contexts: [string, (token: string) => string][] = [
		["before a word", (token) => `${token} please`],
		["behind words", (token) => `the new one ${token}`],
		["with punctuation", (token) => `is it ${token}? (${token}), or “${token}”...`],
		["in quotes", (token) => `"${token}", I think`],
		["in code", (token) => `use \`${token}\` now`],
		["in a block of code", (token) => `\`\`\`\n${token}\n\`\`\``],
		["in bold", (token) => `here: **${token}**`],
		["on a separate line", (token) => `here it is\n\n${token}\n\nthanks`],
		["after its name", (token) => `token=${token}`],
		["in JSON", (token) => `{"api_key":"${token}","user":7}`],
		["in a link", (token) => `https://api.example.com/x?token=${token}&y=1`],
		["next to one name", (token) => `example.com ${token}`],
		["next to several names", (token) => `example.com\n${token}\nexample.net`],
		["in a shell", (token) => `$ export TOKEN=${token}`],
		["after a command", (token) => `/search ${token}`],
	];

	it.each(contexts)("is found %s", (_where, text) => {
		for (const token of [acct, "A8f3kZq90LmX_2bTtR7yUvW1", "0f8fad5b-d9cb-469f-a165-70867728950e", own]) {
			expect(findToken(text(token)), token).toBe(token);
			expect(findExpectedToken(text(token), true), token).toBe(token);
		}
	});

	it("is found in each of these positions, with any random part", () => {
		const random = fc
			.array(fc.constantFrom(..."0123456789abcdef"), { minLength: 24, maxLength: 64 })
			.map((characters) => characters.join(""))
			.filter((part) => /\d/.test(part) && /[a-f]/.test(part));
		const prefix = fc.constantFrom("", "acct-", "key_", "live.");
		fc.assert(
			fc.property(prefix, random, fc.constantFrom(...contexts), (before, part, [, text]) => {
				expect(findToken(text(before + part))).toBe(before + part);
			}),
		);
	});

	it.each([
		["acct-7f3a9c2e please", "acct-7f3a9c2e"],
		["look acct-7f3a9c2e", "acct-7f3a9c2e"],
		["the new one acct-k3j2h1g0f9", "acct-k3j2h1g0f9"],
		["the new one acct-main-a1b2c3d4", "acct-main-a1b2c3d4"],
		["look acct-1234567890123456", "acct-1234567890123456"],
		["acct-qau31qaysnprubww please", "acct-qau31qaysnprubww"],
		["acct-mwzt7hkqpdvxlrbn please", "acct-mwzt7hkqpdvxlrbn"],
		["look kqzmwvhtrxplbnsd8fgjwqkz", "kqzmwvhtrxplbnsd8fgjwqkz"],
		["look KqzmWvhtRxplbNsdTfgjWqkz", "KqzmWvhtRxplbNsdTfgjWqkz"],
	])("is found by its prefix although it is short: %s", (text, token) => {
		expect(findToken(text)).toBe(token);
	});

	it.each([
		["acct-", 16],
		["", 24],
	])("is found in 99 of 100 random texts: %s and %d characters", (prefix, length) => {
		const letter = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789");
		const random = fc.array(letter, { minLength: length, maxLength: length }).map((each) => prefix + each.join(""));
		const tokens = fc.sample(random, { numRuns: 2_000, seed: 7 });
		const missed = tokens.filter((token) => findToken(`${token} please`) !== token || !mayHoldToken(token));
		expect(missed.length).toBeLessThan(20);
	});

	it.each([
		"api-2024shop",
		"key-account-2026",
		"key-west4vacations",
		"api-documentation2go",
		"Donaudampfschifffahrt2026",
		"token-ring24 and secret-garden2026",
		"acct-7f3a9c2e.com",
	])("is no name with the same prefix: %s", (text) => {
		expect(findToken(text)).toBeUndefined();
	});

	it.each(["\n", ", ", " ; "])("is none of a list of names without endings, split by %j", (separator) => {
		const names = ["myshop2026store", "othershop2027plus", "bestnames24hours"];
		expect(findExpectedToken(names.join(separator), true)).toBeUndefined();
	});

	it.each([
		["it is s3cr3t-of_the-house, thanks", "s3cr3t-of_the-house"],
		["new: KqWeRtYuIoPaSdFgHj", "KqWeRtYuIoPaSdFgHj"],
	])("is the most likely word while it is requested: %s", (text, token) => {
		expect(findToken(text)).toBeUndefined();
		expect(findExpectedToken(text, true)).toBe(token);
	});

	it.each([
		"google-site-verification=A8f3kZq90LmX2bTtR7yUvW1pQe5gfj9Xq8Rg85nMwL2",
		`"v=DKIM1; k=rsa; p=${publicKey}"\n"${keyEnd}"`,
		`v=DKIM1; k=rsa; p=${publicKey}\n${keyEnd}`,
		"v=spf1 include:_spf.example.net -all",
	])("is found next to the public value %j", (value) => {
		const token = "acct-7f3a9c2e-51d80b4467aa2019";
		for (const text of [`${value}\n${token}`, `${token}\n${value}`, `${value}\nand my key is\n${token}`])
			expect(findToken(text)).toBe(token);
	});

	it("is found after the value of a verification that follows a quoted value", () => {
		const text = '"v=spf1 -all"\n"google-site-verification=abc" acct-7f3a9c2e-51d80b4467aa2019';
		expect(findToken(text)).toBe("acct-7f3a9c2e-51d80b4467aa2019");
	});

	it("is found after the value of a verification", () => {
		expect(findToken("google-site-verification=abc acct-7f3a9c2e-51d80b4467aa2019")).toBe(
			"acct-7f3a9c2e-51d80b4467aa2019",
		);
	});

	it.each([
		"my pass word",
		"example.com and example-2026-for-you.com",
		"https://example.com/A8f3kZq90LmX2bTtR7yUvW1pQe5 is it",
		"write to anna.petrova2026@example.com",
	])("is not assembled from %s", (text) => {
		expect(findExpectedToken(text, true)).toBeUndefined();
	});

	it.each([
		"id;name\n0f8fad5b-d9cb-469f-a165-70867728950e;a.com\n1f8fad5b-d9cb-469f-a165-70867728950f;b.com".replaceAll(
			";",
			" ",
		),
		`$ORIGIN example.com.\n@ TXT "v=DKIM1; p=${"MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCB"}"\nwww A 203.0.113.5`,
		`"v=DKIM1; k=rsa; p=${publicKey}" "${keyEnd}"`,
		`v=DKIM1; k=rsa; p=${publicKey}${keyEnd}`,
		`( "v=DKIM1; k=rsa; "\n\t"p=${publicKey}"\n\t"${keyEnd}" )`,
		`k=rsa; p=${publicKey}${keyEnd}`,
		`v=DKIM1; k=rsa; p=${publicKey}\n${keyEnd}\n${keyEnd}`,
		"google-site-verification=A8f3kZq90LmX2bTtR7yUvW1pQe5gfj9Xq8Rg85nMwL2",
		"www CNAME 9f8e7d6c5b4a39281706f5e4.example.net",
		"/dns example.com _acme-challenge TXT gfj9Xq8Rg85nMwL2bTtR7yUvW1pQe5A8f3kZq90LmX4",
		"/edge example.com cdn-9f8e7d6c5b4a39281706",
		"shop4you2026 and best2buy4less",
		"my_shop_for_good_cars_2026 or a-very-long-name-for-a-shop-of-good-cars",
		"look at 2001:db8:aaaa:bbbb:cccc:dddd:eeee:1 please",
		"since 2026-11-22T10:45:12Z it is MyVeryLongCompanyName2026",
	])("is not found in %j", (text) => {
		expect(findToken(text)).toBeUndefined();
	});

	it("is never shown, even if it was not recognized", () => {
		expect(mayHoldToken("s3cr3t_of-the_house! please")).toBe(true);
		expect(mayHoldToken("please look at example.com")).toBe(false);
	});
});

describe("a list of words", () => {
	it.each([
		"Flower shop\nBest coffee 24",
		"best-shop-2026, cool4you-store",
		"apple; banana | cherry",
		"365days\n24hours",
		"МойМагазин\nКофеДома",
	])("is %j", (text) => {
		expect(isListOfWords(text)).toBe(true);
	});

	it.each([
		"kiwi banana",
		"1,000",
		"here, take it: hunter2",
		"my token:\nhunter2",
		"s3cr3t-of_the-house\nthanks",
		"AbCdEfGhIjKl\nplease",
		"qX7Lm2Zp\nplease",
	])("is not %j", (text) => {
		expect(isListOfWords(text)).toBe(false);
	});
});
