import { afterAll, beforeAll, expect, it } from "vitest";
import type { SampleRecord } from "../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
const mail: SampleRecord = { type: "MX", name: "@", content: "mail.example.net", priority: 10 };

async function ownerOfSeveral(names: readonly string[]) {
	const anna = await world.customer();
	const owned = names.map((name) => world.fixture.service.take(name, anna.account, { records: [home, mail] }));
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.taps(`Select all ${names.length}`);
	await anna.taps("⋯ More");
	return Object.assign(anna, { owned });
}

const contents = ({ records }: { records: readonly SampleRecord[] }) => records.map(({ content }) => content);

it("one record is added to several domains with one confirmation, and undone for all", async () => {
	const names = ["one-dns.com", "two-dns.com", "three-dns.com"];
	const anna = await ownerOfSeveral(names);
	const [first] = anna.owned;
	first?.records.push({ type: "TXT", name: "@", content: "owner=anna" });
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 3 domains");
	await anna.says("www A");
	await anna.until("Send the whole record");
	await anna.says("@ TXT owner=anna");
	const plan = await anna.until("➕ @ TXT owner=anna");
	expect(plan.text).toContain("• three-dns.com\n• two-dns.com");
	expect(plan.text).toContain("one-dns.com — already set this way");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("DNS records of 2 domains updated");
	expect(anna.owned.map((each) => contents(each).filter((text) => text === "owner=anna"))).toEqual([
		["owner=anna"],
		["owner=anna"],
		["owner=anna"],
	]);
	await anna.taps("Undo");
	await anna.taps("Undo all 2");
	await anna.until("➖ @ TXT owner=anna");
	await anna.taps("Apply");
	await world.work();
	await anna.until("DNS records of 2 domains updated");
	expect(anna.owned.map((each) => contents(each).length)).toEqual([3, 2, 2]);
});

it("a record that every domain has leads back to the domains", async () => {
	const anna = await ownerOfSeveral(["a-back.com", "b-back.com"]);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 2 domains");
	await anna.says("@ A 203.0.113.1 300");
	await anna.until("already set this way");
	await anna.taps("Back");
	await anna.until("DNS of 2 domains");
	await anna.says("@ A 203.0.113.1 600");
	await anna.until("TTL 300 s → 600 s");
});

it("a mail server without a priority gets the usual one in the plan", async () => {
	const anna = await ownerOfSeveral(["a-server.com", "b-server.com"]);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 2 domains");
	await anna.says("@ MX spare.example.net");
	await anna.until("➕ @ MX 10 spare.example.net");
});

it("a template replaces the mail of several domains, with the changes of each zone in one plan", async () => {
	const anna = await ownerOfSeveral(["a-mail.com", "b-mail.com"]);
	await anna.taps("🧭 DNS");
	await anna.taps("Templates");
	await anna.until("Templates for 2 domains");
	await anna.taps("✉️ Mail");
	await anna.taps("Microsoft 365");
	await anna.until("{domain}.mail.protection.outlook.com");
	expect(anna.screen).toContain("Compare the mail server with the one that Microsoft 365 shows");
	await anna.taps("Preview changes");
	const plan = await anna.until("→ 0 b-mail-com.mail.protection.outlook.com");
	expect(plan.text).toContain("→ 0 a-mail-com.mail.protection.outlook.com");
	await anna.taps("Apply");
	await anna.until("Applying your change");
	await world.work();
	await anna.until("DNS records of 2 domains updated");
	expect(anna.owned.map((each) => contents(each)[1])).toEqual([
		"a-mail-com.mail.protection.outlook.com",
		"b-mail-com.mail.protection.outlook.com",
	]);
});

it("a template asks once for a value of all domains, and for none that differs for each", async () => {
	const anna = await ownerOfSeveral(["a-site.com", "b-site.com"]);
	await anna.taps("🧭 DNS");
	await anna.taps("Templates");
	await anna.taps("🖥 Website");
	await anna.taps("GitHub Pages");
	await anna.until("Verification and DKIM differ for each domain");
	expect(anna.screen).not.toContain("Step");
	await anna.says("octocat");
	const plan = await anna.until("➕ 9 added");
	expect(plan.text).toContain("a-site.com");
	expect(plan.text).toContain("b-site.com");
});

