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

/** Creates a person who owns a domain with these records. */
async function owner(domain: string, records: SampleRecord[] = [home, mail]) {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records });
	return Object.assign(anna, { owned });
}

describe("the records of a domain", () => {
	it("are opened from the domain card, each with its actions", async () => {
		const anna = await owner("card.com");
		await anna.says("/domains card.com");
		await anna.until("Auto-renew: off");
		await anna.taps("DNS");
		await anna.until("2 records");
		await anna.taps("@ MX 10 mail.example.net");
		expect(await anna.taps("Copy value")).toMatchObject({ copy_text: "mail.example.net" });
		await anna.taps("Back");
		await anna.until("2 records");
		await anna.taps("Back");
		await anna.until("Auto-renew: off");
	});

	it.each([
		["www CNAME shops.example.net", "⚠️ Read as a full name, although it has no final dot."],
		["_dmarc TXT v=DMARC1; p=none", "⚠️ The part after “;” is kept."],
		["a TXT “v=spf1 include:a.example -all”", "⚠️ These quotes stay in the text."],
		["a TXT 'v=spf1 include:a.example -all'", "⚠️ These quotes stay in the text."],
		["www A 203.0.113.5", "No TTL given: the new record gets the default."],
		["www 1 IN A 203.0.113.5", "⚠️ TTL of 1 record changed"],
		["@ MX mail.example.org", "⚠️ Read as a full name, although it has no final dot.", "10"],
		["MX for @ mail.example.org", "⚠️ Read as a full name, although it has no final dot.", "10"],
	])("get a typed record with what the bot assumed about it: %s", async (record, assumed, priority?: string) => {
		const anna = await owner(`typed-${record.length}.com`);
		await anna.says(`/dns typed-${record.length}.com ${record}`);
		if (priority !== undefined) {
			await anna.until("priority");
			await anna.says(priority);
		}
		expect((await anna.until("➕")).text).toContain(assumed);
	});

	it("get a record that leaves nothing open without a further line", async () => {
		const anna = await owner("clear.com");
		await anna.says("/dns clear.com www 300 CNAME shops.example.net.");
		const plan = await anna.until("➕ www CNAME shops.example.net");
		expect(plan.text).not.toMatch(/⚠️|No TTL/);
	});

	it("are split into pages if there are 300", async () => {
		const records = Array.from({ length: 300 }, (_, index) => ({
			...home,
			name: `h${String(index).padStart(3, "0")}`,
		}));
		const anna = await owner("pages.com", records);
		await anna.says("/dns pages.com");
		await anna.until("300 records");
		await anna.taps("38 ⏭");
		await anna.until("297–300 of 300");
		await anna.taps("⏮ 1");
		await anna.until("1–8 of 300");
		await anna.taps("Next");
		await anna.untilView((view) => JSON.stringify(view.messages.at(-1)).includes("h015"));
		expect(anna.buttons[0]).toEqual(["h008 A 203.0.113.1"]);
		expect(anna.screen).toContain("9–16 of 300");
		await anna.says("/dns pages.com h250");
		await anna.until("1 record matches “h250”");
		expect(anna.buttons[0]).toEqual(["h250 A 203.0.113.1"]);
		await anna.taps("h250 A");
		await anna.until("TTL: 300");
		await anna.taps("Back");
		await anna.until("1 record matches “h250”");
		await anna.says("/dns pages.com mx");
		await anna.until("no record matches “mx”");
		await anna.taps("All records");
		await anna.until("300 records");
	});

	it("take a mail server without its domain, and ask for the full hostname", async () => {
		const anna = await owner("short-mail.com");
		await anna.says("/dns short-mail.com");
		await anna.until("2 records");
		await anna.says("MX mail");
		await anna.until("Send the full hostname of the target");
		await anna.says("20 spare.example.net");
		await anna.until("➕ @ MX 20 spare.example.net");
	});

	it("take the value of a DKIM record, which is no token, and ask for its hostname", async () => {
		const anna = await owner("dkim.com");
		const [begin, end] = ["q7Zx2mT9cLr4VbN1sHk8".repeat(9), "4DUKij6QaqGOi5KLSl95Cf6cQIDAQAB"];
		const text = `v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA${begin}`;
		await anna.says("/dns dkim.com");
		await anna.until("2 records");
		await anna.says(`"${text}" "${end}"`);
		await anna.until("Which hostname gets the TXT record?");
		await anna.says("k._domainkey");
		await anna.until("➕ k._domainkey TXT v=DKIM1; k=rsa; p=MIIB");
	});

	it("ask for the priority of a mail server without one", async () => {
		const anna = await owner("no-priority.com");
		await anna.says("/dns no-priority.com");
		await anna.until("2 records");
		await anna.says("MX mail");
		await anna.until("Send the full hostname of the target");
		await anna.says("spare.example.net");
		await anna.until(/@ MX spare\.example\.net[\s\S]*Which priority/);
		await anna.says("99999");
		await anna.until("The priority must be from 0 to 65535");
		await anna.says("other.example.net");
		await anna.until("@ MX other.example.net");
		await anna.taps("20");
		await anna.until("➕ @ MX 20 other.example.net");
		await anna.says("/dns no-priority.com @ 600 MX mail.example.org");
		await anna.until("Which priority");
		await anna.says("5");
		await anna.until("➕ @ MX 5 mail.example.org");
	});

	it("keep no TTL that is out of bounds, and the preview says so", async () => {
		const anna = await owner("long-ttl.com");
		await anna.says("/dns long-ttl.com www 99999999999 A 203.0.113.5");
		await anna.until("TTL of 1 record changed, because it must be from 60 to 2147483647 s:");
		expect(anna.screen).toContain("TTL 99999999999 s → 2147483647 s · the TTL is too large, the limit is 2147483647 s");
		await anna.says(`/dns long-ttl.com longer ${"9".repeat(30)} A 203.0.113.5`);
		await anna.until("TTL 9007199254740991 s → 2147483647 s · the TTL is too large");
	});

	it("are added step by step, as a plan that is confirmed and read back", async () => {
		const anna = await owner("steps.com");
		await anna.says("/dns steps.com");
		await anna.until("2 records");
		await anna.taps("Add");
		await anna.until("Choose its type, or send the full record");
		await anna.taps("A");
		await anna.taps("www");
		await anna.until("A");
		await anna.says("300.1.1.1");
		await anna.until("This isn’t an IPv4 address");
		await anna.says("203.0.113.7");
		await anna.until("➕ www A 203.0.113.7");
		expect(anna.screen).toContain("2 records unchanged");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of steps.com updated");
		expect(anna.owned.records).toHaveLength(3);
		await anna.taps("Undo");
		await anna.until("➖ www A 203.0.113.7");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of steps.com updated");
		expect(anna.owned.records).toHaveLength(2);
	});

	it("are added by one line, after the command or while the records are shown", async () => {
		const anna = await owner("sentence.com");
		await anna.says("/dns sentence.com www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await anna.taps("Cancel");
		await anna.until("Cancelled");
		await anna.says("/dns sentence.com");
		await anna.until("2 records");
		await anna.says("blog CNAME example.net");
		await anna.until("➕ blog CNAME example.net");
		await anna.says("www A 203.0.113.9");
		const both = await anna.until("➕ www A 203.0.113.9");
		expect(both.text).toContain("➕ blog CNAME example.net");
		await anna.says("/start");
		await anna.until("Balance");
		await anna.says("shop A 203.0.113.9");
		await anna.until("➕ shop A 203.0.113.9");
	});

	it("show direction marks in the preview, and not in the labels", async () => {
		const anna = await owner("marks.com", [home, { type: "TXT", name: "x", content: "\u202egnp.exe\nnext" }]);
		await anna.says("/dns marks.com");
		await anna.until("2 records");
		expect(anna.buttons.flat()).toContain("x TXT gnp.exe next");
		await anna.taps("x TXT gnp.exe");
		await anna.until("x TXT ⟨U+202E⟩gnp.exe");
		await anna.taps("Delete record");
		await anna.until("➖ x TXT ⟨U+202E⟩gnp.exe");
	});

	it("are filtered by a hostname also if the service sends full names", async () => {
		const anna = await world.customer();
		const records: SampleRecord[] = ["full.com", "kiosk.full.com"].map((name) => {
			return { type: "A", name, content: "203.0.113.1", ttl: 300 };
		});
		world.fixture.service.take("full.com", anna.account, { records });
		await anna.says("/dns full.com");
		await anna.until("DNS of full.com");
		await anna.says("kiosk");
		await anna.until("1 record matches “kiosk”");
	});

	it("are filtered by a type or a hostname that is sent, or by a button", async () => {
		const many = Array.from({ length: 8 }, (_, index) => ({ ...home, name: `h${index}` }));
		const anna = await owner("filter.com", [home, mail, ...many]);
		await anna.says("/dns filter.com");
		await anna.until("10 records");
		await anna.taps("More");
		await anna.taps("🔎 By type");
		await anna.until("Record types of filter.com");
		expect(anna.buttons[0]).toEqual(["A · 9", "MX · 1"]);
		await anna.taps("A · 9");
		await anna.until("9 records match “A”");
		await anna.says("MX");
		await anna.until("1 record matches “MX”");
		await anna.says("h5.filter.com");
		await anna.until("1 record matches “h5”");
		await anna.says("caa");
		await anna.until("no record matches “caa”");
		await anna.taps("All records");
		await anna.says("www");
		await anna.until("no record matches “www”");
		await anna.taps("All records");
		await anna.says("h3");
		await anna.until("1 record matches “h3”");
		await anna.says("h9");
		await anna.until("h9: 2 of 2 extensions available");
	});

	it.each([
		["Check", "🩺"],
		["Restore points", "🕓"],
		["Templates", "🧩"],
		["Save as template", "Send a name for the template"],
		["Fastmail", "in1-smtp"],
		["Save a point now", "📌 Saved"],
	])("are added by a line or a file that is sent on a page of the domain: %s", async (label, shown) => {
		const anna = await owner("pages-of.com");
		const ways: Record<string, string[]> = {
			"Save as template": ["Templates"],
			Fastmail: ["Templates", "✉️ Mail"],
			"Save a point now": ["Restore points"],
		};
		const open = async () => {
			await anna.says("/dns pages-of.com");
			await anna.until("2 records");
			for (const each of ["⋯ More", ...(ways[label] ?? []), label]) await anna.taps(each);
			await anna.until(shown);
		};
		await open();
		await anna.says("www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await open();
		await anna.says("MX 20 mail.example.org");
		await anna.until("Which hostname gets the MX record");
		await open();
		await anna.says("www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await open();
		await anna.says("type,hostname,value\nA,csv,203.0.113.9");
		await anna.until("Import records into pages-of.com");
		await open();
		await anna.sends({ name: "records.txt", content: "www 300 IN A 203.0.113.7\n" });
		await anna.until("Import records into pages-of.com");
	});

	it("may have a hostname that is also a record type", async () => {
		const anna = await owner("types.com", [home, mail, { ...home, name: "mx" }]);
		await anna.says("/dns types.com ns CNAME foo.example.net");
		await anna.until("➕ ns CNAME foo.example.net");
		await anna.says("/dns types.com");
		await anna.until("3 records");
		for (const label of ["mx A 203.0.113.1", "Edit record"]) await anna.taps(label);
		await anna.until("Send the new value");
		await anna.says("203.0.113.9");
		await anna.until("→ 203.0.113.9");
		await anna.says("/dns types.com");
		await anna.until("3 records");
		for (const label of ["Add", "A"]) await anna.taps(label);
		await anna.until("Which hostname gets the A record");
		await anna.says("txt");
		await anna.until("IPv4 address");
		await anna.says("203.0.113.8");
		await anna.until("➕ txt A 203.0.113.8");
	});

	it("get no TTL that is too large", async () => {
		const anna = await owner("large-ttl.com");
		await anna.says("/dns large-ttl.com");
		await anna.until("2 records");
		for (const label of ["@ A 203.0.113.1", "Edit record"]) await anna.taps(label);
		await anna.until("Send the new value");
		for (const ttl of ["2147483648", "99999999999", "9".repeat(400)]) {
			await anna.says(`ttl ${ttl}`);
			await anna.until("This TTL is too large. The limit is 2147483647 seconds.");
		}
		await anna.says("ttl 600");
		await anna.until("→ 600 s");
	});

	it("are changed and deleted, and a risky change is asked twice", async () => {
		const anna = await owner("stake.com");
		await anna.says("/dns stake.com");
		await anna.until("2 records");
		await anna.taps("@ A 203.0.113.1");
		await anna.taps("Edit record");
		await anna.until("Send the new value");
		await anna.says("203.0.113.99");
		await anna.until("✏️ @ A 203.0.113.1");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of stake.com updated");
		await anna.says("/dns stake.com");
		await anna.until("2 records");
		await anna.taps("@ MX");
		await anna.taps("Delete");
		const plan = await anna.until("➖ @ MX");
		expect(plan.text).toContain("⚠️ This deletes the last MX record");
		await anna.taps("Apply");
		await anna.until("Confirm this a second time");
		expect(anna.owned.records).toHaveLength(2);
		await anna.taps("Change DNS records");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of stake.com updated");
		expect(anna.owned.records).toHaveLength(1);
		await anna.says("/dns stake.com");
		await anna.until("1 record");
		await anna.taps("@ A 203.0.113.99");
		await anna.taps("Delete");
		await anna.until("the last record cannot be deleted, only replaced");
	});

	it.each([
		["203.0.113.9", ["www"], "➕ www A 203.0.113.9"],
		["www example.net", ["CNAME"], "➕ www CNAME example.net"],
		["MX 20 mx.example.net", ["@ (root)"], "➕ @ MX 20 mx.example.net"],
		["@ v=spf1 -all", [], "➕ @ TXT v=spf1 -all"],
	])("are asked for what is missing in %s", async (text, taps, plan) => {
		const anna = await owner("partial.com");
		await anna.says("/dns partial.com");
		await anna.until("2 records");
		await anna.says(text);
		for (const label of taps) {
			await anna.until(text);
			await anna.taps(label);
		}
		await anna.until(plan);
		expect(world.fixture.service.calls.some(({ path }) => path.includes("check"))).toBe(false);
	});

	it("collect in a draft that is applied as one plan", async () => {
		const anna = await owner("draft.com");
		await anna.says("/dns draft.com www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await anna.taps("More changes");
		const list = await anna.until("Draft, not applied yet");
		expect(list.text).toContain("➕ www A 203.0.113.8");
		await anna.says("blog CNAME example.net");
		const both = await anna.until("➕ blog CNAME example.net");
		expect(both.text).toContain("➕ www A 203.0.113.8");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await anna.taps("@ A 203.0.113.1");
		await anna.taps("Edit record");
		await anna.until("Send the new value");
		await anna.says("203.0.113.99");
		const three = await anna.until("✏️ @ A 203.0.113.1");
		expect(three.text).toContain("1 changed · ➕ 2 added");
		await anna.taps("More changes");
		await anna.until(/Draft, not applied yet[\s\S]*1 changed/);
		await anna.taps("Review draft");
		await anna.until("Change the DNS records of draft.com?");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of draft.com updated");
		expect(anna.owned.records.map(({ name, content }) => `${name} ${content}`).sort()).toEqual([
			"@ 203.0.113.99",
			"@ mail.example.net",
			"blog example.net",
			"www 203.0.113.8",
		]);
		await anna.taps("Add another");
		await anna.until("Choose its type");
		await anna.says("shop A 203.0.113.5");
		const next = await anna.until("➕ shop A 203.0.113.5");
		expect(next.text).not.toContain("blog");
	});

	it("join the newest draft, even if they are made in an older list of records", async () => {
		const anna = await owner("older.com");
		await anna.says("/dns older.com www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await anna.says("blog CNAME example.net");
		await anna.until("➕ blog CNAME example.net");
		await anna.taps("@ A 203.0.113.1", { above: true });
		await anna.taps("Edit record", { above: true });
		await anna.until("Send the new value");
		await anna.says("203.0.113.99");
		const plan = await anna.until("✏️ @ A 203.0.113.1");
		expect(plan.text).toContain("1 changed · ➕ 2 added");
	});

	it("in a draft keep what others changed meanwhile, and survive the end of the quote", async () => {
		const anna = await owner("shared.com");
		await anna.says("/dns shared.com www A 203.0.113.8");
		await anna.until("➕ www A 203.0.113.8");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await world.advance(6 * 60_000);
		anna.owned.records.push({ type: "TXT", name: "@", content: "from elsewhere" });
		await anna.says("blog CNAME example.net");
		const plan = await anna.until("➕ blog CNAME example.net");
		expect(plan.text).toContain("➕ www A 203.0.113.8");
		expect(plan.text).toContain("3 records unchanged");
	});

	it("are refused with the reason if they conflict", async () => {
		const anna = await owner("beside.com", [home, { ...home, name: "www" }]);
		await anna.says("/dns beside.com www CNAME example.net");
		await anna.until("A CNAME cannot share its hostname with other records");
		expect(anna.owned.records).toHaveLength(2);
	});

	it("are planned again, not overwritten, if they changed during editing", async () => {
		const anna = await owner("moved.com");
		await anna.says("/dns moved.com www A 203.0.113.8");
		await anna.until("➕ www A");
		anna.owned.records = [mail];
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("1 record unchanged");
		expect(anna.owned.records).toEqual([mail]);
	});

	it.each([
		["en", "The registrar isn’t responding", "➕ www A", "Apply"],
		["ru", "Регистратор не отвечает", "➕ www A", "Внести изменения"],
	])("are not shown as an empty list if the service did not send them: %s", async (language, trouble, plan, apply) => {
		const domain = `hollow-${language}.com`;
		const anna = await owner(domain);
		if (language !== "en") await anna.says(`/language ${language}`);
		const hollow = { kind: "empty" } as const;
		world.fixture.service.fail(new RegExp(`${domain}/dns`), hollow, hollow);
		await anna.says(`/dns ${domain}`);
		await anna.until(trouble);
		await anna.says(`/dns ${domain} www A 203.0.113.8`);
		await anna.untilView((view) => view.messages.length > 3 && anna.screen.includes(trouble));
		await anna.says(`/dns ${domain} www A 203.0.113.8`);
		await anna.until(plan);
		await anna.taps(apply);
		await world.work();
		await anna.untilView(() => anna.owned.records.length === 3);
		expect(anna.owned.records).toMatchObject([home, mail, { name: "www" }]);
	});

	it("of a domain outside the account are not shown", async () => {
		const anna = await owner("somebody.com");
		await anna.says("/dns nobody.com");
		await anna.until("nobody.com isn’t in this account");
		for (const command of ["dns", "ns", "edge", "renew"]) {
			await anna.says(`/${command} nobody.com ${command === "renew" ? "1" : ""}`);
			await anna.untilView(() => anna.screen.includes("nobody.com isn’t in this account"));
			expect(anna.buttons[0], command).toEqual(["🔎 Search this name"]);
		}
		await anna.taps("Search this name");
		await anna.until("nobody.com is available");
		await anna.says("/dns a..b");
		await anna.until("It has two dots in a row or starts with a dot");
	});
});

it.each([
	["dns", "DNS records. Choose a domain", "2 records"],
	["ns", "Nameservers. Choose a domain", "ns1.small.net"],
	["edge", "Edge profile. Choose a domain", "No edge profile"],
	["renew", "Renew. Choose a domain", "for how many years"],
])("/%s without a name asks for one and opens the requested screen", async (command, question, answer) => {
	const anna = await owner(`choose-${command}.com`);
	await anna.says(`/${command}`);
	await anna.until(question);
	await anna.taps(`choose-${command}.com`);
	await anna.until(answer);
});

describe("nameservers", () => {
	it("are replaced as a set, asked twice, and can be restored", async () => {
		const anna = await owner("servers.com");
		await anna.says("/ns servers.com");
		await anna.until("ns1.small.net");
		await anna.taps("Replace");
		await anna.until("one per line");
		await anna.says("ns1.other.net");
		await anna.until("Send at least 2 nameservers");
		await anna.says("ns1.other.net\nNS2.Other.net.");
		await anna.until("New:");
		await anna.taps("Apply");
		await anna.until("Your website and email will use the DNS records at the new nameservers");
		await anna.taps("Replace nameservers");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("Nameservers of servers.com updated");
		expect(anna.owned.nameservers).toEqual(["ns1.other.net", "ns2.other.net"]);
		await anna.taps("Undo");
		await anna.until("ns1.small.net");
	});

	it.each([
		["typed-line.com", "a.example.org b.example.org"],
		["typed-lines.com", "A.example.org.\nb.example.org"],
	])("are typed on their page, on one line or several: %s", async (domain, text) => {
		const anna = await owner(domain);
		await anna.says(`/ns ${domain}`);
		await anna.until("ns1.small.net");
		await anna.says(text);
		await anna.until(/New:[\s\S]*a\.example\.org[\s\S]*b\.example\.org/);
	});

	it("that are typed twice on their page are asked for again, and domains are searched", async () => {
		const anna = await owner("typed-again.com");
		await anna.says("/ns typed-again.com");
		await anna.until("ns1.small.net");
		await anna.says("a.example.org a.example.org");
		await anna.until("one per line");
		await anna.says("a.example.org b.example.org");
		await anna.until("New:");
		await anna.says("/ns typed-again.com");
		await anna.until("ns1.small.net");
		await anna.says("tea-shop.com coffee-shop.com");
		await anna.until("tea-shop.com");
		expect(anna.screen).not.toContain("New:");
	});

	it.each([
		["DNSSEC", "DNSSEC can’t be set up here"],
		["transfer my domain", "Transfers aren’t possible here"],
	])("are asked for, and the answer says what the service cannot do: %s", async (text, answer) => {
		const anna = await owner("asked-servers.com");
		await anna.says("/ns asked-servers.com");
		await anna.until("ns1.small.net");
		await anna.taps("Replace");
		await anna.until("one per line");
		await anna.says(text);
		await anna.until(answer);
	});

	it("come from a preset by its key, and only presets of the service are offered", async () => {
		const anna = await owner("preset.com");
		await anna.says("/ns preset.com");
		await anna.until("ns1.small.net");
		await anna.taps("Replace");
		await anna.until("one per line");
		expect(anna.buttons.flat()).toEqual(["‹ Back", "🏠 Home"]);
		await anna.says("preset default");
		await anna.until("New: preset default");
	});

	it("are refused with the reason if they are too few or missing", async () => {
		const anna = await owner("one.com");
		await anna.says("/ns one.com one");
		await anna.until("Send at least 2 nameservers");
		await anna.says("/ns one.com 192.0.2.1 192.0.2.2");
		await anna.until("is an IP address");
	});
});

describe("an edge profile", () => {
	it("is connected by its key, and the bot explains one that does not fit", async () => {
		const anna = await owner("edge.com");
		await anna.says("/edge edge.com");
		await anna.until("No edge profile");
		await anna.says("/edge edge.com wrong");
		await anna.until("Edge profile:");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("The edge profile is missing, off, or doesn’t cover this domain");
		await anna.says("/edge edge.com main");
		await anna.until("Edge profile:");
		await anna.taps("Apply");
		await world.work();
		await anna.until("edge.com is connected to the edge profile");
	});
});

it("a change that the service did not store as sent is not reported as done", async () => {
	const anna = await owner("stores.com");
	anna.owned.stores = (sent) => sent.filter(({ name }) => name !== "blog").concat({ ...home, name: "extra" });
	await anna.says("/dns stores.com blog A 203.0.113.9");
	await anna.until("➕ blog A 203.0.113.9");
	await anna.taps("Apply");
	await world.work();
	await anna.until("The registrar confirmed the change, but shows other records");
	for (let look = 0; look < 3; look += 1) {
		await world.advance(30_000);
		await world.work();
	}
	const receipt = await anna.until("updated, but not as sent");
	expect(receipt.text).toContain("The registrar stored something else");
	expect(receipt.text).toContain("➖ blog A 203.0.113.9");
	expect(receipt.text).toContain("➕ extra A 203.0.113.1");
	expect(receipt.text).not.toContain("✅");
});
