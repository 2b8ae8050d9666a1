import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleRecord } from "../../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };

async function owner(domain: string, records: SampleRecord[] = [home]) {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records });
	await anna.says(`/dns ${domain}`);
	await anna.until("DNS of");
	return Object.assign(anna, { owned });
}

const many = (count: number) => Array.from({ length: count }, (_, at) => `h${at} 300 A 203.0.113.7`).join("\n");

describe("a file with a thousand records", () => {
	it("becomes the whole zone", async () => {
		const anna = await owner("thousand.com");
		await anna.sends({ name: "records.txt", content: many(1_000) });
		await anna.until("1,000 records read");
		await anna.taps("Replace all");
		const plan = await anna.until("1,000 added");
		expect(plan.text).toContain("and 981 more");
		await anna.taps("Apply");
		await anna.until("Confirm this a second time");
		await anna.taps("Change DNS records");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of thousand.com updated");
		expect(anna.owned.records).toHaveLength(1_000);
	});

	it("is refused if others stay, with the limit", async () => {
		const anna = await owner("more.com");
		await anna.sends({ name: "records.txt", content: many(1_000) });
		await anna.until("1,000 records read");
		await anna.taps("Add");
		await anna.until("1,000");
		expect(anna.screen).toMatch(/more than 1,000|up to 1,000|at most 1,000/);
		expect(anna.owned.records).toEqual([home]);
	});
});

it.each([
	["mx.com", "Mail server\tPriority\nMX of one.com is\tmx.example.net"],
	["txt.com", "TXT for one.com\nand for two.com"],
])("a text about records is no list of names to buy on a page about DNS: %s", async (domain, text) => {
	const anna = await owner(domain);
	await anna.says(text);
	await anna.until("There are no DNS records in it");
	expect(anna.buttons.flat()).toContain("Read as name list");
});

it("markup, quotes, semicolons, backslashes and direction marks are stored as they are, and shown harmless", async () => {
	const anna = await owner("marks.com");
	const text = '<b>x</b> & "q"; \\ \u202egnp\u200f';
	const quoted = `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
	const content = `@ 300 IN TXT ${quoted}\n@ 300 IN HTTPS 1 <b> key="\u202e"\nwww\u200f 300 A 203.0.113.7\n<i>.x 300 A 203.0.113.7\n`;
	await anna.sends({ name: "records.txt", content });
	const read = await anna.until("2 records read");
	expect(read.text).toContain("Line 3: www⟨U+200F⟩ 300 A 203.0.113.7 This isn’t a hostname.");
	expect(read.text).toContain("Line 4: <i>.x 300 A 203.0.113.7 This isn’t a hostname.");
	await anna.taps("Add");
	const plan = await anna.until('➕ @ TXT <b>x</b> & "q"; \\ ⟨U+202E⟩gnp⟨U+200F⟩');
	expect(plan.text).toContain('➕ @ HTTPS 1 <b>.marks.com key="⟨U+202E⟩"');
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("DNS records of marks.com updated");
	expect(anna.owned.records.map((record) => record.content)).toEqual([
		"203.0.113.1",
		text,
		'1 <b>.marks.com key="\u202e"',
	]);
});

it.each([
	["only comments", "; nothing\n;; here\n", "There are no DNS records in it"],
	["only a header", "type,hostname,value\n", "There are no DNS records in it"],
	["an empty list", "[]", "There are no DNS records in it"],
	["a wrong header", "type,name,answer\nA,www,203.0.113.7", "Line 1: type,name,answer The header needs the columns"],
	["broken JSON", '[\n{"type": "A" "hostname": "www"}\n]', 'Line 2: {"type": "A" "hostname": "www"} This isn’t JSON'],
	["deep JSON", `${"[".repeat(5_000)}${"]".repeat(5_000)}`, 'Record 1: ["…"] This isn’t a record.'],
	["half a JSON file", '[\n{"type": "A"', 'Line 2: {"type": "A" The JSON ends too early.'],
	["JSON without records", '{"zone": 1}', 'Line 1: {"zone": 1} The JSON has no list of records.'],
	["a row of JSON", '[{"type": "A", "name": "a", "data": "b"}]', "Record 1: {"],
	["a word", "www HTTP 1 .", "Line 1: www HTTP 1 . This record type is unknown."],
	["a signature", "@ RRSIG A 13 2 300 1 1 1 x. AA", "belongs to the nameserver that signed the zone"],
	["an open quote", '@ TXT "open', 'Line 1: @ TXT "open A quotation mark isn’t closed.'],
	["a TTL in words", "type,hostname,value,ttl\nA,www,203.0.113.7,soon", "This TTL isn’t a number of seconds"],
])("a file gets its true reason: %s", async (_what, content, reason) => {
	const anna = await owner("reason.com");
	await anna.sends({ name: "records.txt", content });
	const answer = await anna.until("There are no DNS records in it");
	expect(answer.text).toContain(reason);
	expect(anna.buttons.flat()).not.toContain("⚠️ Replace all");
});
