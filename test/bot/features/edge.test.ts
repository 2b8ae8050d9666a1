import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { texts, words } from "../../support/texts.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

/**
 * Creates a person with a domain at a fake registrar, and opens the domain's edge screen. On this screen, people
 * connect the domain to an edge profile, a configuration that the registrar stores under a name.
 */
async function beforeEdge(domain: string) {
	const anna = await world.customer();
	world.fixture.service.take(domain, anna.account);
	await anna.says(`/edge ${domain}`);
	await anna.until("To connect one, send its name, such as main");
	return anna;
}

describe("the edge screen of a domain at an external service", () => {
	it.each(["main", "A8f3kZq90LmX_2bTtR7yUvW1"])("accepts a typed key: %s", async (key) => {
		const anna = await beforeEdge("keyed.com");
		await anna.says(key);
		await anna.until(`Edge profile: ${key}`);
		expect(anna.buttons.flat().join()).toContain("Apply");
	});

	it.each(texts.locales)("says that the profile is unknown if the service does not send it, in %s", async (locale) => {
		const anna = await world.customer();
		const domain = `untold-${locale}.com`;
		world.fixture.service.take(domain, anna.account, { untold: ["edge_profile_key"] });
		await world.fixture.database.sql`update bot.people set locale = ${locale} where id = ${anna.view.person.id}`;
		await anna.says(`/edge ${domain}`);
		const screen = await anna.until(words(texts(locale), "edge-unknown"));
		expect(screen.text).not.toContain(words(texts(locale), "edge-unbound"));
	});

	it("does not guess which of two keys is meant", async () => {
		const anna = await beforeEdge("both.com");
		await anna.says("/edge both.com main other");
		await anna.until("choose one profile, not “main other”");
		await anna.taps("🛡 Edge");
		await anna.until("To connect one, send its name, such as main");
		await world.fixture.database.sql`update bot.people set locale = 'ru' where id = ${anna.view.person.id}`;
		await anna.says("/edge both.com main other");
		await anna.until("выберите один профиль, а не «main other»");
	});

	it("treats a domain name as a name", async () => {
		const anna = await beforeEdge("named.com");
		await anna.says("other-name.com");
		await anna.until("other-name.com is available");
	});

	it("opens after a refused key, and the receipt stays", async () => {
		const anna = await beforeEdge("refused.com");
		await anna.says("nothing");
		await anna.taps("Apply");
		await world.work();
		const receipt = await anna.until("The edge profile is missing, off, or doesn’t cover this domain");
		await anna.taps("🛡 Edge");
		await anna.until("To connect one, send its name, such as main");
		const kept = anna.messages.find((each) => each.message_id === receipt.message_id);
		expect(kept?.text).toMatch(/#[\dA-Z]{4}/);
		await anna.says("main");
		await anna.until("Edge profile: main");
	});
});

it("names the nameservers that a profile replaces, asks twice, and offers to restore them", async () => {
	const anna = await world.customer();
	const owned = world.fixture.service.take("leaving.com", anna.account);
	owned.nameservers = ["ns1.example.net", "ns2.example.net"];
	await anna.says("/edge leaving.com main");
	const plan = await anna.until("The profile also changes the nameservers:");
	expect(plan.text).toContain("Current:\nns1.example.net\nns2.example.net\nNew: the profile’s nameservers");
	await anna.taps("Apply");
	await anna.until("Your website and email will use the DNS records at the new nameservers");
	expect(owned.edge).toBeUndefined();
	await anna.taps("Change edge profile");
	await world.work();
	await anna.until("The profile also changed the nameservers:\nBefore:\nns1.example.net\nns2.example.net");
	await anna.taps("Undo");
	await anna.until("New:\nns1.example.net\nns2.example.net");
	await anna.taps("Apply");
	await anna.taps("Replace nameservers");
	await world.work();
	await anna.until("Nameservers of leaving.com");
	expect(owned.nameservers).toEqual(["ns1.example.net", "ns2.example.net"]);
});
