import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { recognise } from "../../../src/rules/recognise.ts";
import { type BotUnderTest, startBot } from "../setup.ts";

/** The texts that the bot has recognised since the start of the test. */
const recognised: string[] = [];
let world: BotUnderTest;
beforeAll(async () => {
	const counting = (text: string) => {
		recognised.push(text);
		return recognise(text);
	};
	world = await startBot({ recognise: counting });
});
afterAll(() => world[Symbol.asyncDispose]());
beforeEach(() => recognised.splice(0));

describe("a text", () => {
	it("is recognised once if it is a name", async () => {
		const anna = await world.customer();
		await anna.says("once.com");
		await anna.until("once.com is available");
		expect(recognised).toEqual(["once.com"]);
	});

	it("is recognised once in each answer to a question", async () => {
		const anna = await world.customer();
		await anna.says("/search");
		await anna.until("Send a domain");
		await anna.says("a..b");
		await anna.until("a..b isn’t a domain");
		await anna.says("twice.com");
		await anna.until("twice.com is available");
		expect(recognised).toEqual(["", "a..b", "twice.com"]);
	});

	it("is recognised once if it is a command with a name and a number", async () => {
		const anna = await world.customer();
		world.fixture.service.take("renewed.com", anna.account);
		await anna.says("/renew renewed.com 2");
		await anna.until("Price for 2 years");
		expect(recognised).toEqual(["renewed.com 2"]);
	});

	it("is recognised in no other place, except for an unknown command and its variants", () => {
		const root = join(import.meta.dirname, "../../../src/bot");
		const calling = globSync("**/*.ts", { cwd: root }).filter((file) =>
			/^import \{[^}]*(?<!type )\brecognise\b.*rules\/recognise/m.test(readFileSync(join(root, file), "utf8")),
		);
		expect(calling.sort()).toEqual(["features/fallback.ts", "features/requests.ts", "index.ts"]);
	});
});
