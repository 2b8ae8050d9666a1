import { describe, expect, it } from "vitest";
import { certainToken, findToken, mayBeToken } from "../../src/rules/secrets.ts";

const own = `dts_${"aB3-_xyZ9".repeat(5)}`;

describe("a token", () => {
	it.each([
		own,
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
	])("is known by its form alone: %s", (word) => {
		expect(findToken(`  ${word}\n`)).toBe(word);
	});

	it.each([
		"my token is A8f3kZq90LmX_2bTtR7yUvW1",
		"API key: A8f3kZq90LmX_2bTtR7yUvW1",
		"мой токен A8f3kZq90LmX_2bTtR7yUvW1",
	])("is known beside a word that announces it: %s", (text) => {
		expect(findToken(text)).toBe("A8f3kZq90LmX_2bTtR7yUvW1");
	});

	it.each([
		"A8f3kZq90LmX_2bTtR7",
		"s3cr3t_passw0rd!",
		"abcdefghijkl_mnop",
		"MyVeryLongCompanyName2026",
		"Secret.Number7_OfMyAccount9",
	])("may be %s, where one is missing", (word) => {
		expect(findToken(word)).toBeUndefined();
		expect(mayBeToken(word)).toBe(true);
	});

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
	])("is not what is meant by %s", (text) => {
		expect(findToken(text)).toBeUndefined();
		expect(mayBeToken(text)).toBe(false);
	});

	it.each([
		"MyVeryLongCompanyName2026",
		"my_shop_for_good_cars_2026",
		"google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EhBl5c",
	])("is no name, key or value that somebody made up: %s", (text) => {
		expect(findToken(text)).toBeUndefined();
	});

	it("is only one that says so by itself where any word may be an answer", () => {
		expect(certainToken(`value ${own}`)).toBe(own);
		expect(certainToken("A8f3kZq90LmX2bTtR7yUvW1pQe5")).toBeUndefined();
	});
});
