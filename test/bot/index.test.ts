import { describe, expect, it } from "vitest";
import { startBot } from "./setup.ts";

describe("a first visit", () => {
	it("is greeted in the language of the client, with the ways to begin", async () => {
		const { chat } = await startBot();
		const anna = await chat();
		await anna.starts();
		expect(anna.screen).toContain("Welcome");
		expect(anna.buttons.flat()).toContain("🔑 Connect my account");
		const boris = await chat({ person: 1002 });
		await boris.starts();
		expect(boris.screen).toContain("Добро пожаловать");
	});

	it("finds the commands described in its language", async () => {
		const { chat } = await startBot();
		const boris = await chat({ person: 1002 });
		expect(boris.view.commands).toContainEqual({ command: "search", description: "Найти имя: /search example" });
	});
});

describe("the journey from a name to a registered domain", () => {
	it("goes by typing and tapping, in one message", async () => {
		const { desk, customer, work } = await startBot();
		const anna = await customer();
		await anna.starts();
		await anna.says("example.com");
		await anna.until("example.com is free");
		await anna.taps("Register");
		expect(anna.screen).toContain("For how many years");
		await anna.taps("2 years");
		expect(anna.screen).toContain("label of your own");
		await anna.taps("Go on");
		expect(anna.screen).toContain("Price for 2 years: $24.00");
		expect(anna.screen).toContain("Balance after: $476.00");
		await anna.taps("Confirm");
		await work();
		await anna.until("example.com is registered");
		expect(anna.screen).toContain("Balance: $500.00 → $476.00");
		expect(desk.service.keys(/register/)).toHaveLength(1);
		expect(anna.messages.filter((message) => message.from === "bot")).toHaveLength(2);
	});
});
