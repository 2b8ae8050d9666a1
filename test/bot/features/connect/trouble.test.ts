import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SampleRecord } from "../../../support/small-service-admin.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const home: SampleRecord = { type: "A", name: "@", content: "203.0.113.1", ttl: 300 };
const trouble = "The registrar isn’t responding";
const down = { kind: "page", status: 502 } as const;

/** Creates a person who owns these domains and sees the records of the first one. */
async function owner(...domains: string[]) {
	const anna = await world.customer();
	for (const domain of domains) world.fixture.service.take(domain, anna.account, { records: [home] });
	await anna.says(`/dns ${domains[0]}`);
	await anna.until("1 record");
	return anna;
}

/**
 * Makes the service answer with 502 pages, runs `action`, and waits until the chat shows the error message. Then makes
 * the service work again.
 */
async function whileDown(anna: Awaited<ReturnType<typeof owner>>, action: () => Promise<unknown>): Promise<void> {
	world.fixture.service.fail(/domains/, down, down, down, down);
	await action();
	await anna.until(trouble);
	world.fixture.service.heal();
}

describe("Try again", () => {
	it("plans the import of a file again, and Back keeps the file", async () => {
		const anna = await owner("import.com");
		await anna.says("$TTL 300\na1 IN A 203.0.113.5\na2 IN A 203.0.113.6\n");
		await anna.until("2 records read");
		await whileDown(anna, () => anna.taps("➕ Add"));
		await anna.taps("Back");
		await anna.until("2 records read");
		await whileDown(anna, () => anna.taps("➕ Add"));
		// The second attempt fails like the first one, so the screen does not change. To see that the attempt was made,
		// wait for its call to the service.
		world.fixture.service.fail(/domains/, down, down, down, down);
		const before = world.fixture.service.calls.length;
		await anna.taps("Try again", { wait: false });
		await expect.poll(() => world.fixture.service.calls.length).toBeGreaterThan(before);
		world.fixture.service.heal();
		await anna.taps("Try again");
		await anna.until("➕ a1 A 203.0.113.5");
	});

	it("plans a record again that joins a draft", async () => {
		const anna = await owner("record.com");
		await anna.says("blog A 203.0.113.5");
		await anna.until("➕ blog A");
		await anna.taps("More changes");
		await anna.until("Draft, not applied yet");
		await whileDown(anna, () => anna.says("shop A 203.0.113.6"));
		await anna.taps("Try again");
		const plan = await anna.until("➕ shop A 203.0.113.6");
		expect(plan.text).toContain("➕ blog A 203.0.113.5");
	});

	it("plans a record again that was asked for step by step", async () => {
		const anna = await owner("steps.com");
		await anna.taps("Add");
		await anna.until("Choose its type");
		await whileDown(anna, () => anna.says("shop A 203.0.113.6"));
		await anna.taps("Try again");
		await anna.until("➕ shop A 203.0.113.6");
	});

	it("applies a template again", async () => {
		const anna = await owner("template.com");
		for (const label of ["⋯ More", "Templates", "✉️ Mail", "Fastmail"]) await anna.taps(label);
		await anna.until("in1-smtp");
		await whileDown(anna, () => anna.taps("Preview"));
		await anna.taps("Try again");
		await anna.until("➕ @ MX 10 in1-smtp");
	});

	it("saves a restore point again, once", async () => {
		const anna = await owner("point.com");
		await anna.taps("⋯ More");
		await anna.taps("Restore points");
		await anna.until("No restore points yet");
		await whileDown(anna, () => anna.taps("Save a point now"));
		await anna.taps("Try again");
		await anna.until("📌 Saved");
		await anna.taps("Back");
		await anna.until("Restore points of point.com");
		expect(anna.buttons.flat().filter((label) => label.startsWith("📌") && /\d/.test(label))).toHaveLength(1);
	});

	it("keeps the selected domains", async () => {
		const anna = await owner("many1.com", "many2.com");
		await anna.says("/domains");
		await anna.until("My domains: 2");
		for (const label of ["Select", "Select all 2", "More", "DNS"]) await anna.taps(label);
		await anna.until("DNS of 2 domains");
		await whileDown(anna, () => anna.says("q A 203.0.113.5"));
		await anna.taps("Try again");
		await anna.until("➕ q A 203.0.113.5");
	});

	it("applies a template again with the answers to its questions", async () => {
		const anna = await owner("questions.com");
		for (const label of ["⋯ More", "Templates", "🖥 Website", "GitHub Pages"]) await anna.taps(label);
		await anna.until("Step 1 of 2");
		await anna.says("octocat");
		await anna.until("Step 2 of 2");
		await whileDown(anna, () => anna.taps("Skip"));
		await anna.taps("Back");
		await anna.until("Step 2 of 2");
		const code = "0123456789abcdef0123456789abcd";
		await whileDown(anna, () => anna.says(code));
		await anna.taps("Try again");
		const plan = await anna.until("➕ www CNAME octocat.github.io");
		expect(plan.text).toContain(code);
	});

	it("plans nameservers again that were sent as text", async () => {
		const anna = await owner("servers.com");
		await whileDown(anna, () => anna.says("/ns servers.com ns1.other.net ns2.other.net"));
		await anna.taps("Try again");
		await anna.until("ns1.other.net");
		expect(anna.buttons.flat()).toContain("✅ Apply changes");
	});

	it("plans nameservers again that were asked for, also for several domains", async () => {
		const anna = await owner("servers1.com", "servers2.com");
		await anna.says("/ns servers1.com");
		await anna.taps("Replace");
		await anna.until("Send at least 2 nameservers for servers1.com");
		await whileDown(anna, () => anna.says("ns3.other.net ns4.other.net"));
		await anna.taps("Try again");
		await anna.until("ns3.other.net");
		await anna.says("/domains");
		await anna.until("My domains: 2");
		for (const label of ["Select", "Select all 2", "More", "Nameservers"]) await anna.taps(label);
		await anna.until(/Send at least 2 nameservers for .*2 domains/);
		await whileDown(anna, () => anna.says("ns5.other.net ns6.other.net"));
		await anna.taps("Try again");
		const plan = await anna.until("ns5.other.net");
		expect(plan.text).toContain("servers2.com");
	});

	it("is not offered after a text that the bot cannot repeat, and Back leads to the screen", async () => {
		const anna = await owner("profile.com");
		await whileDown(anna, () => anna.says("/edge profile.com main"));
		expect(anna.buttons.flat()).toEqual(["‹ Back", "🏠 Home"]);
		await anna.taps("Back");
		await anna.until("1 record");
	});
});
