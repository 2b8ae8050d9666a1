import { describe, expect, it } from "vitest";
import { mailProviders } from "../src/providers/mail.ts";
import type { Provider } from "../src/providers/provider.ts";
import { siteProviders } from "../src/providers/site.ts";
import { applyTemplate, fillTemplate } from "../src/templates.ts";
import { fillRecord, questionsOf, readValue, variablesIn } from "../src/variables.ts";
import { ellipticKey, pkcs1Key, rsaKey } from "./keys.ts";
import { zone as anyZone } from "./zones.ts";

const zone = { ...anyZone, domain: "example.com" };
const providers = [...mailProviders, ...siteProviders];

function provider(key: string): Provider {
	const found = providers.find((each) => each.key === key);
	if (!found) throw new Error(`no provider ${key}`);
	return found;
}

function ask(key: string, name: string, text: string, values: Record<string, string> = {}) {
	const found = provider(key);
	const variable = found.variables?.find((each) => each.name === name);
	if (!variable) throw new Error(`${key} does not ask for ${name}`);
	return readValue(found, variable, text, { zone, values });
}

const dkim = `v=DKIM1; k=rsa; p=${rsaKey}`;
const ed25519 = (bytes: number) => `v=DKIM1; k=ed25519; p=${Buffer.alloc(bytes, 7).toString("base64")}`;
const google = "rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ";
const hash = "0123456789abcdef0123456789abcdef01234567";
const proton = "dxkgaojqt6c3kfqvvjmi7ra4ov5cqxi2jqlzkxd3qvbajy6kfzhgq";

