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
	await anna.taps("Fastmail");
	const shown = await anna.until("MX 10 in1-smtp.messagingengine.com");
	expect(shown.text).toContain("fm1._domainkey CNAME fm1.mail.com.dkim.fmhosted.com");
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
	await anna.taps("GitHub Pages");
	await anna.until("Send your account or site name at GitHub Pages");
	await anna.says("<b>octo</b>");
	await anna.until("Use only letters, digits and hyphens");
	await anna.says("octocat");
	const plan = await anna.until("➕ www CNAME octocat.github.io");
	expect(plan.text).toContain("➖ @ A 203.0.113.1");
	expect(plan.text).not.toContain("MX");
});
