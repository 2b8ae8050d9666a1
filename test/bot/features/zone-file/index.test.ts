import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleRecord } from "../../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
const mail: SampleRecord = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };
const alias: SampleRecord = { type: "ALIAS", name: "lb", content: "lb.example.net" };

/**
 * Creates a person who owns a domain with these records. The person has opened the page on which zone files are
 * exported.
 */
async function owner(domain: string, records: SampleRecord[] = [home, mail, alias]) {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records });
	await anna.says(`/dns ${domain}`);
	await anna.until("DNS of");
	await anna.taps("⋯ More");
	await anna.taps("📄 Import/export");
	await anna.until("Tap a format to export");
	return Object.assign(anna, { owned });
}

async function apply(anna: Awaited<ReturnType<typeof owner>>, domain: string): Promise<void> {
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until(`DNS records of ${domain} updated`);
}

describe("the records of a domain", () => {
	it.each(["Zone file", "CSV", "JSON"])("are exported and sent back without a change: %s", async (format) => {
		const domain = `back-${format.slice(0, 1)}.com`.toLowerCase();
		const anna = await owner(domain);
		await anna.taps(format);
		const { document } = await anna.until(`DNS of ${domain}: 3 records`);
		const content = String(await anna.downloads(document?.file_id ?? ""));
		await anna.sends({ name: document?.file_name ?? "", content });
		await anna.until("records read");
		await anna.taps("Replace all");
		await anna.until("nothing to change");
		expect(anna.owned.records).toEqual([home, mail, alias]);
	});

	it.each(["Zone file", "CSV", "JSON"])(
		"are sent back without a change in a service's own spelling: %s",
		async (format) => {
			const domain = `spelt-${format.slice(0, 1)}.com`.toLowerCase();
			const records: SampleRecord[] = [
				{ type: "A", name: `www.${domain}`, content: "203.0.113.1", ttl: 1 },
				{ type: "MX", name: domain, content: `10 mail.${domain}.` },
				{ type: "CAA", name: "@", content: "0 issue ca.example;policy=ev" },
				{ type: "CNAME", name: "shop", content: "@" },
				{ type: "TXT", name: "long", content: `${"a".repeat(254)}é${"b".repeat(20)}` },
				{ type: "URL", name: `go.${domain}`, content: " https://a.example/\nb", ttl: 1 },
			];
			const anna = await owner(domain, records);
			await anna.taps(format);
			const { document } = await anna.until(`DNS of ${domain}: 6 records`);
			const content = String(await anna.downloads(document?.file_id ?? ""));
			await anna.sends({ name: document?.file_name ?? "", content });
			const read = await anna.until("records read");
			expect(read.text).not.toContain("can’t be used");
			await anna.taps("Replace all");
			await anna.until("nothing to change");
		},
	);

	it("are all replaced by a JSON file, also those of other types", async () => {
		const anna = await owner("other.com");
		const records = [home, mail, { type: "ALIAS", hostname: "lb", value: "lb2.example.net" }];
		await anna.sends({ name: "other.json", content: JSON.stringify({ domain: "other.com", records }) });
		await anna.until("3 records read");
		await anna.taps("Replace all");
		await anna.until("→ lb2.example.net");
		await apply(anna, "other.com");
		expect(anna.owned.records.filter(({ type }) => type === "ALIAS")).toEqual([
			{ ...alias, content: "lb2.example.net" },
		]);
	});

	it("are imported from a file, as a plan that is confirmed", async () => {
		const anna = await owner("import.com");
		const content = "www 300 IN A 203.0.113.7\n@ 300 IN A 203.0.113.8\nbad IN A 300.1.1.1\n@ IN NS ns1.other.net.\n";
		await anna.sends({ name: "records.txt", content });
		const read = await anna.until("2 records read");
		expect(read.text).toContain("1 line can’t be used:\nLine 3: bad IN A 300.1.1.1 This isn’t an IPv4 address.");
		expect(read.text).toContain("Nameservers in the file are skipped");
		await anna.taps("Update");
		const plan = await anna.until("➕ www A 203.0.113.7");
		expect(plan.text).toContain("✏️ @ A 203.0.113.1");
		await apply(anna, "import.com");
		expect(anna.owned.records.map(({ content }) => content).sort()).toEqual([
			"203.0.113.7",
			"203.0.113.8",
			"lb.example.net",
			"mail.example.net",
		]);
	});

	it("that do not get the TTL of the file are listed in the preview", async () => {
		const anna = await owner("ttl.com");
		const lines = Array.from({ length: 7 }, (_, at) => `h${at} 5 IN A 203.0.113.7`);
		await anna.sends({ name: "records.txt", content: lines.join("\n") });
		await anna.until("7 records read");
		await anna.taps("Add");
		const plan = await anna.until("TTL of 7 records changed, because it must be from 60 to 2147483647 s:");
		expect(plan.text).toContain("✏️ h0 A 203.0.113.7\n      TTL 5 s → 60 s");
		expect(plan.text).toContain("and 2 more");
	});

	it("are replaced by a pasted file, and types that no file contains stay", async () => {
		const anna = await owner("paste.com");
		await anna.says("$ORIGIN paste.com.\n@ 300 IN A 203.0.113.1\nshop 300 IN CNAME @");
		await anna.until("2 records read");
		await anna.taps("Replace all");
		const plan = await anna.until("➖ @ MX");
		expect(plan.text).toContain("⚠️ This deletes the last MX record");
		await anna.taps("Apply");
		await anna.until("Confirm this a second time");
		await anna.taps("Change DNS records");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of paste.com updated");
		expect(anna.owned.records.map(({ type, name }) => `${name} ${type}`).sort()).toEqual([
			"@ A",
			"lb ALIAS",
			"shop CNAME",
		]);
	});

	it("are pasted as JSON, also if the bot knows none of their types", async () => {
		const anna = await owner("json.com");
		await anna.says(JSON.stringify([{ type: "ALIAS", name: "@", value: "lb.example.net" }]));
		await anna.until("1 record read");
	});

	it("are pasted as CSV", async () => {
		const anna = await owner("table.com");
		await anna.says("type,hostname,value\nA,csv,203.0.113.9");
		await anna.until("1 record read");
		await anna.taps("Add");
		await anna.until("➕ csv A 203.0.113.9");
	});
});

