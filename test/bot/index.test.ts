import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type BotUnderTest, startBot } from "./setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("a first visit", () => {
	it.each([
		["en", "Welcome"],
		["ru", "Добро пожаловать"],
		["ru-RU", "Добро пожаловать"],
		["fr", "Welcome"],
	])("shows a greeting in the language of the client: %s", async (language, greeting) => {
		const { id } = await world.meet(language);
		const anna = await world.chat({ person: id });
		await anna.starts();
		await anna.until(greeting);
	});

	it("shows the greeting only once", async () => {
		const anna = await world.chat();
		await anna.starts();
		await anna.says("/start");
		await anna.until("connect your account.");
		expect(anna.screen).not.toContain("Welcome");
	});

	it.each(["my-cafe.com", "coffee", "List of 3 names"])(
		"offers an example to tap, which waits for an account: %s",
		async (example) => {
			const anna = await world.chat();
			await anna.starts();
			await anna.taps(example);
			await anna.until(/then continue with (my-cafe\.com\.|coffee|your list \(my-cafe\.com …\)\.)/);
			const account = world.fixture.service.openAccount();
			await anna.says(`/connect ${account.token}`);
			await anna.taps("▶️ Continue");
			await anna.until(/my-cafe\.com is available|coffee: 2 of 2 extensions|✅ 2 available/);
		},
	);

	it.each([
		["my-cafe.com", "my-cafe.com is available"],
		["coffee", "coffee: 2 of 2 extensions available"],
		["List of 3 names", "✅ 2 available"],
	])("offers an example to tap after the first connection: %s", async (example, answer) => {
		const anna = await world.chat();
		await anna.says(`/connect ${world.fixture.service.openAccount().token}`);
		await anna.until("Tap an example");
		await anna.taps(example);
		await anna.until(answer);
	});

	it("shows the commands described in its language", async () => {
		const { id } = await world.meet("ru");
		const boris = await world.chat({ person: id });
		const described = { command: "expiring", description: "Что скоро истекает: /expiring 60" };
		const { commands } = await boris.untilView(({ commands }) => commands.length > 0);
		expect(commands).toContainEqual(described);
	});
});

