import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

const records = [{ type: "A", name: "@", content: "203.0.113.1", ttl: 300 }];
const isDomain = (label: string) => label.endsWith(".com");

/** Creates a person who owns eight domains and has opened two of them: first `<letters>-g.com`, then `<letters>-h.com`. */
async function owner(letters: string) {
	const anna = await world.customer();
	const names = [..."abcdefgh"].map((each) => `${letters}-${each}.com`);
	for (const name of names) world.fixture.service.take(name, anna.account, { records });
	await anna.says(`/dns ${letters}-g.com`);
	await anna.until("1 record");
	await anna.says(`/domains ${letters}-h.com`);
	await anna.until("Auto-renew: off");
	await anna.says("/start");
	await anna.until("Balance");
	return anna;
}

it("a record without a domain is added to the domain that is tapped, the last opened ones first", async () => {
	const anna = await owner("tap");
	await anna.says("www A 203.0.113.5");
	await anna.until("Which domain is it for?");
	const offered = anna.buttons.flat().filter(isDomain);
	expect(offered).toEqual(["h", "g", "a", "b", "c", "d"].map((each) => `tap-${each}.com`));
	await anna.taps("tap-g.com");
	await anna.until("➕ www A 203.0.113.5");
	expect(anna.screen).toContain("tap-g.com");
});

it("a domain that is not offered is chosen from My domains, or sent", async () => {
	const anna = await owner("more");
	await anna.says("www A 203.0.113.5");
	await anna.until("Which domain is it for?");
	await anna.taps("My domains");
	await anna.untilView(() => anna.buttons.flat().some((label) => label.startsWith("more-f.com")));
	await anna.taps("more-f.com");
	await anna.until("Change the DNS records of more-f.com?");
	expect(anna.screen).toContain("➕ www A 203.0.113.5");
	await anna.says("/start");
	await anna.until("Balance");
	await anna.says("www A 203.0.113.6");
	await anna.until("Which domain is it for?");
	await anna.says("more-e.com");
	await anna.until("Change the DNS records of more-e.com?");
	expect(anna.screen).toContain("➕ www A 203.0.113.6");
});

it.each([
	["shop CNAME", "shop CNAME: send the target", "shops.example.net", "➕ shop CNAME shops.example.net"],
	["MX mail", "Send the full hostname of the target", "20 mail.example.net", "➕ @ MX 20 mail.example.net"],
])(
	"a part of a record without a domain is completed after the domain is chosen: %s",
	async (text, asked, rest, plan) => {
		const letters = `part-${text.slice(0, 2).toLowerCase()}`;
		const anna = await owner(letters);
		await anna.says(text);
		await anna.until("Which domain is it for?");
		await anna.taps(`${letters}-a.com`);
		await anna.until(asked);
		await anna.says(rest);
		await anna.until(plan);
	},
);

it("words to search are still searched", async () => {
	const anna = await owner("words");
	await anna.says("ns coffee");
	await anna.until("nscoffee");
	await anna.says("www words-free.com");
	await anna.until("words-free.com is available");
});

it("records without a domain are imported into the chosen domain, as text or as a file", async () => {
	const anna = await owner("import");
	const zone = "@ 300 IN A 203.0.113.1\nwww 300 IN A 203.0.113.2\n";
	for (const send of [
		() => anna.says(zone),
		() => anna.sends({ name: "records.zone", content: zone }),
		() => anna.sends({ name: "records.txt", content: zone }),
	]) {
		await send();
		await anna.until("Which domain are they for?");
		await anna.taps("import-b.com");
		await anna.until("2 records read");
		expect(anna.screen).toContain("Import records into import-b.com");
		await anna.says("/start");
		await anna.until("Balance");
	}
	await anna.sends({ name: "records.txt", content: `$ORIGIN import-c.com.\n${zone}` });
	await anna.until("Import records into import-c.com");
});

it("an account with one domain needs no choice", async () => {
	const anna = await world.customer();
	world.fixture.service.take("only.com", anna.account, { records });
	await anna.says("shop CNAME");
	await anna.until("shop CNAME: send the target");
	await anna.says("/start");
	await anna.until("Balance");
	await anna.sends({ name: "records.zone", content: "www 300 IN A 203.0.113.7\n" });
	await anna.until("Import records into only.com");
});

it("an account without domains says so", async () => {
	const anna = await world.customer();
	await anna.says("www A 203.0.113.5");
	await anna.until("this account has none yet");
});

it("a record that may contain a token is refused", async () => {
	const anna = await owner("token");
	const token = `dts_${"a1B2c3D4".repeat(4)}`;
	const sent = () => anna.messages.filter(({ from }) => from === "person").length;
	const before = sent();
	for (const send of [
		() => anna.sends({ name: "records.zone", content: `@ IN A 203.0.113.1\nx IN TXT "${token}"\n` }),
		() => anna.says(`x TXT ${token}`),
	]) {
		await send();
		await anna.until("Connect your account");
		await anna.untilView(() => sent() === before);
	}
	const { sql } = world.fixture.database;
	expect(await sql`select from bot.screens where params::text like ${`%${token}%`}`).toHaveLength(0);
	expect(
		await sql`select from bot.screens where feature = 'domain_ask' and person_id = ${anna.view.person.id}`,
	).toEqual([]);
});

it("a file after one that is too large is still for the same domain", async () => {
	const anna = await owner("large");
	await anna.says("/dns large-c.com");
	await anna.until("1 record");
	await anna.sends({ name: "large.zone", content: "www 300 IN A 203.0.113.2\n".repeat(100_000) });
	await anna.until("A DNS file can have up to 1 MB");
	await anna.sends({ name: "small.zone", content: "www 300 IN A 203.0.113.2\n" });
	await anna.until("Import records into large-c.com");
});
