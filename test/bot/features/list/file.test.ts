import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, "utf16le"));
const answers = (anna: { messages: readonly { from: string }[] }) => anna.messages.filter(({ from }) => from === "bot");

describe("a list as a file", () => {
	it.each([
		["names.txt", "file-a.com\nfile-b.com\n"],
		["NAMES.TXT", "\ufefffile-a.com\r\nfile-b.com"],
		["names.csv", utf16("file-a.com\r\nfile-b.com\r\n")],
		["names.txt", new Uint8Array(Buffer.from(`\ufefffile-a.com\nfile-b.com`, "utf16le").swap16())],
	])("%s is read in its encoding", async (name, content) => {
		const anna = await world.customer();
		await anna.sends({ name, content });
		await anna.until("✅ 2 available");
		expect(anna.screen).toContain("file-a.com · $11.50");
		expect(answers(anna)).toHaveLength(1);
	});

	it("from an older spreadsheet keeps its umlauts", async () => {
		const anna = await world.customer();
		await anna.sends({ name: "old.csv", content: new Uint8Array(Buffer.from("münzen-1.com\nmünzen-2.com", "latin1")) });
		await anna.until("✅ 2 available");
		expect(anna.screen).toContain("münzen-1.com (xn--mnzen-1-n2a.com)");
	});

	it("with a header and five columns gives the column of the names", async () => {
		const anna = await world.customer();
		const rows = ["a", "b", "c"].map((each, at) => `${at},"Shop, ${each}",column-${each}.com,2026-01-01,ns1.host.net`);
		await anna.sends({ name: "shops.csv", content: ["id,title,Domain,created,nameserver", ...rows].join("\r\n") });
		await anna.until("✅ 3 available");
		expect(anna.screen).not.toContain("ns1.host.net");
		expect(anna.screen).not.toContain("skipped");
	});

	it("of 10,001 names keeps 10,000 and says what happens to the rest", async () => {
		const anna = await world.customer();
		const names = Array.from({ length: 10_001 }, (_, index) => `limit${index}.com`);
		await anna.sends({ name: "many.txt", content: names.join("\n") });
		await anna.until("Checked 0 of 10,000");
		expect(anna.screen).toContain("1 name was left out: a list holds up to 10,000. Send it as another list.");
		await anna.taps("Stop");
	});

	it("with one name 3,000 times is a list of one name", async () => {
		const anna = await world.customer();
		await anna.sends({ name: "same.txt", content: "same-name.com\n".repeat(3_000) });
		await anna.until("✅ 1 available");
		expect(anna.screen).toContain("2,999 duplicates removed");
	});

	it("marks Cyrillic look-alikes among Latin names", async () => {
		const anna = await world.customer();
		await anna.sends({ name: "mixed.txt", content: "apple-shop.com\nаррle.com\nплейн.com" });
		await anna.until("✅ 3 available");
		expect(anna.screen).toContain(
			"аррle.com (xn--le-6kc8da.com) · $11.50, then $12.50/yr\n⚠️ mixes look-alike alphabets",
		);
		expect(anna.screen).toContain("apple-shop.com · $11.50, then $12.50/yr");
	});

	it("with one name gets the answer of a search for this name", async () => {
		const anna = await world.customer();
		await anna.sends({ name: "one.csv", content: "domain,price\nfile-single.com,12\n" });
		const { text } = await anna.until("file-single.com is available");
		expect(text).toContain("First year: $11.50");
		expect(anna.buttons.flat()).toContain("Register");
	});

	it("that was sent on a DNS page is read as a list by one tap", async () => {
		const anna = await world.customer();
		const records = [{ type: "A", name: "@", content: "203.0.113.1", ttl: 300 }];
		world.fixture.service.take("dns-page.com", anna.account, { records });
		await anna.says("/dns dns-page.com");
		await anna.until("DNS of");
		await anna.sends({
			name: "names.csv",
			content: "Domain,NS1\nfrom-dns-a.com,ns1.host.net\nfrom-dns-b.com,ns1.host.net",
		});
		await anna.until("There are no DNS records in it");
		await anna.taps("Read as name list");
		await anna.until("✅ 2 available");
		expect(anna.screen).toContain("from-dns-a.com · $11.50");
		expect(anna.screen).not.toContain("host.net");
	});

	it.each<[string, string, string | Uint8Array<ArrayBuffer>, string]>([
		["is binary", "odd.txt", new Uint8Array([0, 1, 2, 3, 0, 255, 254]), "This isn’t a text file"],
		["is an image in disguise", "odd.csv", new Uint8Array(Buffer.alloc(400, 0xf8)), "This isn’t a text file"],
		[
			"is too large",
			"large.txt",
			"large.com\n".repeat(250_000),
			"This file is too large. A list file can have up to 2 MB",
		],
		["holds no name", "words.txt", "nothing here\njust words", "No domain names found in this file"],
		["is of another kind", "list.pdf", "%PDF a.com", "send a .txt or .csv file"],
	])("that %s gets a clear answer", async (_title, name, content, answer) => {
		const anna = await world.customer();
		await anna.says("before-a.com before-b.com");
		await anna.until("✅ 2 available");
		await anna.sends({ name, content });
		await anna.until(answer);
		expect(answers(anna)).toHaveLength(2);
		await anna.taps("Register 2 domains", { above: true });
		await anna.until("Register 2 domains?");
	});

	it("that may hold a token is never stored", async () => {
		const anna = await world.customer();
		const token = `sk_live_${"a1B2c3D4".repeat(4)}`;
		const names = Array.from({ length: 5_000 }, (_, index) => `secret-between-names${index}.com`);
		await anna.sends({ name: "names.txt", content: [...names, token].join("\n") });
		await anna.until("may contain an API token");
		const { sql } = world.fixture.database;
		expect(await sql`select from bot.board_names where name like 'secret-between%'`).toHaveLength(0);
		expect(anna.messages.filter(({ from }) => from === "person")).toHaveLength(0);
	});
});