it("an edge profile is connected to several domains with one confirmation", async () => {
	const anna = await ownerOfSeveral(["a-edge.com", "b-edge.com"]);
	await anna.taps("🛡 Edge");
	await anna.until("Edge profile for 2 domains");
	await anna.says("main");
	const plan = await anna.until("• a-edge.com — main");
	expect(plan.text).toContain("• b-edge.com — main");
	await anna.taps("Apply");
	await world.work();
	await anna.until("2 domains");
	expect(anna.owned.map(({ edge }) => edge)).toEqual(["main", "main"]);
});

it("a finished domain can be undone while another one waits for an answer", async () => {
	const anna = await ownerOfSeveral(["done-part.com", "waits-part.com"]);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 2 domains");
	await anna.says("www A 203.0.113.5");
	await anna.until("➕ www A 203.0.113.5");
	const [done, waits] = anna.owned;
	waits?.records.push({ type: "TXT", name: "@", content: "from elsewhere" });
	await anna.taps("Apply");
	await world.work();
	await anna.until("The records changed");
	expect(done?.records).toHaveLength(3);
	await anna.taps("Undo");
	await anna.taps("↩️ done-part.com");
	await anna.until("➖ www A 203.0.113.5");
	await anna.taps("Apply");
	await world.work();
	await anna.until("DNS records of done-part.com updated");
	expect(done?.records).toHaveLength(2);
	expect(waits?.records).toHaveLength(3);
});

it("domains that could not be read are planned later, and the plan of the others stays", async () => {
	const names = ["read-one.com", "read-two.com", "unread-one.com", "unread-two.com"];
	const anna = await ownerOfSeveral(names);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 4 domains");
	const refused = { kind: "refused", status: 409, code: "busy" } as const;
	world.fixture.service.fail(/unread-\w+.com.dns/, refused, refused);
	await anna.says("www A 203.0.113.5");
	const first = await anna.until("➕ www A 203.0.113.5");
	expect(first.text).toContain("unread-two.com — couldn’t be read");
	await anna.taps("Retry 2 unread");
	await anna.untilView(({ messages }) => messages.filter(({ text }) => text?.includes("➕ www A")).length === 2);
	expect(anna.screen).toContain("unread-one.com");
	expect(anna.screen).not.toContain("read-two.com — ");
	for (const count of [3, 3]) {
		await anna.taps("Apply");
		await world.work();
		await anna.untilView(() => anna.owned.some(({ records }) => records.length === count));
	}
	await anna.untilView(() => anna.owned.every(({ records }) => records.length === 3));
});

it("domains of which none could be read are tried again from the selection", async () => {
	const anna = await ownerOfSeveral(["silent-one.com", "silent-two.com"]);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 2 domains");
	const refused = { kind: "refused", status: 409, code: "busy" } as const;
	world.fixture.service.fail(/silent-\w+.com.dns/, refused, refused);
	await anna.says("www A 203.0.113.5");
	await anna.until("silent-one.com — couldn’t be read");
	await anna.taps("Retry 2 unread");
	await anna.until("➕ www A 203.0.113.5");
});

it("domains that could not be read for an undo of all are undone later", async () => {
	const names = ["back-one.com", "back-two.com", "late-one.com", "late-two.com"];
	const anna = await ownerOfSeveral(names);
	await anna.taps("🧭 DNS");
	await anna.until("DNS of 4 domains");
	await anna.says("www A 203.0.113.5");
	await anna.until("➕ www A 203.0.113.5");
	await anna.taps("Apply");
	await world.work();
	await anna.until("DNS records of 4 domains updated");
	await anna.taps("Undo");
	const refused = { kind: "refused", status: 409, code: "busy" } as const;
	world.fixture.service.fail(/late-\w+.com.dns/, refused, refused);
	await anna.taps("Undo all 4");
	const first = await anna.until("➖ www A 203.0.113.5");
	expect(first.text).toContain("late-two.com — couldn’t be read");
	await anna.taps("Retry 2 unread");
	await anna.untilView(({ messages }) => messages.filter(({ text }) => text?.includes("➖ www A")).length === 2);
	expect(anna.screen).toContain("late-one.com");
	expect(anna.screen).not.toContain("back-one.com");
	await anna.taps("Apply");
	await world.work();
	await anna.until("DNS records of 2 domains updated");
	expect(anna.owned.map(({ records }) => records.length)).toEqual([3, 3, 2, 2]);
});