describe("readValue", () => {
	it.each([
		["google", "proof", google, `google-site-verification=${google}`],
		["google", "proof", `google-site-verification=${google}`, `google-site-verification=${google}`],
		["google", "proof", `"google-site-verification=${google}"`, `google-site-verification=${google}`],
		["microsoft", "proof", "MS=ms12345678", "MS=ms12345678"],
		["microsoft", "proof", "ms12345678", "MS=ms12345678"],
		["icloud", "proof", "apple-domain=aBcDeFgHiJkLmNoP", "apple-domain=aBcDeFgHiJkLmNoP"],
		[
			"zoho",
			"proof",
			"zoho-verification=zb12345678.zmverify.zoho.com",
			"zoho-verification=zb12345678.zmverify.zoho.com",
		],
		["proton", "proof", `protonmail-verification=${hash}`, `protonmail-verification=${hash}`],
		["yandex", "proof", "yandex-verification: 98b8a3d8a2d5dd0a", "yandex-verification: 98b8a3d8a2d5dd0a"],
		["yandex", "proof", "98b8a3d8a2d5dd0a", "yandex-verification: 98b8a3d8a2d5dd0a"],
		["simplelogin", "proof", "sl-verification=abcdefghijklmnop", "sl-verification=abcdefghijklmnop"],
		["github", "proof", hash, hash],
		["proton", "dkim", `protonmail.domainkey.${proton}.domains.proton.ch.`, proton],
		["proton", "dkim", proton, proton],
		["microsoft", "dkim", "contoso.onmicrosoft.com", "contoso.onmicrosoft.com"],
		["microsoft", "dkim", "selector1-example-com._domainkey.Contoso.onmicrosoft.com", "contoso.onmicrosoft.com"],
		["microsoft", "dkim", " selector1-example-com._domainkey.contoso.onmicrosoft.com. ", "contoso.onmicrosoft.com"],
		[
			"microsoft",
			"dkim",
			"selector2-example-com._domainkey.contoso.n-v1.dkim.mail.microsoft",
			"contoso.n-v1.dkim.mail.microsoft",
		],
		["zoho", "selector", "zmail", "zmail"],
		["zoho", "selector", "zmail._domainkey.example.com", "zmail"],
		["google", "dkim", dkim, dkim],
		["google", "dkim", `v=DKIM1;k=rsa;p=${rsaKey};`, dkim],
		["google", "dkim", rsaKey, dkim],
		["google", "dkim", `"${dkim.slice(0, 255)}" "${dkim.slice(255)}"`, dkim],
		["google", "dkim", `v=DKIM1; k=rsa;\np=${rsaKey.slice(0, 60)}\n${rsaKey.slice(60)}`, dkim],
		["google", "dkim", `V = DKIM1 ; K= rsa;P =${rsaKey}`, dkim],
		["google", "dkim", `p=${rsaKey}`, `p=${rsaKey}`],
		["google", "dkim", `v=DKIM1; k=rsa; n=two\n\twords; p=${rsaKey}`, `v=DKIM1; k=rsa; n=two words; p=${rsaKey}`],
		["google", "dkim", `v=DKIM1; k=rsa; p=${pkcs1Key}`, `v=DKIM1; k=rsa; p=${pkcs1Key}`],
		["google", "dkim", ed25519(32), ed25519(32)],
		["github", "account", "Octocat", "octocat"],
		["github", "account", "octocat.github.io", "octocat"],
		["github", "account", "https://Octocat.github.io/", "octocat"],
		["github", "account", " http://octocat.github.io ", "octocat"],
		["github", "account", "bücher", "xn--bcher-kva"],
		["firebase", "account", "shop.web.app", "shop"],
		["microsoft", "mx", "Example-com.o-v1.mx.microsoft.", "example-com.o-v1.mx.microsoft"],
		["microsoft", "mx", "example-com.mail.protection.outlook.com", "example-com.mail.protection.outlook.com"],
	])("%s accepts %s: %s", (key, name, text, value) => {
		expect(ask(key, name, text)).toEqual({ ok: true, value });
		// The bot reads an accepted value again before it plans the change. The second reading must not change the value.
		expect(ask(key, name, value)).toEqual({ ok: true, value });
	});

	it.each([
		["google", "proof", "google-site-verification="],
		["google", "proof", "google-site-verification=half"],
		["google", "proof", "MS=ms12345678"],
		["google", "proof", `${google} ${google}`],
		["microsoft", "proof", "hello"],
		["icloud", "proof", "verification"],
		["zoho", "proof", "zb12345678"],
		["proton", "dkim", "protonmail.domainkey"],
		["proton", "dkim", "mail.example.net"],
		["microsoft", "dkim", "selector1-other-com._domainkey.contoso.onmicrosoft.com"],
		["microsoft", "dkim", "contoso.com"],
		["zoho", "selector", "two words"],
		["zoho", "selector", "_domainkey"],
		["google", "dkim", dkim.slice(0, -20)],
		["google", "dkim", "v=DKIM1; k=rsa; p="],
		["google", "dkim", "v=DKIM1; k=rsa"],
		["google", "dkim", `v=DKIM1; k=rsa; p=!${rsaKey}`],
		["google", "dkim", `v=DKIM1; k=rsa; p=${rsaKey}!`],
		["google", "dkim", `v=DKIM1; k=rsa; 1n=x; p=${rsaKey}`],
		["google", "dkim", `${rsaKey}; n=note`],
		["google", "dkim", `v=DKIM1; k=rsa; p=${ellipticKey}`],
		["google", "dkim", ed25519(31)],
		["google", "dkim", ed25519(33)],
		["google", "dkim", dkim.replace("DKIM1", "DKIM2")],
		["google", "dkim", dkim.replace("rsa", "dsa")],
		["google", "dkim", `${dkim}; <b>`],
		["google", "dkim", "v=spf1 -all"],
		["google", "dkim", ""],
		["github", "account", "<b>octo</b>"],
		["github", "account", "octo.cat"],
		["github", "account", "a.b.github.io"],
		["github", "account", ".github.io"],
		["github", "account", "https://octocat"],
		["github", "account", "xhttp://octocat.github.io"],
		["github", "account", "octo/cat.github.io"],
		["github", "account", ""],
		["microsoft", "mx", "mx.microsoft"],
		["microsoft", "mx", "mail.example.net"],
	])("%s refuses as %s: %s", (key, name, text) => {
		expect(ask(key, name, text)).toEqual({ ok: false });
	});

	it.each([
		[{ type: "A", hostname: "www", value: "{ip}" }, "mail.example.net", "address_ipv4"],
		[{ type: "AAAA", hostname: "www", value: "{ip}" }, "203.0.113.5", "address_ipv6"],
		[{ type: "CNAME", hostname: "www", value: "{ip}" }, "203.0.113.5", "target_address"],
		[{ type: "MX", hostname: "@", value: "{ip}.example.net", priority: 10 }, "a b", "target"],
		[{ type: "SRV", hostname: "_sip._tcp", value: "0 5060 {ip}", priority: 1 }, "1 2 sip.example.net", "srv"],
		[{ type: "CAA", hostname: "@", value: '0 issue "{ip}"' }, 'a" 0 issue "b', "caa"],
		[{ type: "TXT", hostname: "@", value: "{ip}" }, '"half', "text_quotes"],
		[{ type: "TXT", hostname: "@", value: "{ip}" }, "x".repeat(5_000), "text_too_long"],
		[{ type: "A", hostname: "{ip}", value: "203.0.113.5" }, "two words", "hostname"],
	])("refuses a value that breaks a record: %j, %s", (record, text, problem) => {
		const own = { records: [{ type: "TXT", hostname: "@", value: "{domain}" }, record] };
		const [variable] = variablesIn(own.records);
		if (!variable) throw new Error("no variable");
		expect(readValue(own, variable, text, { zone, values: {} })).toEqual({ ok: false, broken: { index: 1, problem } });
	});

	it.each([
		["a record without this variable", [{ type: "A", hostname: "www", value: "no address" }]],
		["a record with another answer that was skipped", [{ type: "CNAME", hostname: "www", value: "{name}{skipped}" }]],
		["a record of a type without rules", [{ type: "SPOOF", hostname: "www", value: "{name}" }]],
	])("does not check %s", (_case, records) => {
		const own = { records: [...records, { type: "TXT", hostname: "@", value: "{name}" }] };
		const read = readValue(own, { name: "name", asks: "text" }, "shop", { zone, values: { skipped: "" } });
		expect(read).toEqual({ ok: true, value: "shop" });
	});

	it.each([
		["  two words ", { ok: true, value: "two words" }],
		["", { ok: false }],
		[" ", { ok: false }],
		["two\nlines", { ok: false }],
		["a\u0000b", { ok: false }],
	])("reads any other answer without the spaces around it, and refuses control characters: %j", (text, expected) => {
		const own = { records: [{ type: "TXT", hostname: "@", value: "{text}" }] };
		expect(readValue(own, { name: "text", asks: "text" }, text, { zone, values: {} })).toEqual(expected);
	});

	it.each([
		["octocat.host.example", "octocat"],
		["waterproof", "waterproof"],
		["octocat", "octocat"],
	])("removes from the name of an account only what follows it in a record: %s", (text, value) => {
		const own = {
			records: [
				{ type: "TXT", hostname: "@", value: "{account}" },
				{ type: "TXT", hostname: "_proof", value: "provider-proof" },
				{ type: "CNAME", hostname: "www", value: "{account}.host.example" },
			],
		};
		expect(readValue(own, { name: "account", asks: "account" }, text, { zone, values: {} })).toEqual({
			ok: true,
			value,
		});
	});

	it("checks a record with several variables once all of them are known", () => {
		const own = { records: [{ type: "CNAME", hostname: "www", value: "{one}.{two}" }] };
		const [one, two] = variablesIn(own.records);
		if (!one || !two) throw new Error("no variables");
		expect(readValue(own, one, "shop", { zone, values: {} })).toEqual({ ok: true, value: "shop" });
		expect(readValue(own, two, "a b", { zone, values: { one: "shop" } })).toMatchObject({ ok: false });
		expect(readValue(own, two, "example.net", { zone, values: { one: "shop" } })).toMatchObject({ ok: true });
	});
});

