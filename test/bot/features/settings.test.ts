import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "../setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot();
});
afterAll(() => world[Symbol.asyncDispose]());

describe("the time zone", () => {
	async function asked() {
		const anna = await world.customer();
		await anna.says("/settings");
		await anna.taps("Time zone");
		await anna.until("Choose your time zone");
		return anna;
	}

	it.each([
		["Europe/Madrid", "Europe/Madrid"],
		["Kiev", "Europe/Kyiv"],
		["Asia/Kathmandu", "Asia/Kathmandu"],
		["madrid", "Europe/Madrid"],
		["New York", "America/New_York"],
	])("can be typed as %s", async (text, zone) => {
		const anna = await asked();
		await anna.says(text);
		await anna.until("Time zone saved");
		expect(anna.screen).toContain(`Time zone: ${zone}`);
	});

	it("can be typed like its button, in the language of the person", async () => {
		const boris = await world.chat({ person: (await world.meet("ru")).id });
		await boris.says("/settings");
		await boris.taps("Часовой пояс");
		await boris.says("Атлантида");
		await boris.until("Часовой пояс не найден");
		await boris.says("нью йорк");
		await boris.until("Часовой пояс: America/New_York");
	});

	it("is asked again if it is unknown", async () => {
		const anna = await asked();
		await anna.says("Europe/Atlantis");
		await anna.until("Time zone not found");
		expect(anna.screen).toContain("Choose your time zone");
		await anna.says("Europe/Paris");
		await anna.until("Time zone: Europe/Paris");
	});

	it("is no longer requested after the person types a name", async () => {
		const anna = await asked();
		await anna.says("instead.com");
		await anna.until("instead.com is available");
	});
});

describe("the language", () => {
	it("is chosen from a keyboard without an empty row", async () => {
		const anna = await world.customer();
		await anna.says("/language");
		await anna.until("Choose a language");
		expect(anna.buttons).toEqual([
			["English", "Русский"],
			["‹ Back", "🏠 Home"],
		]);
		await anna.expectNoRefusals();
	});
});
