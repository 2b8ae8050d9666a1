import { generateKeyPairSync } from "node:crypto";
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
const spf: SampleRecord = { type: "TXT", name: "@", content: "v=spf1 include:news.example.net -all" };

async function owner(domain: string) {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records: [home, mail, spf] });
	await anna.says(`/dns ${domain}`);
	await anna.until("DNS of");
	await anna.taps("⋯ More");
	await anna.taps("Templates");
	await anna.until(`Templates for ${domain}`);
	return Object.assign(anna, { owned });
}

it("the records of a mail provider replace the mail servers and keep the senders", async () => {
	const anna = await owner("mail.com");
	await anna.taps("✉️ Mail");
	await anna.taps("Fastmail");
	const shown = await anna.until("MX 10 in1-smtp.messagingengine.com");
	expect(shown.text).toContain("fm1._domainkey CNAME fm1.mail.com.dkim.fmhosted.com");
	expect(shown.text).toContain("Source: www.fastmail.help, checked Nov 2026.");
	await anna.taps("Preview changes");
	const plan = await anna.until("➖ @ MX 10 mail.example.net");
	expect(plan.text).toContain("→ v=spf1 include:news.example.net include:spf.messagingengine.com -all");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("DNS records of mail.com updated");
	expect(anna.owned.records).toHaveLength(7);
	expect(anna.owned.records[0]).toEqual(home);
});

it("a site asks for the account, and refuses what is no account name", async () => {
	const anna = await owner("site.com");
	await anna.taps("🖥 Website");
	await anna.taps("GitHub Pages");
	await anna.until("Send your account or site name at GitHub Pages");
	await anna.says("<b>octo</b>");
	await anna.until("Use only letters, digits and hyphens");
	await anna.says("octocat.github.io");
	await anna.until("Step 2 of 2");
	await anna.taps("Skip");
	const plan = await anna.until("➕ www CNAME octocat.github.io");
	expect(plan.text).toContain("➖ @ A 203.0.113.1");
	expect(plan.text).not.toContain("MX");
});

describe("a provider that gives personal records", () => {
	const proof = "google-site-verification=rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ";
	const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
	const dkim = `v=DKIM1; k=rsa; p=${publicKey.export({ type: "spki", format: "der" }).toString("base64")}`;

	async function asked(domain: string) {
		const anna = await owner(domain);
		await anna.taps("✉️ Mail");
		await anna.taps("Google Workspace");
		await anna.until("Step 1 of 2");
		return anna;
	}

	it("is asked for them step by step, and a wrong or half-typed answer is refused", async () => {
		const anna = await asked("steps.com");
		await anna.says("google-site-verification=");
		await anna.until("Send the whole verification text");
		await anna.says(proof);
		await anna.until("Step 2 of 2");
		expect(anna.screen).toContain(`@ TXT ${proof}`);
		await anna.says(dkim.slice(0, 300));
		await anna.until("This DKIM text is incomplete");
		expect(anna.screen).toContain("Step 2 of 2");
		await anna.says(dkim);
		const plan = await anna.until(`➕ @ TXT ${proof}`);
		expect(plan.text).toContain("➕ google._domainkey TXT v=DKIM1; k=rsa; p=MII");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of steps.com updated");
		expect(anna.owned.records).toContainEqual(expect.objectContaining({ name: "google._domainkey", content: dkim }));
	});

	it("remembers the answers on Back", async () => {
		const anna = await asked("back.com");
		expect(anna.buttons.flat().join()).not.toContain("Keep");
		await anna.says(proof);
		await anna.until("Step 2 of 2");
		await anna.taps("Back");
		const first = await anna.until("Step 1 of 2");
		expect(first.text).toContain("Your answer: google-site-verification=rXOxy…");
		await anna.taps("Keep it");
		await anna.until("Step 2 of 2");
		await anna.taps("Back");
		await anna.until("Step 1 of 2");
		await anna.taps("Back");
		await anna.until("Choose your mail provider");
	});

	it("skips one question with a double tap, and leaves out the records of skipped ones", async () => {
		const anna = await asked("skip.com");
		await Promise.all([anna.taps("Skip", { wait: false }), anna.taps("Skip", { wait: false })]);
		await anna.until("Step 2 of 2");
		expect(anna.screen).not.toContain("➕");
		expect(anna.screen).not.toContain("google-site-verification");
		await anna.taps("Skip");
		const plan = await anna.until("→ 1 smtp.google.com");
		expect(plan.text).not.toContain("_domainkey");
		expect(plan.text).not.toContain("google-site-verification");
	});

	it("leaves the question if the person starts another task", async () => {
		const anna = await asked("leave.com");
		await anna.says("other-name.com");
		await anna.until("other-name.com is available");
	});

	it("a name is an answer if the record needs one", async () => {
		const anna = await owner("tenant.com");
		await anna.taps("✉️ Mail");
		await anna.taps("Microsoft 365");
		await anna.until("If you skip, it is tenant-com.mail.protection.outlook.com");
		await anna.says("tenant-com.o-v1.mx.microsoft");
		await anna.until("Step 2 of 3");
		await anna.taps("Skip");
		await anna.until("Step 3 of 3");
		await anna.says("contoso.onmicrosoft.com");
		await anna.until("➕ selector2._domainkey CNAME selector2-tenant-com._domainkey.contoso.onmicrosoft.com");
	});
});