describe("a record with variables in its hostname and its value", () => {
	const read = (record: { type: string; hostname: string; value: string }, name: string, text: string, values = {}) => {
		const own = { records: [record] };
		const variable = variablesIn(own.records).find((each) => each.name === name);
		if (!variable) throw new Error(`no variable ${name}`);
		return readValue(own, variable, text, { zone, values });
	};
	const broken = (problem: string) => ({ ok: false, broken: { index: 0, problem } });

	it.each([
		["A", "{a}", "{b}", "-bad-", "hostname"],
		["NS", "{a}", "{b}.example.net", "@", "apex"],
		["SRV", "{a}", "0 5060 {b}", "sip", "hostname_service"],
		["TXT", "{a}._domainkey", "{b}", "s".repeat(70), "hostname"],
		["A", "{b}", "{a}", "mail.example.net", "address_ipv4"],
		["SRV", "{b}", "{a}", "5060", "srv"],
		["CAA", "{b}", "{a}", "none", "caa"],
	])("refuses the wrong answer when it is given: %s %s %s, %s", (type, hostname, value, text, problem) => {
		expect(read({ type, hostname, value }, "a", text)).toEqual(broken(problem));
	});

	it.each([
		["A", "203.0.113.5"],
		["AAAA", "2001:db8::2"],
		["CNAME", "shop.example.net"],
		["MX", "mail.example.net"],
		["NS", "ns1.example.net"],
		["SRV", "0 5060 sip.example.net"],
		["TXT", "{text}"],
		["CAA", '0 issue "example.net"'],
	])("accepts correct answers in any order: %s %s", (type, value) => {
		const record = { type, hostname: "{host}", value: "{value}" };
		const host = type === "SRV" ? "_sip._tcp" : "www";
		expect(read(record, "host", host)).toEqual({ ok: true, value: host });
		expect(read(record, "value", value)).toEqual({ ok: true, value });
		expect(read(record, "value", value, { host })).toEqual({ ok: true, value });
	});

	it("is checked the same way in a built-in template", () => {
		expect(ask("titan", "selector", "s".repeat(70))).toMatchObject({ ok: false, broken: { problem: "hostname" } });
		expect(ask("titan", "selector", "titan1")).toEqual({ ok: true, value: "titan1" });
	});
});

