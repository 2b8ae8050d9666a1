import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/bot/commands.ts";
import { texts } from "../support/texts.ts";

const root = join(import.meta.dirname, "../..");

/** Maps each key to the variables that its text reads in any of its forms. */
function keysOf(locale: string): Map<string, string[]> {
	const resource = new FluentResource(readFileSync(join(root, "locales", `${locale}.ftl`), "utf8"));
	return new Map(resource.body.map((message) => [message.id, variablesIn(message.value)]));
}

function variablesIn(node: unknown): string[] {
	const found = new Set<string>();
	const visit = (value: unknown): void => {
		if (typeof value !== "object" || value === null) return;
		if ("type" in value && value.type === "var" && "name" in value) found.add(String(value.name));
		for (const inner of Object.values(value)) visit(inner);
	};
	visit(node);
	return [...found].sort();
}

/** Maps each key to its source in the file. */
function sourcesOf(locale: string): Map<string, string> {
	const source = readFileSync(join(root, "locales", `${locale}.ftl`), "utf8");
	const messages = source.split(/\n(?=[a-z][\w-]* =)/).filter((part) => /^[a-z][\w-]* =/.test(part));
	return new Map(messages.map((part) => [part.split(" =")[0] ?? "", part.slice(part.indexOf(" =") + 2)]));
}

/** Maps each key to the tags of its text in order, so that a translation can be compared with the original. */
function tagsOf(locale: string): Map<string, string[]> {
	const tags = (source: string) => [...source.matchAll(/<\/?[^>]+>/g)].map(([tag]) => tag);
	return new Map([...sourcesOf(locale)].map(([key, source]) => [key, tags(source)]));
}

const english = keysOf("en");
const others = texts.locales.filter((locale) => locale !== "en");

describe("the locales", () => {
	it("match the files", () => {
		expect(texts.locales).toEqual(
			readdirSync(join(root, "locales"))
				.map((file) => file.replace(".ftl", ""))
				.sort(),
		);
		expect(texts.locales).toContain("ru");
	});

	it.each(others)("%s has exactly the keys of English", (locale) => {
		expect([...keysOf(locale).keys()]).toEqual([...english.keys()]);
	});

	it.each(others)("%s reads the variables that English reads", (locale) => {
		// A form may omit a number, as "one year" does. No text reads a variable that the code does not pass.
		const strange = [...keysOf(locale)].filter(([key, vars]) => vars.join() !== english.get(key)?.join());
		expect(strange).toEqual([]);
	});

	it.each(others)("%s leaves no sentence in English", (locale) => {
		const original = sourcesOf("en");
		const same = [...sourcesOf(locale)].filter(([key, source]) => source === original.get(key));
		// A name, such as a city's, may be the same in both languages.
		const sentences = same.filter(
			([, source]) => (source.replaceAll(/\{[^}]*\}/g, "").match(/\p{L}{2,}/gu) ?? []).length > 2,
		);
		expect(sentences.map(([key]) => key)).toEqual([]);
	});

	it.each(texts.locales)("%s closes every tag that it opens, and opens only tags that Telegram supports", (locale) => {
		for (const [key, tags] of tagsOf(locale)) {
			const open: string[] = [];
			for (const tag of tags) {
				expect(tag, key).toMatch(/^<\/?(b|i|u|s|code|pre|blockquote)>$/);
				if (tag.startsWith("</")) expect(open.pop(), key).toBe(tag.slice(2, -1));
				else open.push(tag.slice(1, -1));
			}
			expect(open, key).toEqual([]);
		}
	});

	it("have a text for every key in the code", () => {
		const sources = globSync("src/bot/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));
		const named = sources.flatMap((source) => [
			...[...source.matchAll(/\bt(?:\.html)?\(\s*"([a-z][\w-]*)"/g)].map(([, key]) => key ?? ""),
			...[...source.matchAll(/\bnote: "([a-z][\w-]*)"/g)].map(([, key]) => key ?? ""),
		]);
		expect(named.length).toBeGreaterThan(100);
		expect([...new Set(named)].filter((key) => !english.has(key))).toEqual([]);
	});

	it("have no text without a use in the code", () => {
		const source = globSync("src/bot/**/*.ts", { cwd: root })
			.map((file) => readFileSync(join(root, file), "utf8"))
			.join("\n");
		const families = [...source.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, family]) => family ?? "");
		const unused = [...english.keys()].filter((key) => {
			return !source.includes(`"${key}"`) && !families.some((family) => key.startsWith(family));
		});
		expect(unused).toEqual([]);
	});

	it.each(texts.locales)("%s describes every command within Telegram's 256 characters", (locale) => {
		for (const command of commands) {
			const description = texts(locale)(`command-${command}`);
			expect([...description].length, command).toBeGreaterThan(0);
			expect([...description].length, command).toBeLessThanOrEqual(256);
		}
		expect([...texts(locale)("bot-description")].length).toBeLessThanOrEqual(512);
		expect([...texts(locale)("bot-about")].length).toBeLessThanOrEqual(120);
	});
});
