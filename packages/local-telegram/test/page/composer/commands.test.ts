import { describe, expect, it } from "vitest";
import { inlineQueryOf, matchCommands } from "../../../src/page/browser/composer/commands.ts";

const commands = ["start", "ops", "op", "search", "settings"].map((command) => ({ command, description: "" }));
const matches = (text: string): string[] => matchCommands(text, commands).map(({ command }) => command);

describe("command suggestions", () => {
	it("include all after a slash and fewer with every letter, in any case", () => {
		expect(matches("/")).toEqual(["start", "ops", "op", "search", "settings"]);
		expect(matches("/SE")).toEqual(["search", "settings"]);
		expect(matches("/x")).toEqual([]);
	});

	it("start with an exact match, so that Enter sends it", () => {
		expect(matches("/op")).toEqual(["op", "ops"]);
	});

	it("are empty without a slash at the beginning, or once an argument follows", () => {
		expect(matches("search")).toEqual([]);
		expect(matches(" /se")).toEqual([]);
		expect(matches("/search ")).toEqual([]);
	});
});

describe("an inline query", () => {
	it("is the text after the bot's name", () => {
		expect(inlineQueryOf("@Trading_Bot my name", "trading_bot")).toBe("my name");
		expect(inlineQueryOf("@trading_bot ", "trading_bot")).toBe("");
	});

	it("is not found after another name or inside a text", () => {
		expect(inlineQueryOf("@other_bot x", "trading_bot")).toBeUndefined();
		expect(inlineQueryOf("hello @trading_bot x", "trading_bot")).toBeUndefined();
		expect(inlineQueryOf("@trading_bot", "trading_bot")).toBeUndefined();
	});
});
