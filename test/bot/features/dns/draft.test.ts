import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Chat } from "../../../support/chat.ts";
import type { SampleRecord } from "../../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
const www: SampleRecord = { type: "A", name: "www", content: "203.0.113.2", ttl: 300 };

/**
 * Creates a person with a new domain. The person has chosen this change of the domain's DNS records, but not applied it
 * yet. The chat shows the change as a draft.
 */
async function drafter(domain: string, change = "blog A 203.0.113.8") {
	const anna = await world.customer();
	const owned = world.fixture.service.take(domain, anna.account, { records: [home, www] });
	await anna.says(`/dns ${domain} ${change}`);
	await anna.until(`➕ ${change}`);
	await anna.taps("More changes");
	await anna.until("Draft, not applied yet");
	return Object.assign(anna, { owned });
}

/** Sends a command, and waits for the reply in a new message. */
async function opens(anna: Chat, command: string): Promise<void> {
	const { length } = anna.messages;
	await anna.says(command);
	await anna.untilView(({ messages }) => messages.length >= length + 2);
}
type Drafter = Awaited<ReturnType<typeof drafter>>;

async function edits(anna: Drafter, label: string, value: string): Promise<void> {
	await anna.taps(label);
	await anna.taps("Edit record");
	await anna.until("Send the new value");
	await anna.says(value);
}

