import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
		await anna.until("To begin");
		expect(anna.screen).not.toContain("Welcome");
	});

	it("shows the commands described in its language", async () => {
		const { id } = await world.meet("ru");
		const boris = await world.chat({ person: id });
		const described = { command: "search", description: "Найти имя: /search example" };
		const { commands } = await boris.untilView(({ commands }) => commands.length > 0);
		expect(commands).toContainEqual(described);
	});
});

describe("the journey from a name to a registered domain", () => {
	it("needs only typing and tapping, in one message", async () => {
		const anna = await world.customer();
		await anna.says("journey.com");
		await anna.until("journey.com is free");
		await anna.taps("Register");
		await anna.until("For how many years");
		await anna.taps("2 years");
		await anna.until("label of your own");
		await anna.taps("Go on");
		await anna.until("Price for 2 years: $24.00");
		expect(anna.screen).toContain("Balance after: $476.00");
		await anna.taps("Confirm");
		await anna.until("about to place the order");
		await world.work();
		await anna.until("journey.com is registered");
		expect(anna.screen).toContain("Balance: $500.00 → $476.00");
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(1);
		expect(anna.account.ledger).toEqual([{ domain: "journey.com", cents: 2_400 }]);
	});

	it("keeps the person's references, and finds the order by its own", async () => {
		const anna = await world.customer();
		await anna.says("/search references.com");
		await anna.until("is free");
		await anna.taps("Register");
		await anna.says("1");
		await anna.until("label of your own");
		await anna.says("shop <main>");
		await anna.until("reference of another system");
		expect(anna.screen).toContain("shop <main>");
		await anna.says("PO-17");
		await anna.until("Register references.com?");
		expect(anna.screen).toContain("Label: shop <main>");
		expect(anna.screen).toContain("Reference: PO-17");
		await anna.taps("Confirm");
		await anna.until("about to place the order");
		await world.work();
		await anna.until("is registered");
		const [, reference = ""] = /Order (#\w+)/.exec(anna.screen) ?? [];
		await anna.says(`/op ${reference.slice(1).toLowerCase()}`);
		await anna.untilView(({ messages }) => {
			const last = messages.at(-1);
			return last?.from === "bot" && messages.length > 5 && (last.text ?? "").includes(reference);
		});
		await anna.says("/op ZZZZ");
		await anna.until("There is no order ZZZZ of yours");
	});

	it("can be cancelled at every step", async () => {
		const anna = await world.customer();
		await anna.says("back.com");
		await anna.until("is free");
		await anna.taps("Register");
		await anna.taps("Back");
		await anna.until("is free");
		await anna.taps("Register");
		await anna.taps("1 year");
		await anna.taps("Go on");
		await anna.taps("No, leave it");
		await anna.until("Withdrawn: back.com");
		await anna.taps("Home");
		await anna.until("🏠 Home");
		expect(anna.account.ledger).toEqual([]);
	});
});

describe("name search", () => {
	it("offers every TLD for a name without one", async () => {
		const anna = await world.customer();
		await anna.says("shortlist");
		await anna.until("2 of 2 names are free");
		await anna.taps("shortlist.net");
		await anna.until("shortlist.net is free");
		await anna.taps("Back");
		await anna.until("2 of 2 names are free");
	});

	it("asks until there is a name", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Which name are you looking for?");
		await anna.says("a..b");
		await anna.until("Two dots stand side by side");
		await anna.sticks("🦊");
		await anna.until("I cannot find a name in that");
		await anna.says("guided.com");
		await anna.until("guided.com is free");
		await anna.untilView((view) => view.messages.filter((message) => message.from === "bot").length === 1);
	});

	it.each([
		["EXAMPLE.com.", "example.com is free"],
		["http://example.com/path?x", "example.com is free"],
		["пример.рф", "пример.рф (xn--e1afmkfd.xn--p1ai)"],
		["a..b", "Two dots stand side by side"],
		[`${"a".repeat(64)}.com`, "longer than 63 characters"],
		["🔥.com", "Signs such as “🔥” are not allowed"],
		["exa\u200fmple.com", "change the direction of reading"],
		["<b>", "<b> cannot be a domain name"],
	])("replies to %s", async (text, answer) => {
		const anna = await world.customer();
		await anna.says(text);
		await anna.until(answer);
	});

	it("says so if a name is taken", async () => {
		const anna = await world.customer();
		const other = await world.customer();
		world.desk.service.take("taken.com", other.account);
		await anna.says("taken.com");
		await anna.until("taken.com is taken");
		expect(anna.buttons.flat()).not.toContain("Register");
	});
});

describe("my domains", () => {
	it("are listed, and each has its card", async () => {
		const anna = await world.customer();
		for (let index = 0; index < 10; index += 1) world.desk.service.take(`mine${index}.com`, anna.account);
		await anna.says("/domains");
		await anna.until("My domains");
		expect(anna.buttons).toHaveLength(11);
		await anna.taps("Next");
		await anna.taps("mine9.com");
		await anna.until("It does not renew by itself");
		await anna.taps("Back");
		await anna.until("My domains");
		expect(anna.buttons.flat()).toContain("‹ Previous");
		await anna.says("/domains mine3.com");
		await anna.until("mine3.com");
	});
});

describe("input that the bot does not recognize", () => {
	it("always gets a reply", async () => {
		const anna = await world.chat();
		await anna.starts();
		await anna.sticks("🦊");
		await anna.until("I only understand text");
		await anna.sends({ name: "имена.pdf", content: "%PDF" });
		await anna.until("I cannot use this file");
		await anna.says("/dance");
		await anna.until("I do not know this command");
		await anna.says("What would you do if you were a registrar in my place?");
		await anna.until("I did not understand that");
	});
});

describe("the language", () => {
	it("is chosen by its own name, and all texts change", async () => {
		const anna = await world.chat();
		await anna.starts();
		await anna.taps("Language");
		await anna.taps("Русский");
		await anna.until("Теперь я говорю по-русски");
		await anna.says("/language en");
		await anna.until("I speak English now");
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
		await anna.until("I do not know this time zone");
		await anna.taps("Time zone");
		await anna.taps("Berlin");
		await anna.until("Time zone: Europe/Berlin");
	});
});
