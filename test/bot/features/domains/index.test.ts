import { afterAll, beforeAll, expect, it } from "vitest";
import { walkToQuote } from "../../../support/quotes.ts";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("My domains keeps its sort under a filter and through a card, and drops both filter and search at once", async () => {
	const anna = await world.customer();
	for (let index = 1; index <= 20; index += 1) world.fixture.service.take(`sort-${index}.com`, anna.account);
	world.fixture.service.take("sort-x.shop", anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 21");
	await anna.taps("⋯ More");
	await anna.taps("↕️ By name");
	await anna.taps("Next");
	await anna.until("Page 2 of 2 · 21–21 of 21");
	await anna.taps("sort-x.shop");
	await anna.taps("Back");
	await anna.until("Page 2 of 2");
	await anna.taps("🔎 Filter");
	await anna.taps(".shop · 1");
	await anna.until("matching “.shop”: 1");
	await anna.taps("⋯ More");
	await anna.untilView(() => anna.buttons.flat().includes("• ↕️ By name •"));
	await anna.says(".com");
	await anna.until("matching “.com”: 20");
	await anna.taps("🔎 Filter");
	await anna.taps("Blocked");
	await anna.until("No domain matches “.com”");
	await anna.says("/domains");
	await anna.taps("🔎 Filter");
	await anna.taps("Back");
	await anna.until("My domains: 21");
});

it("My domains opens the page, the card or the matches of what a person sends", async () => {
	const anna = await world.customer();
	for (let index = 1; index <= 45; index += 1) world.fixture.service.take(`typed-${index}.com`, anna.account);
	await anna.says("/domains");
	await anna.until("Page 1 of 3 · 1–20 of 45");
	expect(anna.screen).toContain("Send a page number or a name.");
	await anna.says("3");
	await anna.until("Page 3 of 3 · 41–45 of 45");
	await anna.says("45");
	await anna.until("matching “45”: 1");
	await anna.says("/domains");
	await anna.says("99");
	await anna.until("There are 3 pages. Send a number from 1 to 3, or a part of a name.");
	await anna.says("typed-4");
	await anna.until("matching “typed-4”: 7");
	await anna.says("typed-44.com");
	await anna.until("Auto-renew: off");
	await anna.taps("‹ Back");
	await anna.until("matching “typed-4”: 7");
	await anna.says("brand-new-word");
	await anna.until("extensions available");
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.says("typed-44.com");
	await anna.until("Selected: 1 of 45");
});

it("My domains sorts domains that expire on the same local day by name", async () => {
	const anna = await world.customer();
	const at = {
		"tie-c.com": "2028-03-01T21:30:00Z",
		"tie-a.com": "2028-03-02T20:00:00Z",
		"tie-b.com": "2028-03-02T03:00:00Z",
	};
	for (const name of Object.keys(at)) world.fixture.service.take(name, anna.account);
	const order = () => anna.buttons.slice(0, 3).map(([label = ""]) => label.split(" ")[0]);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	const { sql } = world.fixture.database;
	for (const [name, time] of Object.entries(at)) {
		await sql`update bot.domains set expires_at = ${time}::timestamptz where domain = ${name}`;
	}
	await anna.says("/domains");
	await anna.untilView(() => anna.buttons[0]?.join().includes("2028") ?? false);
	expect(order()).toEqual(["tie-c.com", "tie-a.com", "tie-b.com"]);
	await anna.says("/settings");
	await anna.taps("Time zone");
	await anna.says("Moscow");
	await anna.until("Time zone: Europe/Moscow");
	await anna.says("/domains");
	await anna.until("My domains: 3");
	expect(order()).toEqual(["tie-a.com", "tie-b.com", "tie-c.com"]);
});

it("My domains selects a pasted list of own domains, and offers it on any other list", async () => {
	const anna = await world.customer();
	for (const name of ["own-a.com", "own-b.com", "own-c.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	await anna.says("own-a.com own-c.com");
	await anna.until("Selected: 2 of 3");
	expect(anna.buttons.flat()).toEqual(expect.arrayContaining(["🔄 Renew 2", "⋯ More"]));
	await anna.says("own-b.com\nown-c.com");
	await anna.until("Selected: 3 of 3");
	await anna.says("own-a.com own-b.com own-other.com");
	await anna.until("✅ 1 available · 🌐 2 yours");
	await anna.taps("Select yours: 2");
	await anna.until("Selected: 2 of 3");
	await anna.taps("Renew 2");
	await anna.until("Renew each of these 2 domains");
});

it("My domains keeps selected names while filters change, and combines a tag with an extension", async () => {
	const anna = await world.customer();
	for (const name of ["keep-a.com", "keep-b.com", "keep-c.shop"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	await anna.taps("Select");
	await anna.taps("▫️ keep-a.com");
	await anna.taps("▫️ keep-c.shop");
	await anna.taps("⋯ More");
	await anna.taps("Tags and notes");
	await anna.says("sale");
	await anna.until("Tagged 2 domains");
	await anna.says("/domains #sale");
	await anna.until("matching “#sale”: 2");
	await anna.taps("Select");
	await anna.taps("▫️ keep-a.com");
	await anna.taps("⋯ More");
	await anna.taps("🔎 Filter");
	await anna.taps(".shop · 1");
	await anna.until("matching “#sale + .shop”: 1");
	await anna.taps("▫️ keep-c.shop");
	await anna.until("Selected: 1 of 1");
	expect(anna.screen).toContain("1 more is selected, hidden by the filter. The buttons below include it.");
	expect(anna.buttons.flat().join()).toContain("Renew 2");
	await anna.taps("⋯ More");
	await anna.taps("⬇️ CSV");
	const { document } = await anna.until("2 domains");
	const file = String(await anna.downloads(document?.file_id ?? ""));
	for (const name of ["keep-a.com", "keep-c.shop"]) expect(file).toContain(name);
});

it("My domains finds the domains that match every word and every tag", async () => {
	const anna = await world.customer();
	const { tag } = world.fixture.actions.domain;
	for (const name of ["amber-a.com", "amber-b.online", "birch.online"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	const personId = anna.view.person.id;
	await tag({ personId, names: ["amber-a.com", "amber-b.online", "birch.online"], text: "sale" });
	await tag({ personId, names: ["amber-b.online", "birch.online"], text: "q1, my clients" });
	await anna.says("#sale .online");
	await anna.until("matching “#sale + .online”: 2");
	await anna.says("#q1");
	await anna.until("matching “#sale + .online + #q1”: 2");
	await anna.says("/domains #sale amber");
	await anna.until("matching “#sale + amber”: 2");
	await anna.says("/domains amber .online");
	await anna.until("matching “amber + .online”: 1");
	await anna.says("/domains #sale + #q1");
	await anna.until("matching “#sale + #q1”: 2");
	await anna.says("/domains #my clients amber");
	await anna.until("matching “#my clients + amber”: 1");
	await anna.taps("Select");
	await anna.taps("Select all 1");
	await anna.says("#sale");
	await anna.until("matching “#my clients + amber + #sale”: 1");
	expect(anna.screen).toContain("Selected: 1 of 1");
});

it("My domains keeps what All selected while filters change, or says that it was cleared", async () => {
	const anna = await world.customer();
	for (let at = 1; at <= 9; at += 1) world.fixture.service.take(`whole-${at}.com`, anna.account);
	world.fixture.service.take("whole.shop", anna.account);
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.taps("Select all 10");
	await anna.until("Selected: 10 of 10");
	await anna.taps("☑️ whole-3.com");
	await anna.taps("⋯ More");
	await anna.taps("🔎 Filter");
	await anna.taps(".shop · 1");
	await anna.until("Selected: 1 of 1");
	expect(anna.screen).toContain("8 more are selected, hidden by the filter.");
	await anna.taps("⋯ More");
	await anna.taps("🔎 Filter");
	await anna.taps("All");
	await anna.until("Selected: 9 of 10");
	for (let at = 10; at <= 500; at += 1) world.fixture.service.take(`whole-${at}.com`, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 501");
	await anna.taps("Select");
	await anna.taps("Select all 501");
	await anna.says(".shop");
	await anna.until("Your selection was cleared: a new filter keeps up to 500 selected domains.");
	expect(anna.screen).toContain("Selected: 0 of 1");
});

it("My domains can be downloaded, whole or as selected", async () => {
	const anna = await world.customer();
	for (const name of ["csv-a.com", "csv-b.com", "xn--e1afmkfd.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.until("My domains: 3");
	await anna.taps("⋯ More");
	await anna.taps("⬇️ CSV");
	const whole = await anna.until("3 domains");
	const rowsOf = async (fileId = "") => String(await anna.downloads(fileId)).split("\r\n");
	expect(whole.document?.file_name).toBe("domains.csv");
	const rows = await rowsOf(whole.document?.file_id);
	expect(rows[0]).toBe("\ufeffDomain,Status,Expires,Registered,Renewal (USD),Edge profile,Label,Tags,Note");
	expect(rows.slice(1).map((row) => row.split(",")[0])).toEqual(["csv-a.com", "csv-b.com", "пример.com", ""]);
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.taps("▫️ csv-b.com");
	await anna.until("Selected: 1 of 3");
	await anna.taps("⋯ More");
	await anna.taps("⬇️ CSV");
	const selected = await anna.until("1 domain");
	expect((await rowsOf(selected.document?.file_id)).slice(1)).toEqual(["csv-b.com,,,,,,,,", ""]);
});

it.each([
	["Renew 2", "for how many years"],
	["Nameservers", "nameservers"],
])("keeps the selection on the way back from the question of %s", async (action, question) => {
	const anna = await world.customer();
	for (const name of ["back-a.com", "back-b.com", "back-c.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.taps("Select all 3");
	await anna.taps("☑️ back-b.com");
	await anna.until("Selected: 2 of 3");
	if (!action.startsWith("Renew")) await anna.taps("⋯ More");
	await anna.taps(action);
	await anna.until(question);
	await anna.taps("Back");
	const list = await anna.until("Selected: 2 of 3");
	expect(list.keyboard?.flat().map(({ text }) => text)).toEqual(
		expect.arrayContaining(["☑️ back-a.com", "▫️ back-b.com", "☑️ back-c.com"]),
	);
});

it("ticks the domains of one page, and unticks them again", async () => {
	const anna = await world.customer();
	for (let index = 1; index <= 22; index += 1) world.fixture.service.take(`page-${index}.com`, anna.account);
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.until("Selected: 0 of 22");
	await anna.taps("Next");
	await anna.taps("Select page");
	await anna.until("Selected: 2 of 22");
	await anna.taps("Previous");
	await anna.taps("Select page");
	await anna.until("Selected: 22 of 22");
	await anna.taps("Deselect page");
	await anna.until("Selected: 2 of 22");
	await anna.taps("Select all 22");
	await anna.taps("Deselect page");
	await anna.until("Selected: 2 of 22");
	await anna.taps("‹ Back");
	await anna.until("My domains: 22");
	expect(anna.screen).not.toContain("Selected");
});

it.each([
	["Renew 2", "1 year", "Selected: 2 of 3"],
	["Renew 2", "typed", "Selected: 2 of 3"],
	["Renew 1", "1 year", "Selected: 1 of 3"],
])("leads from the quote of %s back to the selection, also after Cancel (%s)", async (action, years, selected) => {
	const anna = await world.customer();
	for (const name of ["quote-a.com", "quote-b.com", "quote-c.com"]) world.fixture.service.take(name, anna.account);
	await anna.says("/domains");
	await anna.taps("Select");
	await anna.taps("▫️ quote-a.com");
	if (action === "Renew 2") await anna.taps("▫️ quote-c.com");
	await anna.taps(action);
	await anna.until("how many years");
	await (years === "1 year" ? anna.taps("1 year") : anna.says("2"));
	await anna.until(/^Renew|Renew .*\?/);
	await anna.taps("‹ Back");
	await anna.until(selected);
	await anna.taps(action);
	await anna.taps("1 year");
	await anna.taps("Cancel");
	await anna.until("Cancelled");
	await anna.taps("‹ Back");
	await anna.until(selected);
});

it("the card of a domain names the order that bought it, and the external reference of any other program", async () => {
	const anna = await world.customer();
	await walkToQuote(anna, "bought-here.com");
	await anna.taps("Pay");
	await anna.until("Placing your order");
	await world.work();
	const receipt = await anna.until("bought-here.com is registered");
	const [, reference = "none"] = /Order (#\w+)/.exec(receipt.text ?? "") ?? [];
	await anna.says("/domains bought-here.com");
	const card = await anna.until("Auto-renew: off");
	expect(card.text).toContain(`Order ${reference}\n`);
	expect(card.text).not.toContain("External reference");
	for (const [domain, external_ref] of Object.entries({ "foreign.com": "#ZZZZ", "copied.com": reference })) {
		world.fixture.service.take(domain, anna.account, { external_ref });
		await anna.says(`/domains ${domain}`);
		await anna.until(`External reference: ${external_ref}`);
	}
});