it("records are saved as a template, applied to another domain, and deleted", async () => {
	const anna = await owner("pattern.com");
	anna.owned.records = [home, { type: "CNAME", name: "www", content: "pattern.com" }];
	const other = world.fixture.service.take("copy.com", anna.account, { records: [mail] });
	await anna.taps("Save as template");
	await anna.until("Send a name for the template");
	await anna.says("x".repeat(31));
	await anna.until("up to 30 characters");
	await anna.says("My <b>start</b>");
	await anna.until("Template saved");
	await anna.taps("Save as template");
	await anna.says("My  <b>start</b> ");
	await anna.until("already have a template with this name");
	await anna.says("/dns copy.com");
	await anna.taps("⋯ More");
	await anna.taps("Templates");
	await anna.taps("⭐ My <b>start</b>");
	const shown = await anna.until("www CNAME copy.com");
	expect(shown.text).toContain("My <b>start</b>");
	await anna.taps("Preview changes");
	await anna.until("➕ www CNAME copy.com");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("DNS records of copy.com updated");
	expect(other.records.map(({ type, name, content }) => `${type} ${name} ${content}`)).toEqual([
		"MX @ mail.example.net",
		"A @ 203.0.113.1",
		"CNAME www copy.com",
	]);
	await anna.says("/dns copy.com");
	await anna.taps("⋯ More");
	await anna.taps("Templates");
	await anna.taps("⭐ My <b>start</b>");
	await anna.taps("Delete template");
	await anna.until("Delete the template My <b>start</b>? It cannot be restored.");
	await anna.taps("Cancel");
	await anna.until("www CNAME copy.com");
	await anna.taps("Delete template");
	await anna.until("Delete the template");
	await anna.taps("Delete template");
	await anna.until("Template deleted");
	expect(anna.buttons.flat().join()).not.toContain("⭐");
});

it.each([
	["DNSSEC", "DNSSEC can’t be set up here"],
	["How do I get the auth code?", "Auth codes aren’t available here"],
	["_443._tcp TLSA 3 1 1 0f3a5b7c", "TLSA records can only be added from a zone file"],
])("what the service cannot do is no name of a template: %s", async (text, answer) => {
	const anna = await owner("no-name.com");
	await anna.taps("Save as template");
	await anna.until("Send a name for the template");
	await anna.says(text);
	await anna.until(answer);
});

it("no mail at all takes a second confirmation", async () => {
	const anna = await owner("silent.com");
	await anna.taps("✉️ Mail");
	await anna.taps("No mail");
	await anna.until("the domain receives and sends no mail");
	await anna.taps("Preview changes");
	await anna.until("→ 0 .");
	await anna.taps("Apply");
	await anna.until("last MX record");
	expect(anna.owned.records).toContainEqual(mail);
});

it("a text is no answer to a template that asks for nothing", async () => {
	const anna = await owner("quiet.com");
	await anna.taps("✉️ Mail");
	await anna.taps("Fastmail");
	await anna.until("MX 10 in1-smtp.messagingengine.com");
	await anna.says("hello");
	await anna.untilView(() => !anna.screen.includes("in1-smtp"));
	expect(anna.screen).not.toContain("➕");
});

it("a domain without records cannot be saved as a template", async () => {
	const anna = await owner("bare.com");
	anna.owned.records = [];
	await anna.taps("Save as template");
	await anna.taps("⭐ bare.com");
	await anna.until("no records to save");
});

it("a template that changes nothing in the selected domains leads back to it", async () => {
	const anna = await world.customer();
	const records: SampleRecord[] = [{ type: "MX", name: "@", content: "mail.example.net", priority: 10 }];
	for (const name of ["same-one.com", "same-two.com"]) world.fixture.service.take(name, anna.account, { records });
	await world.fixture.actions.dns.saveTemplate({ personId: anna.view.person.id, domain: "same-one.com", name: "Mine" });
	await anna.says("/domains");
	await anna.until("My domains: 2");
	for (const label of ["Select", "Select all 2", "More", "DNS"]) await anna.taps(label);
	await anna.until("DNS of 2 domains");
	for (const label of ["Templates", "⭐ Mine", "Preview"]) await anna.taps(label);
	await anna.until("already set this way");
	await anna.taps("Back");
	await anna.until("Mine, same-one.com, same-two.com");
});