it("an exported file leads back to the records", async () => {
	const anna = await owner("leads.com");
	await anna.taps("CSV");
	await anna.until("DNS of leads.com: 3 records");
	await anna.taps("🧭 DNS");
	await anna.until("Tap a record");
	expect(anna.messages.some(({ document }) => document !== undefined)).toBe(true);
});

describe("a file", () => {
	it("that names its domain is imported from any screen", async () => {
		const anna = await owner("named.com");
		await anna.says("/start");
		await anna.until("Balance");
		await anna.sends({ name: "db.zone", content: "$ORIGIN named.com.\nwww 300 IN A 203.0.113.7\n" });
		await anna.until("Import records into named.com");
		await anna.taps("Back");
		await anna.until("Tap a format to export");
	});

	it("for another domain asks where its records belong", async () => {
		const anna = await owner("here.com");
		await anna.sends({ name: "there.zone", content: "$ORIGIN there.com.\nwww 300 IN A 203.0.113.7\n" });
		await anna.until("This file is for there.com, not for here.com");
		await anna.taps("Use records here");
		await anna.until("1 record read");
		await anna.taps("Add");
		await anna.until("➕ www A 203.0.113.7");
	});

	it.each([
		["export.csv", "type,hostname,value\nA,@,203.0.113.9\n"],
		["export.json", '[{"type":"A","hostname":"@","value":"203.0.113.9"}]'],
		["export.zone", "@ 300 IN A 203.0.113.9\n"],
	])("whose name is that of another domain asks where its records belong: %s", async (name, content) => {
		const ending = name.slice("export.".length);
		const anna = await owner(`beta-${ending}.com`);
		await anna.sends({ name: `alpha-${ending}.com (1).${ending}`, content });
		await anna.until(`This file is for alpha-${ending}.com, not for beta-${ending}.com`);
		expect(anna.buttons.flat()).not.toContain("⚠️ Replace all");
		await anna.taps("Use records here");
		await anna.until("1 record read");
		await anna.taps("Replace all");
		await anna.until("➖ @ MX");
		expect(anna.owned.records).toEqual([home, mail, alias]);
	});

	it("exported from one domain and sent to another asks where its records belong", async () => {
		const anna = await owner("rev-alpha.com");
		world.fixture.service.take("rev-beta.com", anna.account, { records: [home] });
		await anna.taps("CSV");
		const { document } = await anna.until("DNS of rev-alpha.com: 3 records");
		const content = String(await anna.downloads(document?.file_id ?? ""));
		await anna.says("/dns rev-beta.com");
		await anna.until("DNS of rev-beta.com");
		await anna.sends({ name: document?.file_name ?? "", content });
		await anna.until("This file is for rev-alpha.com, not for rev-beta.com");
		await anna.taps("Import to its domain");
		await anna.until("Import records into rev-alpha.com");
		await anna.taps("Replace all");
		await anna.until("nothing to change");
	});

	it("named after a domain of the account is imported from any screen", async () => {
		const anna = await owner("by-name.com");
		world.fixture.service.take("second.com", anna.account, { records: [home] });
		await anna.says("/start");
		await anna.until("Balance");
		await anna.sends({ name: "by-name.com.csv", content: "type,hostname,value\nA,www,203.0.113.7\n" });
		await anna.until("Import records into by-name.com");
		await anna.says("/start");
		await anna.until("Balance");
		await anna.sends({ name: "elsewhere.com.csv", content: "type,hostname,value\nA,www,203.0.113.7\n" });
		await anna.until("Which domain");
		await anna.taps("second.com");
		await anna.until("This file is for elsewhere.com, not for second.com");
	});

	it("with full names of another domain asks where its records belong, and then shortens them", async () => {
		const anna = await owner("full.com");
		const content = "type,hostname,value\nA,other.com,198.51.100.7\nCNAME,www.other.com,other.com\n";
		await anna.sends({ name: "records.csv", content });
		await anna.until("This file is for other.com, not for full.com");
		await anna.taps("Use records here");
		const read = await anna.until("2 records read");
		expect(read.text).toContain("1 record still points to other.com");
		await anna.taps("Add");
		const plan = await anna.until("➕ www CNAME other.com");
		expect(plan.text).toContain("➕ @ A 198.51.100.7");
	});

	it("for another domain keeps the part of each hostname before the domain, also of other types", async () => {
		const anna = await owner("moved.com");
		const content = JSON.stringify({
			domain: "origin.com",
			records: [{ type: "ALIAS", hostname: "eu.origin.com", value: "lb.example.net", ttl: 1 }],
		});
		await anna.sends({ name: "origin.json", content });
		await anna.until("This file is for origin.com");
		await anna.taps("Use records here");
		await anna.until("1 record read");
		await anna.taps("Add");
		const plan = await anna.until("➕ eu ALIAS lb.example.net");
		expect(plan.text).toContain("TTL 1 s");
	});

	it.each([
		["$INCLUDE other.zone\nwww A 203.0.113.7\n", "The file uses $INCLUDE"],
		["; only\n; comments\n", "There are no DNS records in it"],
		["; a long comment about nothing\n".repeat(9_000).padEnd(2 * 1024 * 1024, "; more"), "up to 1 MB and 10,000 lines"],
		[`${"; a line\n".repeat(10_000)}www A 203.0.113.7\n`, "This file is too long, so nothing was read"],
		["x".repeat(2 * 1024 * 1024 + 1), "A DNS file can have up to 1 MB"],
		[Array.from({ length: 1_001 }, (_, at) => `h${at} A 203.0.113.7`).join("\n"), "more than 1,000 records"],
		['<b>x</b> TXT "\u202e"\n', "There are no DNS records in it"],
	])("gets a reason if it cannot be used, %#", async (content, reason) => {
		const anna = await owner("unusable.com");
		await anna.sends({ name: "records.txt", content });
		await anna.until(reason);
		expect(anna.owned.records).toHaveLength(3);
	});

	it("with a token is deleted", async () => {
		const anna = await owner("secret.com");
		const [messageId] = (await anna.sends({ name: "a.zone", content: `@ TXT "dts_${"a1B2c3D4".repeat(4)}"\n` }))
			.message_ids;
		await anna.until("Token rejected");
		expect(anna.messages.some(({ message_id: id }) => id === messageId)).toBe(false);
	});

	it.each(["binary.zone", "binary.csv"])("that is not a text gets an answer about DNS files: %s", async (name) => {
		const anna = await owner(`bytes-${name.slice(-3)}.com`);
		await anna.sends({ name, content: new Uint8Array([0, 1, 2]) });
		await anna.until("This isn’t a text file. Send a zone file, CSV or JSON.");
		await anna.taps("Back");
		await anna.until("Tap a format to export");
	});

	it("with lines that may not mean what they seem names them", async () => {
		const anna = await owner("doubtful.com");
		const content = "www.doubtful.com A 203.0.113.7\n_dmarc TXT v=DMARC1; p=none\n";
		await anna.sends({ name: "records.txt", content });
		const read = await anna.until("2 records read");
		expect(read.text).toContain("Compare these lines with the preview:");
		expect(read.text).toContain("Line 1: www.doubtful.com A 203.0.113.7 Read as a full name,");
		expect(read.text).toContain("Line 2: _dmarc TXT v=DMARC1; p=none The part after “;” is kept.");
	});

	it("with a CNAME next to a TXT record is imported without the CNAME, and the preview says so", async () => {
		const anna = await owner("beside.com");
		const content = "$TTL 300\ne CNAME e.example.net.\ne TXT text\nwww A 203.0.113.2\n";
		await anna.sends({ name: "records.txt", content });
		await anna.until("3 records read");
		await anna.taps("Add");
		const plan = await anna.until("➕ www A 203.0.113.2");
		expect(plan.text).toContain("➕ e TXT text");
		expect(plan.text).toContain("1 record isn’t imported:\ne CNAME e.example.net · A CNAME cannot share");
	});

	it("in the form of a zone file names other lines", async () => {
		const anna = await owner("doubtful-zone.com");
		const content = "$TTL 300\n_dmarc TXT v=DMARC1; p=none\nshop CNAME shops.example.net\n";
		await anna.sends({ name: "records.txt", content });
		const read = await anna.until("2 records read");
		expect(read.text).toContain("Line 2: _dmarc TXT v=DMARC1 The part after “;” is a comment.");
		expect(read.text).toContain("Line 3: shop CNAME shops.example.net The domain is appended.");
		await anna.taps("Add");
		await anna.until("➕ shop CNAME shops.example.net.doubtful-zone.com");
	});

	it("of another program keeps its priorities, and names the fields that are not imported", async () => {
		const anna = await owner("foreign-keys.com", [home]);
		const records = [
			{ id: "1", name: "foreign-keys.com", type: "MX", content: "mx1.example.net", ttl: "600", prio: "10", notes: "" },
			{ id: "2", name: "foreign-keys.com", type: "MX", content: "mx2.example.net", ttl: "600", prio: "20", notes: "x" },
		];
		await anna.sends({ name: "records.json", content: JSON.stringify({ records }) });
		const read = await anna.until("2 records read");
		expect(read.text).toContain("Fields that aren’t imported: id, notes");
		await anna.taps("Add");
		const plan = await anna.until("➕ @ MX 10 mx1.example.net");
		expect(plan.text).toContain("➕ @ MX 20 mx2.example.net");
	});

	it.each([
		[
			"rows of a zone file with comments",
			"@\t1\tIN\tA\t203.0.113.5 ; cf_tags=cf-proxied:true\nwww\t1h\tIN\tA\t203.0.113.6 ; b",
			2,
		],
		["a record in several lines", 'k._domainkey\tIN\tTXT\t( "v=DKIM1; k=rsa; "\n\t  "p=MIIB" )  ; ----- key', 1],
	])("may be sent as a message: %s", async (_what, text, count) => {
		const anna = await owner(`message-${count}.com`);
		await anna.says(text);
		const read = await anna.until(count === 1 ? "1 record read" : "2 records read");
		expect(read.text).not.toContain("can’t be used");
	});

	it("of records sent as a message has the meaning of the same records typed alone", async () => {
		const anna = await owner("pasted.com");
		await anna.says("shop CNAME shops.example.net\n@ TXT v=spf1 include:_spf.example.net ~all");
		const read = await anna.until("2 records read");
		expect(read.text).toContain("Line 1: shop CNAME shops.example.net Read as a full name,");
		await anna.taps("Add");
		const plan = await anna.until("➕ shop CNAME shops.example.net\n");
		expect(plan.text).toContain("➕ @ TXT v=spf1 include:_spf.example.net ~all");
	});

	it.each([
		["records", ""],
		["records of a named domain", "$ORIGIN long.com.\n"],
		["comments first", `${"; a comment about the zone\n".repeat(170)}$ORIGIN long.com.\n`],
	])("as a long text is asked for as a file once, however many parts it has: %s", async (_case, head) => {
		const anna = await owner("long.com");
		const lines = Array.from({ length: 400 }, (_, at) => `host${at} 300 IN A 203.0.113.7`);
		const middle = "$ORIGIN shop.long.com.\n";
		const sent = await anna.says(`${head}${lines.join("\n")}\n${middle}${lines.join("\n")}`);
		expect(sent.message_ids.length).toBeGreaterThan(4);
		await anna.until("Send it as a file instead");
		await anna.untilView(({ messages }) => messages.at(-1)?.from === "bot");
		const replies = anna.messages.filter(
			({ from, text = "" }) => from === "bot" && /file|Import|domain names/.test(text),
		);
		expect(replies.map(({ text }) => text).filter((text) => !text?.includes("Tap a format"))).toHaveLength(1);
		await anna.sends({ name: "records.txt", content: "www 300 IN A 203.0.113.7\n" });
		await anna.until("Import records into long.com");
	});

	it("as a text that was split before the limit is not imported in part", async () => {
		const anna = await owner("split.com");
		const lines = (from: number) => Array.from({ length: 100 }, (_, at) => `host${from + at} 300 IN A 203.0.113.7`);
		await anna.says(lines(0).join("\n"));
		await anna.until("100 records read");
		// The answer replaces that of the first part.
		await anna.says(lines(100).join("\n"), { wait: false });
		await anna.until("Send it as a file instead");
		expect(anna.screen).not.toContain("Import");
	});
});
