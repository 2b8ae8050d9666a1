import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { done } from "../../../support/service.ts";
import { texts, words } from "../../../support/texts.ts";
import { openSandbox } from "../../sandbox.ts";
import { type BotUnderTest, startBot, startWholeBot } from "../../setup.ts";

const hash = "2bb183af5f22588179a53b0a98631fad1a292118e4cd1a2d3c5e6f708192a3b4";
const key = "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==";
const dnssec = "DNSSEC can’t be set up here";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/** Creates a person who owns a domain and has opened its DNS records. */
async function owner(domain: string) {
	const anna = await world.customer();
	const records = [{ type: "A", name: "@", content: "203.0.113.1" }];
	world.fixture.service.take(domain, anna.account, { records });
	await anna.says(`/dns ${domain}`);
	await anna.until("1 record");
	return anna;
}

describe("a text in the form of a record that is none", () => {
	it.each([
		["url.com", "@ URL http://x.net", ["Line 1: @ URL http://x.net This record type is unknown."]],
		["two-lines.com", "@ URL http://x.net\nwww A a,b", ["Line 1: @ URL http://x.net", "Line 2: www A a,b"]],
		["no-address.com", "www A a,b", ["Line 1: www A a,b This isn’t an IPv4 address."]],
	])("is refused with its line and the reason, and no name in it is offered: %s", async (domain, text, answers) => {
		const anna = await owner(domain);
		await anna.says(text);
		for (const answer of answers) await anna.until(answer);
		expect(anna.messages.some((message) => message.text?.includes("available"))).toBe(false);
	});
});

describe("a typed record of a type that the bot does not write", () => {
	it.each([
		["ds.com", `@ DS 2371 13 2 ${hash}`, dnssec],
		["two-ds.com", `@ DS 2371 13 2 ${hash}\n@ DS 2371 13 4 ${hash}`, dnssec],
		["dnskey.com", `@ 3600 IN DNSKEY 257 3 13 ${key}`, dnssec],
		["tlsa.com", `_443._tcp TLSA 3 1 1 ${hash}`, "TLSA records can only be added from a zone file"],
		["sshfp.com", `host SSHFP 4 2 ${hash}`, "SSHFP records can only be added from a zone file"],
		["alias.com", "@ ALIAS lb.example.net", "ALIAS records can only be added from a zone file"],
		["shop-alias.com", "shop ALIAS my-shop.example.net", "ALIAS records can only be added from a zone file"],
		["https.com", "www HTTPS 1 . alpn=h2,h3", "HTTPS records can only be added from a zone file"],
		["half-https.com", "www HTTPS", "HTTPS records can only be added from a zone file"],
	])("is refused, stays in the chat, and is neither a token nor a name: %s", async (domain, text, answer) => {
		const anna = await owner(domain);
		await anna.says(text);
		await anna.until(answer);
		expect(anna.messages.some((message) => message.text === text)).toBe(true);
		expect(anna.messages.some((message) => message.text?.includes("Token rejected"))).toBe(false);
		expect(anna.messages.some((message) => message.text?.includes("is available"))).toBe(false);
	});

	it("leads back to the records, and the next record is for the same domain", async () => {
		const anna = await owner("after.com");
		await anna.says("www HTTPS");
		await anna.until("HTTPS records");
		expect(anna.screen).not.toContain("aren’t allowed");
		await anna.says("www A 203.0.113.9");
		await anna.until("➕ www A 203.0.113.9");
		await anna.says(`_443._tcp TLSA 3 1 1 ${hash}`);
		await anna.until("TLSA records");
		await anna.taps("Back");
		await anna.until("www A 203.0.113.9");
	});

	it("is not repeated if a part of it may be a token", async () => {
		const anna = await owner("parts.com");
		await anna.says("s3cr3t_passw0rd_ HTTPS s3cr3t_passw0rd_");
		const refusal = await anna.until("HTTPS records");
		expect(refusal.text).not.toContain("s3cr3t");
	});

	it("is imported together with other records", async () => {
		const anna = await owner("pasted.com");
		await anna.says(`www A 203.0.113.4\n_443._tcp IN TLSA 3 1 1 ${hash}`);
		await anna.until("Import records into pasted.com");
		await anna.until("2 records read");
	});

	it("is refused after the command, on Home and in the question for a record too", async () => {
		const anna = await owner("places.com");
		await anna.says(`/dns places.com _443._tcp TLSA 3 1 1 ${hash}`);
		await anna.until("TLSA records");
		await anna.says(`/dns places.com @ DS 2371 13 2 ${hash}`);
		await anna.until(dnssec);
		await anna.says("/start");
		await anna.until("Balance");
		await anna.says(`host SSHFP 4 2 ${hash}`);
		await anna.until("SSHFP records");
		for (const [text, answer] of [
			[`@ DS 2371 13 2 ${hash}`, dnssec],
			["www HTTPS", "HTTPS records"],
			["DNSSEC", dnssec],
			["How do I get the auth code?", "Auth codes aren’t available here"],
		] as const) {
			await anna.says("/dns places.com");
			await anna.until("1 record");
			await anna.taps("Add");
			await anna.until("Choose its type, or send the full record");
			await anna.says(text);
			await anna.until(answer);
		}
	});

	it("may be the value of a TXT record, and its word a hostname", async () => {
		const anna = await owner("values.com");
		for (const label of ["Add", "TXT"]) await anna.taps(label);
		await anna.until("Which hostname gets the TXT record");
		await anna.says("transfer");
		await anna.until("send the text");
		await anna.says("DNSSEC");
		await anna.until("➕ transfer TXT");
	});

	it("filters the list by its type", async () => {
		const anna = await owner("filter.com");
		await anna.says("TLSA");
		await anna.until("no record matches “TLSA”");
	});

	it("is read while the chat asks for a token, and stays in the chat", async () => {
		const anna = await world.chat();
		await anna.says("/connect");
		await anna.until("Send the API token of your registrar account");
		const text = `@ DS 2371 13 2 ${hash}`;
		await anna.says(text);
		await anna.until(dnssec);
		expect(anna.messages.some((message) => message.text === text)).toBe(true);
	});
});

describe("at the built-in service", () => {
	let whole: Awaited<ReturnType<typeof startWholeBot>>;
	beforeAll(async () => {
		whole = await startWholeBot();
	});
	afterAll(() => whole[Symbol.asyncDispose]());

	it.each(texts.locales)("says in %s that the type is not supported", async (locale) => {
		const t = texts(locale);
		const domain = `types-${locale}.com`;
		const anna = await openSandbox(whole, locale);
		done(await whole.ground.service.admin.register(`register ${domain}`, anna.userId, domain));
		await anna.says(`/dns ${domain}`);
		await anna.until("🧭");
		await anna.says(`_443._tcp TLSA 3 1 1 ${hash}`);
		const refusal = await anna.until(words(t, "record-problem-type", { type: "TLSA", service: "none" }));
		expect(refusal.text).toContain(words(t, "dns-refused"));
	});
});