it("a template joins the draft of the page", async () => {
	const anna = await owner("draft-template.com");
	await anna.says("/dns draft-template.com www A 203.0.113.8");
	await anna.until("➕ www A 203.0.113.8");
	await anna.taps("More changes");
	await anna.until("Draft, not applied yet");
	await anna.taps("⋯ More");
	await anna.taps("Templates");
	await anna.taps("✉️ Mail");
	await anna.taps("Google Workspace");
	await anna.until("Step 1 of 2");
	await anna.taps("Skip");
	await anna.until("Step 2 of 2");
	await anna.taps("Back");
	await anna.until("Step 1 of 2");
	await anna.taps("Skip");
	await anna.until("Step 2 of 2");
	await anna.taps("Skip");
	const plan = await anna.until("→ 1 smtp.google.com");
	expect(plan.text).toContain("➕ www A 203.0.113.8");
});

describe("variables of a person's template", () => {
	async function saved(domain: string) {
		const anna = await owner(domain);
		anna.owned.records = [
			{ type: "TXT", name: "@", content: "owner={owner name}; team={team}" },
			{ type: "TXT", name: "_note", content: '"{team} <{mail}> {domain}"' },
		];
		await anna.taps("Save as template");
		await anna.taps(`⭐ ${domain}`);
		await anna.until("Template saved");
		await anna.taps(`⭐ ${domain}`);
		await anna.until("Send the value of {team}");
		return anna;
	}

	it("are asked for one by one, and a value that breaks a record is refused", async () => {
		const anna = await saved("own-one.com");
		expect(anna.screen).toContain("Step 1 of 2");
		await anna.says("x".repeat(4_090));
		await anna.until("This one doesn’t fit the record");
		expect(anna.screen).toContain("The text is too long");
		await anna.says("red shop,\nand a rather long second line that is no name.");
		await anna.until("Send the value in one line");
		await anna.says('shop "red"');
		await anna.until("Send the value of {mail}");
		await anna.says("team.example.net");
		const plan = await anna.until("➕ @ TXT owner={owner name}; team=shop");
		expect(plan.text).toContain('shop "red" <team.example.net> own-one.com');
	});

	it("ask once for several domains", async () => {
		const anna = await saved("own-many.com");
		for (const name of ["many-a.com", "many-b.com"]) {
			world.fixture.service.take(name, anna.account, { records: [home] });
		}
		await anna.says("/domains many-");
		await anna.taps("Select");
		await anna.taps("many-a.com");
		await anna.taps("many-b.com");
		await anna.taps("⋯ More");
		await anna.taps("🧭 DNS");
		await anna.taps("Templates");
		await anna.taps("⭐ own-many.com");
		await anna.says("shop");
		await anna.until("Send the value of {mail}");
		await anna.taps("Back");
		await anna.until("Your answer: shop");
		await anna.taps("Keep it");
		await anna.says("a@example.net");
		const plan = await anna.until("➕ _note TXT shop <a@example.net> many-a.com");
		expect(plan.text).toContain("➕ _note TXT shop <a@example.net> many-b.com");
	});

	it("can be typed with the records of a template", async () => {
		const anna = await owner("typed.com");
		await anna.taps("Save as template");
		await anna.until("www CNAME {shop}.example.net");
		await anna.says("Typed\n@ A 203.0.113.5\nwww <b>");
		await anna.until("This line isn’t a record: www <b>");
		await anna.says("Typed\n@ A 203.0.113");
		await anna.until("This isn’t an IPv4 address");
		await anna.says("Typed\n@ A {server}\nwww CNAME {shop}.example.net");
		await anna.until("Template saved");
		await anna.taps("⭐ Typed");
		await anna.until("Send the value of {server}");
		await anna.says("two words");
		await anna.until("This isn’t an IPv4 address");
		await anna.says("203.0.113.77");
		await anna.until("Send the value of {shop}");
		await anna.says("red.shop");
		const plan = await anna.until("➕ www CNAME red.shop.example.net");
		expect(plan.text).toContain("203.0.113.77");
	});

	it("can have any spelling: a record that is already there is not added again", async () => {
		const anna = await owner("spelled.com");
		anna.owned.records = [home, { type: "CNAME", name: "www", content: "shop.example.net", ttl: 300 }];
		await anna.taps("Save as template");
		await anna.says("Spelled\n{host} CNAME {target}");
		await anna.until("Template saved");
		await anna.taps("⭐ Spelled");
		await anna.until("Send the value of {host}");
		await anna.says("WWW.spelled.com.");
		await anna.until("Send the value of {target}");
		await anna.says("Shop.Example.Net.");
		await anna.until("already set that way");
	});

	it("do not keep the person from deleting the template", async () => {
		const anna = await saved("own-gone.com");
		await anna.taps("Delete template");
		await anna.until("Delete the template own-gone.com?");
		await anna.taps("Cancel");
		await anna.until("Send the value of {team}");
		await anna.taps("Delete template");
		await anna.until("Delete the template own-gone.com?");
		await anna.taps("Delete template");
		await anna.until("Template deleted");
	});
});
