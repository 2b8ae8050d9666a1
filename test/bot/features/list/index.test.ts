import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a pasted list", () => {
	it("is cleaned, looked up and ordered as one, with a receipt for each name", async () => {
		const anna = await world.customer();
		world.fixture.service.take("list-taken.com", world.fixture.service.openAccount());
		await anna.says("list-one.com\nhttps://list-two.net/path\nLIST-ONE.com\nlist-taken.com\na..b.com");
		await anna.until("✅ 2 available · ❌ 1 taken");
		expect(anna.screen).toContain("list-one.com · $11.50");
		expect(anna.screen).toContain("Taken: list-taken.com");
		expect(anna.screen).toContain("a..b.com — It has two dots in a row");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		expect(anna.screen).toContain("$24.50");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("✅ list-one.com");
		expect(anna.account.ledger).toHaveLength(2);
		await anna.taps("Back");
		await anna.until("✅ 0 available · 🌐 2 yours · ❌ 1 taken");
	});

	it("asks which name is meant by words with a space between them", async () => {
		const anna = await world.customer();
		await anna.says("meant-one.com\nshop meant-two.com\nmy meant-three.com");
		const { text } = await anna.until("✅ 1 available");
		expect(text).toContain("shop meant-two.com — Names have no spaces. Try shopmeant-two.com.");
		await anna.taps("➕ shopmeant-two.com");
		expect((await anna.until("✅ 2 available")).text).not.toContain("shop meant-two.com");
		await anna.taps("➕ meant-three.com");
		await anna.until("✅ 3 available");
		expect(anna.screen).not.toContain("skipped");
		await anna.taps("Register 3 domains");
		const quote = await anna.until("Register 3 domains?");
		for (const name of ["meant-one.com", "shopmeant-two.com", "meant-three.com"]) expect(quote.text).toContain(name);
	});

	it("names the subdomains in it and looks up their domains", async () => {
		const anna = await world.customer();
		world.fixture.service.take("own-whole.com", anna.account);
		await anna.says("https://www.sub-whole.com/about\nplain-name.net\nmail.own-whole.com");
		await anna.until("✅ 2 available · 🌐 1 yours");
		expect(anna.screen).toContain("www.sub-whole.com — a subdomain. Only sub-whole.com can be registered.");
		expect(anna.screen).toContain("sub-whole.com · $11.50");
		expect(anna.screen).toContain("mail.own-whole.com — a subdomain. Only own-whole.com can be registered.");
	});

	it("is offered as an example to a new person, and kept until they have an account", async () => {
		const { id } = await world.meet();
		const anna = await world.chat({ person: id });
		await anna.starts();
		await anna.taps("3 names");
		await anna.until("my-cafe.com …");
		const { token } = world.fixture.service.openAccount();
		await anna.taps("Connect");
		await anna.says(token);
		await anna.taps("Continue: my-cafe.com …");
		await anna.until("✅ 2 available");
		expect(anna.screen).toContain("my-cafe.net · $13.00");
	});

	it("as a table leaves the names outside the column of names unticked, and adds one by a tap", async () => {
		const anna = await world.customer();
		await anna.says("1,table-a.com,table-host.net\n2,table-b.com,table-host.net\n3,table-c.com,table-host.net");
		await anna.until("✅ 3 available");
		expect(anna.screen).toContain("table-host.net — Line 1. It isn’t in the column of names.");
		expect(anna.buttons.flat()).toContain("Register 3 domains");
		await anna.taps("➕ table-host.net");
		await anna.until("✅ 4 available");
	});

	it("has a receipt that can be downloaded", async () => {
		const anna = await world.customer();
		await anna.says("file-one.com file-two.com");
		await anna.until("✅ 2 available");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		expect(anna.buttons.flat()).not.toContain("⬇️ Receipt as CSV");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("✅ file-one.com");
		await anna.taps("⬇️ Receipt as CSV");
		const { document } = await anna.until("the result for each name");
		const [, reference = ""] = /order-(\w+)\.csv/.exec(document?.file_name ?? "") ?? [];
		const lines = String(await anna.downloads(document?.file_id ?? "")).split("\r\n");
		expect(lines[0]).toBe("\ufeffOrder,Domain,Years,Status,Charged (USD),Expires,Label,Reference,Reason");
		expect(lines[1]).toMatch(new RegExp(`^${reference},file-one\\.com,1,done,[\\d.]*,[\\d-]*,,`));
		expect(lines).toHaveLength(4);
	});

	it("shows both prices of each available name, and marks a premium one", async () => {
		const anna = await world.customer();
		await anna.says("both-a.com both-b.net both-c.com");
		await anna.until("✅ 3 available");
		await world.fixture.database.sql`update bot.board_names set premium = true where name = 'both-b.net'`;
		await anna.taps("☑️ both-c.com");
		const { text } = await anna.until("Selected: 2 of 3");
		expect(text).toContain(
			[
				"Available (💎 premium):",
				"✅ both-a.com · $11.50, then $12.50/yr",
				"▫️ both-c.com · $11.50, then $12.50/yr",
				"✅ both-b.net · $13.00, then $13.00/yr 💎",
			].join("\n"),
		);
	});

	it("orders only the selected names, and shows their total", async () => {
		const anna = await world.customer();
		await anna.says(["a", "b", "c", "d", "e"].map((label) => `select-${label}.com`).join(" "));
		const whole = await anna.until("✅ 5 available");
		expect(whole.text).toContain("Total: $57.50");
		await anna.taps("☑️ select-b.com");
		const without = await anna.until("Selected: 4 of 5");
		expect(without.text).toContain("▫️ select-b.com · $11.50");
		expect(without.text).toContain("Total: $46.00");
		await anna.taps("Select all 5");
		await anna.taps("Deselect all");
		const none = await anna.until("Selected: 0 of 5");
		expect(none.text).not.toContain("Total");
		expect(anna.buttons.flat().join()).not.toContain("Register");
		await anna.taps("▫️ select-c.com");
		await anna.taps("▫️ select-e.com");
		await anna.taps("Register 2 domains");
		const quote = await anna.until("Register 2 domains?");
		for (const name of ["select-c.com", "select-e.com"]) expect(quote.text).toContain(name);
		expect(quote.text).toContain("$23.00");
	});

	it("shows the balance and what is missing where its total is", async () => {
		const { id } = await world.meet();
		const { account } = await world.fixture.customer(id);
		account.balanceCents = 2_000;
		const anna = await world.chat({ person: id });
		await anna.starts();
		await anna.says("short-a.com short-b.com");
		const { text } = await anna.until("✅ 2 available");
		expect(text).toContain("Total: $23.00\nRenewal total: $25.00/yr\nBalance now: $20.00\n⚠️ You need $3.00 more.");
		await anna.taps("☑️ short-b.com");
		const one = await anna.until("Selected: 1 of 2");
		expect(one.text).toContain("Balance now: $20.00");
		expect(one.text).not.toContain("You need");
	});

	it("sorts the available names by price, renewal price, name, or as they were sent", async () => {
		const anna = await world.customer();
		world.fixture.service.prices.set(".io", { register: 900, renew: 5_100 });
		await anna.says("sort-d.com sort-b.io sort-c.com sort-e.com sort-a.com");
		await anna.until("✅ 5 available");
		const shown = () => [...anna.screen.matchAll(/sort-(\w)\./g)].map(([, letter]) => letter).join("");
		expect(shown()).toBe("bdcea");
		for (const [label, order] of [
			["↕️ Renewal", "dceab"],
			["↕️ Name", "abcde"],
			["↕️ As sent", "dbcea"],
			["↕️ Price", "bdcea"],
		] as const) {
			await anna.taps("Filter, sort, years");
			await anna.taps(label);
			await anna.untilView(() => shown() === order, label);
		}
	});

	it("keeps the ticks while the filter changes, and ticks a page or what a filter shows", async () => {
		const anna = await world.customer();
		world.fixture.service.prices.set(".io", { register: 3_400, renew: 5_100 });
		const names = [...Array(28).keys()].map((index) => `tick-${index + 10}.${index < 26 ? "com" : "io"}`);
		await anna.says(names.join(" "));
		await anna.until("✅ 28 available");
		await anna.taps("☑️ tick-11.com");
		await anna.until("Selected: 27 of 28");
		await anna.taps("Filter");
		await anna.taps("Available");
		await anna.until("Selected: 27 of 28");
		expect(anna.screen).toContain("▫️ tick-11.com · ");
		await anna.taps("Select page");
		await anna.taps("Deselect page");
		await anna.until("Selected: 3 of 28");
		await anna.taps("Filter");
		await anna.taps("Under $20");
		await anna.until("Selected: 1 of 26");
		expect(anna.screen).toContain("2 more are selected, hidden by the filter. This order leaves them out.");
		expect(anna.buttons.flat().join()).toContain("Register 1 domain");
		await anna.taps("Select all 26");
		await anna.taps("Filter");
		await anna.taps("Under $20");
		await anna.until("Total: $367.00");
		expect(anna.screen).not.toContain("hidden by the filter");
		expect(anna.buttons.flat().join()).toContain("Register 28 domains");
		world.fixture.service.prices.delete(".io");
	});

	it("can leave out names that renew above three times the first year", async () => {
		const anna = await world.customer();
		world.fixture.service.prices.set(".io", { register: 900, renew: 2_701 });
		await anna.says("fair-a.com fair-b.com fair-c.com fair-d.com fair-e.io");
		await anna.until("✅ 5 available");
		await anna.taps("Filter");
		await anna.taps("No renewal traps");
		const { text } = await anna.until("Filter: No renewal traps");
		expect(text).not.toContain("fair-e.io");
		expect(anna.buttons.flat().join()).toContain("Register 4 domains");
		expect(anna.buttons.flat()).not.toContain("Show all");
		world.fixture.service.prices.delete(".io");
	});

	it("is continued from Home until its ticked names are ordered", async () => {
		const anna = await world.customer();
		await anna.says("open-a.com open-b.com");
		await anna.until("✅ 2 available");
		await anna.taps("Home");
		await anna.taps("▶️ Continue: list of 2 names");
		await anna.until("✅ 2 available");
		await anna.taps("Register 2 domains");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.says("/start");
		await anna.until("2 domains");
		expect(anna.buttons.flat().join()).not.toContain("Continue");
	});

	it("reports a partial failure in the receipt's file and in the list of orders", async () => {
		const anna = await world.customer();
		await anna.says("some-one.com some-two.com");
		await anna.until("✅ 2 available");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		world.fixture.service.take("some-two.com", world.fixture.service.openAccount());
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("Registered: 1 of 2 domains");
		await anna.taps("⬇️ Receipt as CSV");
		const { document } = await anna.until("the result for each name");
		const lines = String(await anna.downloads(document?.file_id ?? "")).split("\r\n");
		expect(lines[1]).toMatch(/,done,.*,$/);
		expect(lines[2]).toMatch(/,failed,,,,,The domain is taken/);
		await anna.says("/ops");
		await anna.taps("🔎 Filter");
		await anna.taps("❌ Failed");
		await anna.until("Failed, newest first");
		expect(anna.buttons.flat().join()).toMatch(/⚠️ #\w+ · 🌐 1 of 2 domains · /);
	});

	it.each([true, false])("marks the person's own names, with links there and back (list: %s)", async (isList) => {
		const anna = await world.customer();
		const domain = `own-${isList}.com`;
		world.fixture.service.take(domain, anna.account);
		const before = world.fixture.service.calls.length;
		await anna.says(isList ? `${domain} own-free.com` : `own-${isList}`);
		const shown = isList ? "Yours: own-true.com" : "1 of 2 extensions available";
		await anna.until(shown);
		expect(anna.screen).not.toContain("Taken");
		const lists = world.fixture.service.calls.slice(before).filter(({ path }) => /^\/domains(\?|$)/.test(path));
		expect(lists).toHaveLength(1);
		await anna.taps(`🌐 ${domain}`);
		await anna.until("Auto-renew: off");
		await anna.taps("Back");
		await anna.until(shown);
		await anna.says(domain);
		await anna.until(`${domain} is yours`);
		await anna.taps("Open domain");
		await anna.until("Auto-renew: off");
		await anna.taps("Back");
		await anna.until(`${domain} is yours`);
	});

	it("forms from single names forwarded together, in one message", async () => {
		const anna = await world.customer();
		for (const said of ["fwda-one.com", "fwdb-two.com", "a..b.com", "fwdc-three.com"]) {
			await anna.says(said, { forward: true });
		}
		await anna.until("✅ 3 available");
		const told = anna.messages.filter((each) => each.from === "bot");
		expect(told).toHaveLength(1);
		expect(told[0]?.text).toContain("a..b.com — It has two dots in a row");
	});

	it("does not start with one forwarded name or a name typed after it", async () => {
		const anna = await world.customer();
		await anna.says("fwd-alone.com", { forward: true });
		await anna.until("fwd-alone.com is available");
		await anna.says("fwd-typed.com");
		await anna.until("fwd-typed.com is available");
		expect(anna.messages.filter((each) => each.from === "bot")).toHaveLength(2);
	});

	it("shows each result if one name was taken meanwhile, and leads to the next step of each", async () => {
		const anna = await world.customer();
		await anna.says("/search part-one.com part-two.com");
		await anna.until("2 available");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		world.fixture.service.take("part-two.com", world.fixture.service.openAccount());
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("❌ part-two.com");
		expect(anna.screen).toContain("✅ part-one.com");
		expect(anna.buttons.slice(0, -2)).toEqual([["🌐 My domains"], ["🔎 Another name"], ["🧭 DNS", "🖥 Nameservers"]]);
		await anna.taps("Another name");
		await anna.until("part-two: 1 of 2 extensions available");
		await anna.taps("🧭 DNS");
		await anna.until("🧭 DNS of part-one.com");
	});

	it("leads to other names and not to another attempt if every name was taken meanwhile", async () => {
		const anna = await world.customer();
		const { take, openAccount } = world.fixture.service;
		await anna.says("gone-one.com gone-two.com");
		await anna.until("2 available");
		await anna.taps("Register 2 domains");
		await anna.until("Register 2 domains?");
		for (const name of ["gone-one.com", "gone-two.com"]) take(name, openAccount());
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("Not registered: 2 domains");
		expect(anna.buttons[0]).toEqual(["🔎 gone-one", "🔎 gone-two"]);
		await anna.taps("🔎 gone-two");
		await anna.until("gone-two: 1 of 2 extensions available");
	});

	it("shows what was paid and what was not if the money runs out halfway, and retries the rest", async () => {
		const anna = await world.customer();
		const { charging } = world.fixture.service;
		await anna.says("half-one.com half-two.com half-three.com half-four.com");
		await anna.until("4 available");
		await anna.taps("Register 4 domains");
		await anna.until("Register 4 domains?");
		let asked = 0;
		charging.told = true;
		// Another program spends the account's money after the first two names.
		charging.register = (cents) => {
			asked += 1;
			if (asked === 3) anna.account.balanceCents = 1_000;
			return cents;
		};
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		charging.told = false;
		delete charging.register;
		const { text } = await anna.until("Registered: 2 of 4 domains");
		expect(text).toContain(
			[
				"✅ half-one.com · $11.50",
				"✅ half-two.com · $11.50",
				"❌ half-three.com — Your balance is too low.",
				"❌ half-four.com — Your balance is too low.",
				"Charged: $23.00",
				"Balance: $500.00 → $10.00",
			].join("\n"),
		);
		await anna.taps("Retry failed");
		const short = await anna.until("You need $13.00 more");
		expect(short.text).toContain("Register 2 domains?\n\n• half-three.com · $11.50\n• half-four.com · $11.50");
		anna.account.balanceCents = 5_000;
		await anna.taps("Refresh price");
		await anna.untilView(() => anna.buttons.flat().some((label) => label.includes("Pay")));
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		const rest = await anna.until("Balance: $50.00 → $27.00");
		expect(rest.text).toContain("✅ half-three.com");
		expect(rest.text).toContain("✅ half-four.com");
		const bought = ["half-one.com", "half-two.com", "half-three.com", "half-four.com"];
		expect(anna.account.ledger.map(({ domain }) => domain)).toEqual(bought);
	});

	it("shows the reason of each name if every name fails for another one", async () => {
		const anna = await world.customer();
		const { charging, prices, take, openAccount } = world.fixture.service;
		await anna.says("all-taken.com all-unsold.net all-unpaid.com");
		await anna.until("3 available");
		await anna.taps("Register 3 domains");
		await anna.until("Register 3 domains?");
		const net = prices.get(".net") ?? { register: 0, renew: 0 };
		take("all-taken.com", openAccount());
		prices.delete(".net");
		charging.register = (cents) => {
			anna.account.balanceCents = 0;
			return cents;
		};
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		prices.set(".net", net);
		delete charging.register;
		const { text } = await anna.until("Not registered: 3 domains. Nothing was charged.");
		expect(text).toContain("❌ all-taken.com — The domain is taken or can’t be ordered.");
		expect(text).toContain(
			"❌ all-unsold.net — The registrar rejected the data. — “the small service says validation_error”",
		);
		expect(text).toContain("❌ all-unpaid.com — Your balance is too low.");
		expect(anna.account.ledger).toEqual([]);
	});

	it("shows every name by page, and why a name is not available", async () => {
		const anna = await world.customer();
		const free = Array.from({ length: 60 }, (_, index) => `every${index}.com`);
		const unsold = Array.from({ length: 15 }, (_, index) => `every${index}.zzz`);
		await anna.says([...free, ...unsold, "a..b.com"].join("\n"));
		await anna.until("✅ 60 available · ❌ 0 taken · 🚫 15 unavailable");
		const told = [anna.screen];
		for (let page = 2; page <= 4; page += 1) {
			const before = anna.screen;
			await anna.taps("Next");
			await anna.untilView(() => anna.screen !== before);
			told.push(anna.screen);
		}
		for (const name of [...free, ...unsold]) expect(told.join("\n")).toContain(`${name} `);
		expect(told.join("\n")).toContain("every14.zzz — This extension isn’t sold here.");
		expect(told.join("\n")).toContain("76 of 76");
		expect(anna.buttons.flat().join()).not.toContain("Next");
	});

	it("can be reopened from its quote after a cancellation or a purchase", async () => {
		const anna = await world.customer();
		await anna.says(Array.from({ length: 100 }, (_, index) => `way${index}.com`).join("\n"));
		await anna.until("✅ 100 available");
		await anna.taps("Register 100 domains");
		await anna.until("Add money");
		await anna.taps("Back");
		await anna.until("✅ 100 available");
		await anna.taps("Register 100 domains");
		await anna.taps("Cancel");
		await anna.until("Cancelled");
		await anna.taps("Back");
		await anna.until("✅ 100 available");
	});

	it("shows a look-alike name with its punycode and a warning on every screen", async () => {
		const anna = await world.customer();
		world.fixture.service.take("xn--e1afmkfd.com", world.fixture.service.openAccount());
		await anna.says("аррle.com pаypal.net plain-name.com пример.com");
		await anna.until("аррle.com (xn--le-6kc8da.com) · $11.50, then $12.50/yr\n⚠️ mixes look-alike alphabets");
		expect(anna.screen).toMatch(
			/pаypal\.net \(xn--[a-z0-9-]+\.net\) · \$13\.00, then \$13\.00\/yr\n⚠️ mixes look-alike alphabets/,
		);
		expect(anna.screen).toContain("plain-name.com · $11.50, then $12.50/yr\n");
		expect(anna.screen).toContain("Taken: пример.com (xn--e1afmkfd.com)");
		await anna.taps("Register 3 domains");
		await anna.until("• аррle.com (xn--le-6kc8da.com) · $11.50 — ⚠️ mixes look-alike alphabets");
		expect(anna.screen).toMatch(/⚠️ Look-alike letters: аррle\.com \(xn--le-6kc8da\.com\), pаypal\.net \(xn--/);
	});

	it("warns at each name with unusual letters, and says which name it looks like", async () => {
		const anna = await world.customer();
		await anna.says("İstanbul-x.com l\u0307inked-x.com ɡit-x.com maiɩ-x.com ɑpple-x.com");
		const looks = ["istanbul-x.com", "linked-x.com", "git-x.com", "maii-x.com", "apple-x.com"];
		await anna.until("apple-x.com");
		for (const name of looks) expect(anna.screen).toContain(`⚠️ unusual Latin letters, looks like ${name}`);
		await anna.taps("Register 5 domains");
		await anna.until("Total, 5 domains × 1 year: $57.50");
		for (const name of looks) expect(anna.screen).toContain(`⚠️ unusual Latin letters, looks like ${name}`);
	});

	it("shows a single look-alike word with its punycode and the warning", async () => {
		const anna = await world.customer();
		await anna.says("аррle");
		await anna.until("аррle (xn--le-6kc8da): 2 of 2 extensions available");
		expect(anna.screen).toContain("Look-alike letters");
	});

	it("gets its own reply right after another list, even an identical one", async () => {
		const anna = await world.customer();
		const answers = () => anna.messages.filter((message) => message.from === "bot").length;
		await anna.says("first-a.com first-b.com");
		await anna.until("first-b.com");
		await anna.says("second-a.com second-b.com");
		await anna.until("second-b.com");
		await anna.says("second-a.com second-b.com");
		await anna.untilView(() => answers() === 3);
		await anna.until("first-b.com");
	});

	it.each(["", "/search "])("may be separated by blanks, commas, semicolons and line breaks: %s", async (command) => {
		const anna = await world.customer();
		await anna.says(`${command}mix-a.com mix-b.com, mix-c.com;mix-d.com\nmix-e.com,mix-a.com`);
		await anna.until("✅ 5 available");
		for (const letter of ["a", "b", "c", "d", "e"]) expect(anna.screen).toContain(`mix-${letter}.com · $11.50`);
	});

	it.each(["/search one-a.com one-b.com bad_name", "one-a.com, bad_name, one-b.com"])(
		"on one line names the part that is not a name: %s",
		async (said) => {
			const anna = await world.customer();
			await anna.says(said);
			await anna.until("✅ 2 available");
			expect(anna.screen).toContain("⚠️ bad_name — “_” isn’t allowed");
		},
	);

	it("counts the skipped items of each page, and names the filter that hides them", async () => {
		const anna = await world.customer();
		const names = Array.from({ length: 20 }, (_, index) => `skip-page-${index}.com`);
		const odd = Array.from({ length: 24 }, (_, index) => `bad_${index}.com`);
		await anna.says([...names, ...odd].join("\n"));
		await anna.until("✅ 20 available");
		const seen: number[] = [];
		for (let more = true; more; ) {
			const shown = anna.screen.match(/⚠️ bad_\d+/g)?.length ?? 0;
			expect(anna.screen).not.toMatch(/and \d+ more/);
			if (shown > 0) expect(anna.screen).toContain(`24 items skipped. On this page: ${shown}`);
			seen.push(shown);
			const next = `Page ${seen.length + 1} of`;
			more = anna.buttons.flat().some((label) => label.includes("Next"));
			if (more) await anna.taps("Next");
			if (more) await anna.until(next);
		}
		expect(seen.reduce((sum, count) => sum + count, 0)).toBe(24);
		await anna.taps("Filter");
		await anna.taps("Under $20");
		await anna.until("24 items skipped. Remove the filter to see them.");
	});

	it("of 5,000 lines without a name gets one reply", async () => {
		const anna = await world.customer();
		await anna.says(Array.from({ length: 5_000 }, (_, line) => `some words without sense ${line} <b>`).join("\n"));
		await anna.until(/[45],\d\d\d items skipped/);
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
	});

	it("of 5,000 lines split by the client is one list with one reply", async () => {
		const anna = await world.customer();
		const list = Array.from({ length: 5_000 }, (_, index) => `bulk${index}.com`);
		await anna.says(list.join("\n"));
		await anna.until(/Checked 0 of [45],\d\d\d/);
		await expect
			.poll(() => world.fixture.database.sql`select from bot.board_names where name = 'bulk4990.com'`)
			.toHaveLength(1);
		await anna.taps("Stop");
		await anna.until("Stopped: 0 of");
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
		await anna.taps("Check the rest");
		await world.advance(4_000);
		await world.work();
		await anna.until("✅ 5,000 available");
		expect(anna.screen).toContain("Page 1 of 200 · 1–25 of 5,000");
		expect(anna.screen).toContain("One order takes up to 1,000 names");
		expect(anna.buttons.flat()).toContain("Register 1,000 domains");
		expect(anna.screen).toContain("Total: $11,500.00");
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
	});

	it("costs no call for its ticks, filters, pages and years", async () => {
		const anna = await world.customer();
		await anna.says([..."abcdefg"].map((letter) => `free-${letter}.com free-${letter}.net`).join("\n"));
		await anna.until("✅ 14 available");
		const before = world.fixture.service.calls.length;
		await anna.taps("Filter");
		await anna.until("Show which names, and in which order?");
		await anna.taps("Available");
		await anna.until("Filter: Available");
		await anna.taps("Filter");
		await anna.taps("Under $10");
		await anna.until("No name matches this filter");
		await anna.taps("Show all");
		await anna.taps("☑️ free-a.net");
		await anna.until("Selected: 13 of 14");
		await anna.taps("Filter, sort, years");
		await anna.taps("📅 1 year");
		await anna.taps("3 years");
		await anna.until("Total for 3 years");
		expect(world.fixture.service.calls.length).toBe(before);
		await anna.taps("Filter");
		await anna.taps("Fits");
		await anna.until("Filter: Fits");
		expect(world.fixture.service.calls.length).toBe(before + 1);
	});

	it("stops by a button that a live message has replaced since", async () => {
		const anna = await world.customer();
		await anna.says(Array.from({ length: 101 }, (_, index) => `live${index}.com`).join("\n"));
		await anna.until("Checked 0 of 101");
		await world.fixture.database.sql`update bot.screens set keyboard_rev = keyboard_rev + 1 where feature = 'list'`;
		await anna.taps("Stop");
		await anna.until("Stopped: 0 of 101");
		expect(anna.toasts).toHaveLength(0);
	});

	it("does not disturb another list of the same person", async () => {
		const anna = await world.customer();
		const many = (word: string) => Array.from({ length: 150 }, (_, index) => `${word}${index}.com`).join("\n");
		await anna.says(many("two-a"));
		await anna.until("Checked 0 of 150");
		await anna.says(many("two-b"));
		await anna.untilView(() => anna.messages.filter(({ from }) => from === "bot").length === 2);
		await world.work();
		await anna.untilView(
			() => anna.messages.filter(({ text }) => text?.includes("✅ 150 available")).length === 2,
			"both lists were not finished",
		);
	});

	it("shows a different reason for each name that the registrar refuses", async () => {
		const anna = await world.customer();
		const odd = (code: string) => ({ kind: "refused", status: 422, code }) as const;
		// The bot searches for all three names. If a search is refused, the bot splits it: into two names and one name, and
		// then into single names. A refused search needs two faults, because the bot repeats it after the first 422, with
		// plain strings instead of objects. So the searches for three and for two names need four faults, and each refused
		// name needs two.
		world.fixture.service.fail(/search.batch/, ...["x", "x", "x", "x"].map(odd), odd("odd_one"), odd("odd_one"));
		world.fixture.service.fail(/search.batch/, odd("odd_two"), odd("odd_two"));
		await anna.says("differ-a.com differ-b.com differ-c.com");
		const { text } = await anna.until("✅ 1 available");
		expect(text).toContain("🚫 2 unavailable");
		expect(text).toContain("🚫 differ-a.com — The registrar refused it: odd_one");
		expect(text).toContain("🚫 differ-b.com — The registrar refused it: odd_two");
	});

	it("of a few names says why it cannot be looked up, and is looked up on the next attempt", async () => {
		const anna = await world.customer();
		const down = { kind: "page", status: 502 } as const;
		world.fixture.service.fail(/search.batch/, down, down, down, down);
		await anna.says("later-one.com later-two.com");
		await anna.until("The registrar isn’t responding");
		expect(anna.buttons).toEqual([["↻ Try again"], ["🏠 Home"]]);
		world.fixture.service.heal();
		await anna.taps("Try again");
		await anna.until("✅ 2 available");
	});

	it("survives the process that looked it up", async () => {
		const anna = await world.customer();
		await anna.says(Array.from({ length: 250 }, (_, index) => `restart${index}.com`).join("\n"));
		await anna.until("Checked 0 of 250");
		await world.fixture.database
			.sql`update bot.boards set lease_until = clock() + interval '20 s' where state = 'running'`;
		await world.restart();
		await world.work();
		expect(anna.screen).toContain("Checked 0 of 250");
		await world.advance(21_000);
		await world.work();
		await anna.until("✅ 250 available");
	});
});