describe("the journey from a name to a registered domain", () => {
	it("needs only typing and tapping, in one message", async () => {
		const anna = await world.customer();
		await anna.says("journey.com");
		await anna.until("journey.com is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.until("How many years");
		await anna.taps("2 years");
		await anna.until("Price for 2 years: $24.00");
		expect(anna.screen).toContain("Balance after: $476.00");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("journey.com is registered");
		expect(anna.screen).toContain("Balance: $500.00 → $476.00");
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
		expect(anna.account.ledger).toEqual([{ domain: "journey.com", cents: 2_400 }]);
	});

	it("keeps the person's references, and finds the order by its own", async () => {
		const anna = await world.customer();
		await anna.says("/search references.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.taps("Set label");
		await anna.until("Send a label for references.com");
		await anna.says("shop <main>");
		await anna.until("Label: shop <main>");
		await anna.taps("Options");
		await anna.taps("Set reference");
		await anna.until("such as a PO number");
		await anna.says("PO-17");
		await anna.until("External reference: PO-17");
		expect(anna.screen).toContain("Label: shop <main>");
		expect(anna.screen).toContain("External reference: PO-17");
		await anna.taps("Pay");
		await anna.until("Placing your order");
		await world.work();
		await anna.until("is registered");
		const [, reference = ""] = /Order (#\w+)/.exec(anna.screen) ?? [];
		await anna.says(`/op ${reference.slice(1).toLowerCase()}`);
		await anna.untilView(({ messages }) => {
			const last = messages.at(-1);
			return last?.from === "bot" && messages.length > 5 && (last.text ?? "").includes(reference);
		});
		await anna.says("/op ZZZZ");
		await anna.until("No order or change ZZZZ found");
	});

	it("can be cancelled at every step", async () => {
		const anna = await world.customer();
		await anna.says("back.com");
		await anna.until("is available");
		await anna.taps("Register");
		await anna.taps("Options");
		await anna.taps("Set label");
		await anna.taps("Back");
		await anna.until("How many years");
		await anna.taps("Back");
		await anna.until("Register back.com?");
		await anna.taps("Cancel");
		await anna.until("Cancelled: back.com");
		await anna.taps("Home");
		await anna.until("🏠 Home");
		expect(anna.account.ledger).toEqual([]);
	});
});

describe("name search", () => {
	it("drops no word before a name", async () => {
		const anna = await world.customer();
		await anna.says("northwind coffee.net");
		await anna.until("coffee.net is available");
		expect(anna.screen).toContain("Your words as one name: northwindcoffee.net");
		await anna.taps("🔎 northwindcoffee.net");
		await anna.until("northwindcoffee.net is available");
		expect(anna.screen).not.toContain("Your words");
		await anna.taps("Back");
		await anna.until("Your words as one name");
		await anna.says("northwind coffee .com");
		await anna.until("northwindcoffee.com is available");
	});

	it("offers every TLD for a name without one", async () => {
		const anna = await world.customer();
		await anna.says("shortlist");
		await anna.until("2 of 2 extensions available");
		await anna.taps("shortlist.net");
		await anna.until("shortlist.net is available");
		await anna.taps("Back");
		await anna.until("2 of 2 extensions available");
	});

	it("filters the TLDs by price, keeps the filter behind an offer, and drops it again", async () => {
		const { prices } = world.fixture.service;
		prices.set(".io", { register: 3_999, renew: 4_499 });
		onTestFinished(() => void prices.delete(".io"));
		const anna = await world.customer();
		await anna.says("filtered");
		await anna.until("3 of 3 extensions available");
		expect(anna.buttons.flat().map((label) => label.replaceAll("\u00a0", " "))).toContain(
			"filtered.io $39.99, then $44.99/yr",
		);
		await anna.taps("Under $15.00");
		await anna.untilView(() => !anna.buttons.flat().some((label) => label.startsWith("filtered.io")));
		await anna.taps("filtered.com");
		await anna.until("filtered.com is available");
		await anna.taps("Back");
		await anna.until("3 of 3 extensions available");
		await anna.taps("• Under $15.00 •");
		await anna.untilView(() => anna.buttons.flat().some((label) => label.startsWith("filtered.io")));
	});

	it("asks until there is a name", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Search domains");
		await anna.says("a..b");
		await anna.until("It has two dots in a row or starts with a dot");
		await anna.sticks("🦊");
		await anna.until("No domain names found in your message");
		await anna.says("guided.com");
		await anna.until("guided.com is available");
		await anna.untilView((view) => view.messages.filter((message) => message.from === "bot").length === 1);
	});

	it.each([
		["EXAMPLE.com.", "example.com is available"],
		["http://example.com/path?x", "example.com is available"],
		["пример.рф", "пример.рф (xn--e1afmkfd.xn--p1ai)"],
		["a..b", "It has two dots in a row or starts with a dot"],
		[`${"a".repeat(64)}.com`, "Each part can have at most 63 characters. This one has 64."],
		["🔥.com", "“🔥” isn’t allowed"],
		["exa\u200fmple.com", "It contains invisible marks that change the reading direction"],
		["<b>", "<b> isn’t a domain"],
	])("replies to %s", async (text, answer) => {
		const anna = await world.customer();
		await anna.says(text);
		await anna.until(answer);
	});

	it("says so if a name is taken", async () => {
		const anna = await world.customer();
		const other = await world.customer();
		world.fixture.service.take("taken.com", other.account);
		await anna.says("taken.com");
		await anna.until("taken.com is taken");
		expect(anna.buttons.flat()).not.toContain("Register");
		await anna.taps("taken.net");
		await anna.until("taken.net is available");
		await anna.taps("Back");
		await anna.until("taken.com is taken");
	});
});

describe("my domains", () => {
	it("are listed, and each has its card", async () => {
		const anna = await world.customer();
		for (let index = 0; index < 22; index += 1) world.fixture.service.take(`mine${index}.com`, anna.account);
		await anna.says("/domains");
		await anna.until("My domains");
		expect(anna.buttons).toHaveLength(20 + 3);
		await anna.taps("Next");
		await anna.taps("mine9.com");
		await anna.until("Auto-renew: off");
		await anna.taps("Back");
		await anna.until("My domains");
		expect(anna.buttons.flat()).toContain("‹ Previous");
		await anna.says("/domains mine3.com");
		await anna.until("mine3.com");
	});
});

describe("a remark", () => {
	it("is no search: thanks and yes lead Home, balance to the account", async () => {
		const anna = await world.customer();
		await anna.says("thanks");
		await anna.until("You’re welcome!");
		await anna.says("да");
		await anna.until("There is no open question.");
		await anna.says("balance");
		await anna.until("Balance:");
		await anna.says("/search thanks");
		await anna.until("thanks: 2 of 2 extensions available");
	});

	it("opens the page that a person asks for in words, and searches the same word by command", async () => {
		const anna = await world.customer();
		for (const [words, page] of Object.entries({
			help: "What you can do here",
			orders: "No orders or changes yet",
			"my domains": "This account has no domains yet",
			"сколько стоит домен": "💲 Prices",
			hello: "🏠 Home",
		})) {
			await anna.says(words);
			await anna.until(page);
		}
		await anna.says("/search hello");
		await anna.until("hello: 2 of 2 extensions available");
	});

	it("with a mail address looks up its domain only after a tap", async () => {
		const anna = await world.customer();
		await anna.says("anna@mail.com");
		await anna.until("That’s an email address");
		await anna.taps("Search mail.com");
		await anna.until("mail.com is available");
	});
});

describe("a request for what the service cannot do", () => {
	it("says where to do it, and still offers the search", async () => {
		const anna = await world.customer();
		await anna.says("auth code");
		await anna.until("Auth codes aren’t available here");
		await anna.taps("🔎 Search these words");
		await anna.until("authcode");
		await anna.says("/transfer");
		await anna.until("Transfers aren’t possible here");
		await anna.says("DNSSEC for shop.com");
		await anna.until("DNSSEC can’t be set up here");
	});

	it.each([
		["delete example.com", "Domains cannot be deleted here"],
		["/delete", "Domains cannot be deleted here"],
		["/delete example.com", "Domains cannot be deleted here"],
		["хочу перенести example.com к другому регистратору", "Transfers aren’t possible here"],
		["/owner", "Contacts can’t be changed here"],
		["/auto_renew", "🔁 Auto-renew"],
		["автопродление", "🔁 Auto-renew"],
		["turn off auto-renew for example.com", "🔁 Auto-renew example.com"],
	])("is understood in other words: %s", async (text, reply) => {
		const anna = await world.customer();
		world.fixture.service.take("example.com", anna.account);
		await anna.says(text);
		await anna.until(reply);
		expect(anna.buttons.flat().join()).not.toContain("Register");
	});
});

describe("input that the bot does not recognize", () => {
	it("always gets a reply", async () => {
		const anna = await world.chat();
		await anna.starts();
		await anna.sticks("🦊");
		await anna.until("Nice one");
		await anna.sends({ name: "имена.pdf", content: "%PDF" });
		await anna.until("This file can’t be used here");
		await anna.says("/dance");
		await anna.until("There is no such command");
		await anna.says("What would you do if you were a registrar in my place?");
		await anna.until("We didn’t get that");
	});
});

describe("the language", () => {
	it("is chosen by its own name, and all texts change", async () => {
		const anna = await world.chat();
		await anna.starts();
		await anna.taps("Language");
		await anna.taps("Русский");
		await anna.until("Язык: русский");
		await anna.says("/language en");
		await anna.until("Language: English");
		await anna.says("/settings");
		await anna.taps("Language");
		await anna.taps("Back");
		await anna.until("Settings");
	});

	it("and the time zone apply to every date and time", async () => {
		const anna = await world.customer();
		await anna.says("/settings Asia/Tokyo");
		await anna.until("Time zone: Asia/Tokyo");
		await anna.says("/settings Mars/Base");
		await anna.until("Time zone not found");
		await anna.taps("Time zone");
		await anna.taps("Berlin");
		await anna.until("Time zone: Europe/Berlin");
	});
});
