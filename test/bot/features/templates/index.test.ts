import { afterAll, beforeAll, expect, it } from "vitest";
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
	await anna.until("The DNS records of mail.com are changed");
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
	await anna.says("octocat");
	const plan = await anna.until("➕ www CNAME octocat.github.io");
	expect(plan.text).toContain("➖ @ A 203.0.113.1");
	expect(plan.text).not.toContain("MX");
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
	await anna.taps("Templates");
	await anna.taps("⭐ My <b>start</b>");
	const shown = await anna.until("www CNAME copy.com");
	expect(shown.text).toContain("My <b>start</b>");
	await anna.taps("Preview changes");
	await anna.until("➕ www CNAME copy.com");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("The DNS records of copy.com are changed");
	expect(other.records.map(({ type, name, content }) => `${type} ${name} ${content}`)).toEqual([
		"MX @ mail.example.net",
		"A @ 203.0.113.1",
		"CNAME www copy.com",
	]);
	await anna.says("/dns copy.com");
	await anna.taps("Templates");
	await anna.taps("⭐ My <b>start</b>");
	await anna.taps("Delete template");
	await anna.until("Template deleted");
	expect(anna.buttons.flat().join()).not.toContain("⭐");
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