describe("variables of a person's templates", () => {
	const of = (...values: string[]) =>
		variablesIn(values.map((value) => ({ type: "TXT", hostname: "@", value }))).map(({ name }) => name);

	it("are all placeholders except the domain, each once", () => {
		expect(of("{server} {Server} {domain}", "{domain-dashes}{сервер_2}", "{constructor}")).toEqual([
			"server",
			"сервер_2",
			"constructor",
		]);
		expect(of('{"a":1} {} {1} {a b}', "{__proto__}")).toEqual([]);
	});

	it("are no macros of SPF, but any other name after a percent sign", () => {
		const macros = "%{ir}.%{v}.%{d} %{D} %{l-} %{d2r} %{s_} %{r+/}";
		expect(of(`v=spf1 include:${macros}`, "%{domain} %{server} %{x} {ir}")).toEqual(["server", "x", "ir"]);
		const record = { type: "TXT", hostname: "@", value: `${macros} %{domain} {d}` };
		expect(fillRecord(record, "example.com", { ir: "1", v: "2", d: "3" }).value).toBe(`${macros} %example.com 3`);
	});

	it("have names of a letter and at most 29 more letters, digits, dashes and underscores", () => {
		const longest = `a1_b-c${"x".repeat(24)}`;
		expect(of(`{${longest}}`, `{${longest}x}`)).toEqual([longest]);
	});

	it("ask for any text, first for the hostname of a record", () => {
		expect(variablesIn([{ type: "TXT", hostname: "{host}", value: "{value}" }])).toEqual([
			{ name: "host", asks: "text" },
			{ name: "value", asks: "text" },
		]);
	});

	it("keep a placeholder without a value, and never fill a value again", () => {
		const record = { type: "TXT", hostname: "{host}", value: "{constructor} {a} {b} {domain}" };
		expect(fillRecord(record, "example.com", { a: "{b}{domain}", b: "2", host: "www" })).toEqual({
			type: "TXT",
			hostname: "www",
			value: "{constructor} {b}{domain} 2 example.com",
		});
	});

	it("fill a hostname and a value with the domain, in any case", () => {
		const record = { type: "CNAME", hostname: "{Domain-Dashes}", value: "{DOMAIN}.example.net" };
		expect(fillRecord(record, "my.example.com", {})).toEqual({
			type: "CNAME",
			hostname: "my-example-com",
			value: "my.example.com.example.net",
		});
	});

	it("stay as they are in a text without quotes", () => {
		const record = { type: "TXT", hostname: "@", value: '{to} says "hello"' };
		expect(fillRecord(record, "example.com", { to: 'a "b"' }).value).toBe('a "b" says "hello"');
	});

	it("cannot end a quoted text", () => {
		const record = { type: "TXT", hostname: "@", value: '"v=DMARC1; rua={to}"' };
		expect(fillRecord(record, "example.com", { to: 'a" "b\\' }).value).toBe('"v=DMARC1; rua=a\\" \\"b\\\\"');
	});
});