describe("the price list", () => {
	it("is shown, and searched by a part of the TLD", async () => {
		const anna = await world.customer();
		await anna.says("/prices");
		await anna.until(".com $11.50, then $12.50/yr");
		await anna.says("/prices ne");
		await anna.until(".net $13.00");
		await anna.says("/prices zzz");
		await anna.until("No extension matches “zzz”");
		await anna.taps("All prices");
		await anna.until(".com $11.50");
	});
});

it("waits for an account if the service lists no prices without one", async () => {
	const anna = await world.chat();
	await anna.says("/prices ne");
	await anna.until("Connect one, then continue with the price list.");
	await anna.taps("Connect my account");
	await anna.says(world.fixture.service.openAccount().token);
	await anna.taps("▶️ Continue: 💲 Price list");
	await anna.until(".net $13.00");
});

describe("the delivery log", () => {
	it("is shown, also if it is empty", async () => {
		const anna = await world.customer();
		await anna.says("/deliveries");
		await anna.until("No deliveries yet");
		await anna.taps("Failed only");
		await anna.untilView(() => anna.buttons.flat().includes("All attempts"));
	});
});

describe("alerts", () => {
	const mutesOf = ({ view }: { view: { person: { id: number } } }) =>
		world.fixture.actions.alert.mutes({ personId: view.person.id });

	it("are muted and unmuted by type and by domain", async () => {
		const anna = await world.customer();
		await anna.says("/alerts");
		await anna.until("Tap to turn on or off");
		await anna.taps("🔔 Renewals of all domains");
		await anna.until("🔕 Renewals of all domains: alerts off.");
		expect(anna.buttons.flat()).toContain("🔕 Renewals of all domains");
		await anna.says("/alerts quiet.com other.com");
		await anna.until("Send one domain at a time, such as /alerts example.com");
		await anna.says("/alerts quiet.com");
		await anna.until("quiet.com isn’t in this account");
		world.fixture.service.take("quiet.com", anna.account);
		await anna.says("/alerts quiet.com");
		await anna.until("🔔 quiet.com: alerts on.");
		expect(anna.buttons.slice(0, 2)).toEqual([["🔔 Blocks of this domain"], ["🔔 Other alerts of this domain"]]);
		expect(await mutesOf(anna)).toEqual([{ topic: "type", type: "domain.renewed" }]);
		await anna.taps("🔔 Other alerts of this domain");
		await anna.until("You still get an alert if this domain is blocked");
		expect(anna.screen).toContain("🔕 quiet.com: alerts off.");
		await anna.says("/alerts quiet.com");
		await anna.until("You still get an alert if this domain is blocked");
		expect(anna.buttons.slice(0, 2)).toEqual([["🔔 Blocks of this domain"], ["🔕 Other alerts of this domain"]]);
		await anna.taps("🔔 Blocks of this domain");
		await anna.until("🔕 quiet.com, Blocks: alerts off.");
		await anna.untilView(() => anna.buttons.flat().includes("🔕 Blocks of this domain"));
		expect(anna.screen).not.toContain("You still get an alert");
		await anna.taps("🔕 Other alerts of this domain");
		await anna.until("🔔 quiet.com: alerts on.");
		await anna.taps("🔔 Other alerts of this domain");
		await anna.until("🔕 quiet.com: alerts off.");
		expect(anna.screen).not.toContain("You still get an alert");
		await anna.taps("Alerts of all domains");
		await anna.untilView(() => anna.buttons.flat().includes("🔔 Blocks of all domains"));
		await anna.taps("Back");
		await anna.until("You always get the results of your own orders and changes");
		expect(anna.buttons.flat()).toContain("🔔 Alerts: 4 of 5 on");
	});

	it("are muted and unmuted by label", async () => {
		const anna = await world.customer();
		const { sql } = world.fixture.database;
		await sql`
			insert into bot.domains (account_id, domain, client_ref)
			select account_id, 'labelled.com', 'My Shop' from bot.connections where person_id = ${anna.view.person.id}`;
		await anna.says("/alerts sale");
		await anna.until("No domain has the tag “sale”. Nothing was changed.");
		expect(anna.buttons.flat().join()).not.toContain("sale");
		await anna.says("/alerts my shop");
		await anna.until("🔔 My Shop: alerts on.");
		expect(await mutesOf(anna)).toEqual([]);
		await anna.taps("🔔 Other alerts of 🏷 My Shop");
		await anna.until("You still get an alert if a domain with this label is blocked");
		await anna.taps("🔔 Blocks of 🏷 My Shop");
		await anna.untilView(() => anna.buttons.flat().includes("🔕 Blocks of 🏷 My Shop"));
		await anna.says("/notifications");
		await anna.taps("🔕 Domains that differ: 1");
		await anna.taps("🏷 My Shop · all off");
		await anna.taps("🔕 Other alerts of 🏷 My Shop");
		await anna.until("🔔 My Shop: alerts on.");
		await anna.taps("🔕 Blocks of 🏷 My Shop");
		await anna.untilView(() => anna.buttons.flat().includes("🔔 Blocks of 🏷 My Shop"));
		await anna.taps("Back");
		await anna.until("All domains get the same alerts.");
		expect(anna.buttons.flat().join()).not.toContain("My Shop");
	});

	it("are muted and unmuted by tag, from the list of tags and from the tags of a domain", async () => {
		const anna = await world.customer();
		world.fixture.service.take("tagged-plum.com", anna.account);
		await anna.says("/alerts");
		await anna.taps("🏷 Alerts by tag");
		await anna.until("You have no tags yet");
		await anna.says("/domains tagged-plum.com");
		await anna.taps("🏷 Tags and note");
		await anna.says("fruit");
		await anna.until("#fruit");
		await anna.taps("🏷 Alerts by tag");
		await anna.taps("🔔 #fruit · 1 domain");
		await anna.taps("🔔 Other alerts of #fruit");
		await anna.until("You still get an alert if a domain with this tag is blocked");
		expect(await mutesOf(anna)).toEqual([{ topic: "tag", tag: "fruit" }]);
		await anna.taps("Back");
		await anna.untilView(() => anna.buttons.flat().includes("🔕 #fruit · only blocks"));
		await anna.taps("Back");
		await anna.until("tagged-plum.com");
		for (const text of ["/alerts #fruit", "/alerts fruit"]) {
			await anna.says(text);
			await anna.until("🔕 #fruit: alerts off.");
			expect(anna.buttons[0]).toEqual(["🔔 Blocks of #fruit"]);
		}
		await anna.taps("🔔 Blocks of #fruit");
		await anna.until("🔕 #fruit, Blocks: alerts off.");
		expect(anna.screen).not.toContain("You still get an alert");
	});

	it("of a domain that differs lead back to the page of the list", async () => {
		const anna = await world.customer();
		const personId = anna.view.person.id;
		const names = Array.from({ length: 14 }, (_, index) => `quiet-${String.fromCodePoint(97 + index)}.com`);
		for (const domain of names) await world.fixture.actions.alert.mute({ personId, topic: "domain", domain });
		const shown = () => anna.buttons.flat().filter((label) => /quiet-/.test(label));
		await anna.says("/notifications");
		await anna.taps("🔕 Domains that differ: 14");
		await anna.until("Page 1 of 2");
		await anna.taps("Next ›");
		await anna.until("Page 2 of 2");
		expect(shown()).toEqual(["k", "l", "m", "n"].map((each) => `quiet-${each}.com · only blocks`));
		await anna.taps("quiet-m.com · only blocks");
		await anna.taps("🔔 Blocks of this domain");
		await anna.until("🔕 quiet-m.com, Blocks: alerts off.");
		await anna.taps("Back");
		await anna.until("Page 2 of 2");
		expect(shown()).toContain("quiet-m.com · all off");
	});

	it("have one page with the state of all notifications, each with its settings", async () => {
		const anna = await world.customer();
		const sections = [
			["🔔 Alerts: all on", "🔔 Alerts of all domains"],
			["⏰ Reminders: 60, 30, 7, 1 days", "Reminders before a domain expires"],
			["🌙 Quiet hours: off", "🌙 Quiet hours: off"],
			["🗞 Digest: off", "🗞 Digest: off"],
			["🔕 Domains that differ: 0", "All domains get the same alerts."],
		] as const;
		await anna.says("/settings");
		await anna.taps("🔔 Notifications");
		for (const [button, page] of sections) {
			await anna.until("You always get the results of your own orders and changes.");
			await anna.taps(button);
			await anna.until(page);
			await anna.taps("Back");
		}
		await anna.says("/quiet 22-7");
		await anna.until("Saved");
		await anna.taps("Back");
		await anna.untilView(() => anna.buttons.flat().includes("🌙 Quiet hours: 22:00–07:00"));
	});
});