describe("a draft", () => {
	it.each(["text", "file"])("is joined by records that are sent as a %s", async (way) => {
		const anna = await drafter(`sent-${way}.com`);
		const content = "$TTL 300\nshop IN A 203.0.113.9\n";
		if (way === "file") await anna.sends({ name: "records.zone", content });
		else await anna.says(content);
		await anna.until("changes that aren’t applied yet");
		await anna.taps("Add");
		const plan = await anna.until("➕ shop A 203.0.113.9");
		expect(plan.text).toContain("➕ blog A 203.0.113.8");
	});

	it("is listed with its deletions before an import applies it, and can be discarded there", async () => {
		const anna = await drafter("deletes.com");
		await anna.taps("www A");
		await anna.taps("Delete record");
		await anna.until("➖ www A 203.0.113.2");
		await anna.says("$TTL 300\nshop IN A 203.0.113.9\n");
		await anna.until("They’ll be applied too");
		expect(anna.screen).toContain("➖ www A 203.0.113.2");
		expect(anna.screen).toContain("plus your draft’s changes");
		await anna.taps("🗑 Discard draft");
		await anna.untilView(() => !anna.screen.includes("applied too"));
		expect(anna.buttons.flat()).not.toContain("🗑 Discard draft");
		await anna.taps("Add");
		const plan = await anna.until("➕ shop A 203.0.113.9");
		expect(plan.text).not.toMatch(/➖|blog/);
	});

	it("keeps what the bot assumed about its records, and names them", async () => {
		const anna = await drafter("assumed.com", "shop CNAME shops.example.net");
		await anna.says("mail CNAME mail.example.net");
		const both = await anna.until("➕ mail CNAME");
		expect(both.text).toContain("⚠️ shop, mail: Read as a full name,");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await anna.taps("shop CNAME");
		await anna.taps("Delete record");
		expect((await anna.until("➕ mail CNAME mail.example.net")).text).toContain("⚠️ Read as a full name,");
	});

	it("stays on the pages of files, and says there what a restored point replaces", async () => {
		const anna = await drafter("pages.com");
		await anna.taps("⋯ More");
		await anna.taps("Import/export");
		await anna.until("Tap a format to export");
		await anna.taps("Back");
		await anna.until("Draft, not applied yet");
		await anna.taps("⋯ More");
		await anna.taps("Restore points");
		await anna.until("Restoring records discards your draft");
		await anna.taps("Save a point now");
		await anna.until("📌 Saved");
		anna.owned.records.push({ ...www, name: "extra" });
		await anna.taps("Back");
		await anna.taps("📌");
		const point = await anna.until("➖ extra A");
		expect(point.text).toContain("Restoring records discards your draft");
		await anna.taps("Back");
		await anna.taps("Back");
		await anna.until("Draft, not applied yet");
		await anna.taps("Review draft");
		await anna.until("➕ blog A 203.0.113.8");
	});

	it("lists the records as it leaves them, so they can be changed and deleted again", async () => {
		const anna = await drafter("again.com");
		await edits(anna, "www A 203.0.113.2", "203.0.113.3");
		await anna.until("→ 203.0.113.3");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await edits(anna, "www A 203.0.113.3", "web A 203.0.113.4");
		await anna.until("➕ web A 203.0.113.4");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		expect(anna.buttons.flat()).not.toContain("www A 203.0.113.2");
		await anna.taps("web A 203.0.113.4");
		await anna.taps("Delete record");
		const plan = await anna.until("➖ www A 203.0.113.2");
		expect(plan.text).toContain("➕ blog A 203.0.113.8");
		expect(plan.text).not.toContain("web A");
	});

	it("applies a change that is made in an older list to what it made of the record", async () => {
		const anna = await drafter("older-list.com");
		await anna.says("shop A 203.0.113.9");
		await anna.until("➕ shop A 203.0.113.9");
		await anna.taps("More changes");
		await anna.untilView(({ messages }) => messages.filter(({ text }) => text?.includes("Draft, not")).length === 2);
		await edits(anna, "www A 203.0.113.2", "203.0.113.3");
		await anna.until("→ 203.0.113.3");
		// The first message with the list of records still shows the record as it was before the edit. If the person
		// deletes the record there, the draft must delete the record instead of editing it.
		await anna.taps("www A 203.0.113.2", { above: true });
		await anna.taps("Delete record", { above: true });
		const plan = await anna.until("➖ www A 203.0.113.2");
		expect(plan.text).toContain("➕ blog A 203.0.113.8");
	});

	it("names its change of a record that another program changes meanwhile", async () => {
		const anna = await drafter("meanwhile.com");
		await edits(anna, "www A 203.0.113.2", "203.0.113.3");
		await anna.until("→ 203.0.113.3");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		anna.owned.records = [home, { ...www, content: "203.0.113.77" }];
		await anna.says("shop A 203.0.113.9");
		const plan = await anna.until("➕ shop A 203.0.113.9");
		expect(plan.text).toContain("✏️ www A 203.0.113.77");
		expect(plan.text).toContain("→ 203.0.113.3");
	});

	it("is reviewed again after its preview expired, with the current records", async () => {
		const anna = await drafter("expired.com");
		await world.advance(6 * 60_000);
		await world.work();
		anna.owned.records.push({ ...www, name: "extra" });
		await anna.taps("Review draft");
		const plan = await anna.until("➕ blog A 203.0.113.8");
		expect(plan.text).toContain("3 records unchanged");
		await world.advance(6 * 60_000);
		await world.work();
		await anna.until("expired");
		await anna.taps("DNS");
		await anna.until("Draft, not applied yet");
		await anna.taps("Review draft");
		await anna.until("➕ blog A 203.0.113.8");
		await world.advance(6 * 60_000);
		await world.work();
		await anna.until("expired");
		await anna.taps("Review draft");
		await anna.until("➕ blog A 203.0.113.8");
		await anna.taps("Apply");
		await anna.until("Applying your change");
		await world.work();
		await anna.until("DNS records of expired.com updated");
	});

	it("stays after a record that is refused, and after a question without an answer", async () => {
		const anna = await drafter("refused.com");
		await anna.says("www CNAME example.net");
		await anna.until("A CNAME cannot share its hostname with other records");
		await anna.taps("Back");
		await anna.until("Draft, not applied yet");
		await anna.taps("Add");
		await anna.until("Choose its type");
		await anna.taps("Back");
		await anna.until("Draft, not applied yet");
		await anna.taps("Review draft");
		await anna.until("➕ blog A 203.0.113.8");
	});

	it.each([
		["/dns", "dns.com", ["Review draft"]],
		["the domain page", "domain.com", ["new-domain.com", "DNS", "Review draft"]],
	])("continues on a page that %s opens in a new message, also after a restart", async (way, domain, taps) => {
		const anna = await drafter(`new-${domain}`);
		await world.restart();
		await opens(anna, way === "/dns" ? `/dns new-${domain}` : "/domains");
		for (const label of taps) await anna.taps(label);
		const isPlan = () =>
			anna.screen.includes("Change the DNS records") && anna.screen.includes("➕ blog A 203.0.113.8");
		await anna.untilView(isPlan);
		expect(anna.buttons.flat()).toContain("✅ Apply changes");
	});

	it("is joined by a record and by a file that are sent to a new page", async () => {
		const anna = await drafter("joined.com");
		await opens(anna, "/dns joined.com");
		expect(anna.screen).toContain("Draft, not applied yet");
		await anna.says("shop A 203.0.113.9");
		const plan = await anna.until("➕ shop A 203.0.113.9");
		expect(plan.text).toContain("➕ blog A 203.0.113.8");
		await opens(anna, "/dns joined.com");
		await anna.says("$TTL 300\nfile IN A 203.0.113.10\n");
		await anna.until("changes that aren’t applied yet");
		await anna.taps("Add");
		const whole = await anna.until("➕ file A 203.0.113.10");
		for (const record of ["blog A 203.0.113.8", "shop A 203.0.113.9"]) expect(whole.text).toContain(record);
		await opens(anna, "/dns joined.com last A 203.0.113.11");
		for (const name of ["blog", "shop", "file", "last"]) expect(anna.screen).toContain(`➕ ${name} A`);
	});

	it.each([
		[
			"it was cancelled",
			async (anna: Drafter) => {
				await anna.taps("Review draft");
				await anna.until("➕ blog A 203.0.113.8");
				await anna.taps("Cancel");
				await anna.until("Cancelled");
			},
		],
		[
			"it was applied",
			async (anna: Drafter) => {
				await anna.taps("Review draft");
				await anna.until("➕ blog A 203.0.113.8");
				await anna.taps("Apply");
				await anna.until("Applying your change");
				await world.work();
				await anna.until("DNS records of");
			},
		],
		[
			"another person or program made the same changes",
			async (anna: Drafter) => {
				anna.owned.records.push({ type: "A", name: "blog", content: "203.0.113.8" });
			},
		],
		[
			"it expired a day ago",
			async () => {
				await world.advance(25 * 60 * 60_000);
				await world.work();
			},
		],
	])("does not come back on a new page if %s", async (why, end) => {
		const domain = `ended-${why.length}.com`;
		const anna = await drafter(domain);
		await end(anna);
		await opens(anna, `/dns ${domain}`);
		expect(anna.screen).toContain(`DNS of ${domain}`);
		expect(anna.screen).not.toContain("Draft, not applied yet");
	});

	it.each([
		["at once", 0],
		["after its preview expired", 6 * 60_000],
	])("ends with the deletion of its only change: %s", async (when, waitMs) => {
		const domain = `only-${when.length}.com`;
		const anna = await drafter(domain);
		await world.advance(waitMs);
		await world.work();
		await anna.taps("blog A 203.0.113.8");
		await anna.taps("Delete record");
		await anna.until("no changes are left in your draft");
		await anna.taps("DNS");
		await anna.until(`DNS of ${domain}`);
		expect(anna.screen).not.toContain("Draft, not applied yet");
	});

	it("outlasts a preview for several domains that is cancelled", async () => {
		const anna = await drafter("outlasts.com");
		world.fixture.service.take("other-domain.com", anna.account, { records: [home] });
		await anna.says("/domains");
		await anna.until("My domains: 2");
		for (const label of ["Select", "Select all 2", "More", "DNS"]) await anna.taps(label);
		await anna.until("DNS of 2 domains");
		await anna.says("both A 203.0.113.9");
		await anna.until("➕ both A 203.0.113.9");
		await anna.taps("Cancel");
		await anna.until("Cancelled");
		await opens(anna, "/dns outlasts.com");
		expect(anna.screen).toContain("Draft, not applied yet");
		expect(anna.screen).toContain("➕ blog A 203.0.113.8");
		expect(anna.screen).not.toContain("both A");
	});

	it.each([
		["MX mail", "mail.example.net", "10", "➕ @ MX 10 mail.example.net"],
		["MX mail.example.net", "@", "10", "➕ @ MX 10 mail.example.net"],
		["MX : mail.example.net Priority 10", "@", null, "➕ @ MX 10 mail.example.net"],
		["CNAME shop", "web", "shop.example.net", "➕ web CNAME shop.example.net"],
		["203.0.113.9", "api", null, "➕ api A 203.0.113.9"],
	])(
		"is joined by half a record that is sent to its preview, and by the answers: %s",
		async (half, first, second, change) => {
			const anna = await drafter(`half-${half.replaceAll(/[^a-z\d]/gi, "").toLowerCase()}.com`);
			await anna.taps("Review draft");
			await anna.until("Confirm by");
			await anna.says(half);
			for (const answer of [first, second ?? []].flat()) {
				await anna.untilView(() => /Tap, or send|send (?:the|a)/i.test(anna.screen));
				await anna.says(answer);
			}
			const plan = await anna.until(change);
			expect(plan.text).toContain("➕ blog A 203.0.113.8");
		},
	);

	it("asks for the rest of half a record that is sent to the question for a record", async () => {
		const anna = await drafter("asked-half.com");
		await anna.taps("Add record");
		await anna.until("Choose its type");
		await anna.says("203.0.113.9");
		await anna.until("Which hostname gets the A record?");
		await anna.says("MX mail.example.net");
		await anna.until("Which hostname gets the MX record?");
		await anna.taps("@ (root)");
		await anna.until("Which priority");
		await anna.taps("10");
		const plan = await anna.until("➕ @ MX 10 mail.example.net");
		expect(plan.text).toContain("➕ blog A 203.0.113.8");
	});

	it.each(["text", "file"])("takes a zone %s while a record is asked for", async (way) => {
		const anna = await drafter(`asked-${way}.com`);
		await anna.taps("Add");
		await anna.until("Choose its type");
		const content = "$TTL 300\nshop IN A 203.0.113.9\nshop2 IN A 203.0.113.9\n";
		if (way === "file") await anna.sends({ name: "records.zone", content });
		else await anna.says(content);
		await anna.until(`Import records into asked-${way}.com`);
		expect(anna.screen).toContain("changes that aren’t applied yet");
	});
});
