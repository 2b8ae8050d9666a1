import { afterAll, beforeAll, expect, it } from "vitest";
import { type BotUnderTest, startBot } from "./setup.ts";

let world: BotUnderTest;
beforeAll(async () => {
	world = await startBot({ updatesPerMinute: 5 });
}, 120_000);
afterAll(() => world[Symbol.asyncDispose]());

it("takes a minute's share of one person, says once that there was more, and goes on afterwards", async () => {
	const { id } = await world.meet();
	const anna = await world.chat({ person: id });
	await anna.starts();
	for (let number = 1; number < 12; number += 1) await anna.says(`/help ${number}`, { wait: false });
	await anna.until("You write faster than I can read");
	const other = await world.chat({ person: (await world.meet()).id });
	await other.starts();
	await other.until("Welcome");
	const told = () => anna.messages.filter(({ text = "" }) => text.includes("faster than I can read")).length;
	expect(told()).toBe(1);
	await world.advance(60_000);
	await anna.says("/settings");
	await anna.until("Settings");
	expect(told()).toBe(1);
}, 60_000);