describe("questions", () => {
	const names = (key: string, many: boolean, values = {}) =>
		questionsOf(provider(key), { many, values }).map(({ name }) => name);

	it("are none for a template without variables", () => {
		expect(questionsOf({}, { many: false, values: {} })).toEqual([]);
	});

	it("leave out the content of DKIM if there is no selector", () => {
		expect(names("zoho", false)).toEqual(["proof", "selector", "dkim"]);
		expect(names("zoho", false, { proof: "", selector: "" })).toEqual(["proof", "selector"]);
	});

	it("for several domains leave out what differs for each domain", () => {
		expect(names("github", false)).toEqual(["account", "proof"]);
		expect(names("github", true)).toEqual(["account"]);
		expect(names("google", true)).toEqual([]);
	});

	it("with a usual value use it if they were skipped", () => {
		const [mail] = fillTemplate(provider("microsoft"), "my.example.com", { mx: "" });
		expect(mail?.value).toBe("my-example-com.mail.protection.outlook.com");
		const [asked] = fillTemplate(provider("microsoft"), "my.example.com", { mx: "x.o-v1.mx.microsoft" });
		expect(asked?.value).toBe("x.o-v1.mx.microsoft");
	});

	it("that were skipped leave out their records", () => {
		const count = (values: Record<string, string>) => fillTemplate(provider("zoho"), "example.com", values).length;
		expect(count({})).toBe(4);
		expect(count({ proof: "", selector: "", dkim })).toBe(4);
		expect(count({ proof: "p", selector: "s", dkim })).toBe(6);
	});
});

it("replaces an older DKIM record of the same selector, and keeps those of other selectors", () => {
	const before = [
		{ type: "TXT", hostname: "google._domainkey", value: "k=rsa; p=old" },
		{ type: "TXT", hostname: "other._domainkey", value: "k=rsa; p=old" },
		{ type: "TXT", hostname: "@", value: "google-site-verification=other" },
	];
	const after = applyTemplate(before, provider("google"), {
		zone,
		values: { dkim, proof: "google-site-verification=1" },
	});
	expect(after.filter(({ type }) => type === "TXT").map(({ hostname, value }) => `${hostname} ${value}`)).toEqual([
		"other._domainkey k=rsa; p=old",
		"@ google-site-verification=other",
		"@ v=spf1 include:_spf.google.com ~all",
		"@ google-site-verification=1",
		`google._domainkey ${dkim}`,
	]);
});

it("replaces an alias whose hostname the provider writes in upper case", () => {
	const before = [{ type: "CNAME", hostname: "mbo0001._domainkey", value: "old.example.net" }];
	const after = applyTemplate(before, provider("mailbox-org"), { zone });
	expect(after.some(({ value }) => value === "old.example.net")).toBe(false);
});
