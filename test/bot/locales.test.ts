import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { commands } from "../../src/bot/commands.ts";
import { texts } from "../support/texts.ts";

const root = join(import.meta.dirname, "../..");

/** Maps each key of a locale to the names of the variables in its text, including all plural forms. */
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

/** Maps each key of a locale to its unparsed text. */
function sourcesOf(locale: string): Map<string, string> {
	const source = readFileSync(join(root, "locales", `${locale}.ftl`), "utf8");
	const messages = source.split(/\n(?=[a-z][\w-]* =)/).filter((part) => /^[a-z][\w-]* =/.test(part));
	return new Map(messages.map((part) => [part.split(" =")[0] ?? "", part.slice(part.indexOf(" =") + 2)]));
}

/**
 * Maps each key of a locale to the HTML tags in its text, in order. A translation must have the same tags as the
 * English text.
 */
function tagsOf(locale: string): Map<string, string[]> {
	const tags = (source: string) => [...source.matchAll(/<\/?[^>]+>/g)].map(([tag]) => tag);
	return new Map([...sourcesOf(locale)].map(([key, source]) => [key, tags(source)]));
}

const english = keysOf("en");
const sources = globSync("src/bot/**/*.ts", { cwd: root }).map((file) => readFileSync(join(root, file), "utf8"));

/**
 * Keys of toasts, descriptions, and words inside other texts. `labelKeys` below would take them for keys of button
 * labels.
 */
const notLabels =
	/^(apology|bot|command|domain-status|incident-letter|operations-did|help-words|help-topic)-|^(private-bot|moment-at|price-unknown|spending-limits-none|profile-default-none|operation-reference|operation-names|profile-edge-all)$/;

/**
 * Keys of button labels that contain a value of any length, such as a domain name or an amount. In these labels, the
 * length limit applies only to the rest of the text.
 */
const openEnds = [
	/^home-resume$/,
	/^connection-check-copy$/,
	/^edge-bind$/,
	/^servers-preset$/,
	/^shortlist-/,
	/^operation-(happened|not)-one$/,
	// Buttons of the spending limits. Each contains the kind of the limit and its amount.
	/^spending-limits-(cap|ask|low)$/,
	/^alerts-(label|tag)-(blocks|others)$/,
	/^price-pair$/,
];

/** Keys of buttons that are alone in their row. A phone shows about 32 of their characters. */
const wholeRows = /^(notifications-|alerts-(all|domain-|label-|tag-|differ-))/;

function hasOpenEnd(key: string): boolean {
	return openEnds.some((each) => each.test(key));
}

const usualValues = {
	user: "1001",
	last4: "a1b2",
	name: "example.com",
	key: "main",
	address: "203.0.113.5",
	page: 12,
	done: 37,
	reference: "#4K7Q",
	kind: "nameservers",
};

/**
 * A placeholder for a value of any length in a label. The length check removes this character, so the value does not
 * count.
 */
const uncounted = "\u{e001}";

/**
 * The keys of all button labels in the source code. The code names one key as `t("key")`. A template such as
 * `operations-filter-${which}` names all keys that begin with its fixed part.
 */
const buttonKeys = labelKeys();

function labelKeys(): string[] {
	const calls = sources.flatMap((source) => [...source.matchAll(/(?<![.\w])t\(((?:[^()]|\([^()]*\))*)\)/g)]);
	const named = calls.flatMap(([, given = ""]) =>
		[...given.matchAll(/"([a-z]+(?:-[a-z\d]+)+)"/g)].map(([, key]) => key),
	);
	const families = calls.flatMap(([, given = ""]) =>
		[...given.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, key]) => key),
	);
	const inFamily = (key: string) =>
		families.some((family) => family !== undefined && key.startsWith(family)) &&
		!/^(spending-limits-(ask-|title|saved|bad)|alerts-(title|domain$|one$|muted|heard|no-tag|tags-(title|none)|differ-(title|none)))/.test(
			key,
		);
	const keys = [...english.keys()].filter((key) => named.includes(key) || inFamily(key));
	return keys.filter((key) => !notLabels.test(key));
}

/** The keys of green buttons. Only a button that pays is green. */
const greenKeys = keysStyled("success");
/** The keys of red buttons. Only a button that deletes, overwrites or disconnects something is red. */
const redKeys = keysStyled("danger");

/**
 * Returns the sorted keys of all buttons with this style. In the source code, the key of a button is on the line with
 * the style, or one or two lines above. A template such as `profile-sure-${doubt}` counts as all keys that it can
 * produce.
 */
function keysStyled(style: "success" | "danger"): string[] {
	const keysOn = (line = "") =>
		[...line.matchAll(/\bt\(["`]([a-z][\w-]*)(\$\{)?/g)].flatMap(([, key = "", isFamily]) =>
			isFamily ? [...english.keys()].filter((each) => each.startsWith(key)) : [key],
		);
	const found = sources.flatMap((source) => {
		const lines = source.split("\n");
		return lines.flatMap((line, at) => {
			if (!line.includes(`"${style}"`) || line.startsWith("type ")) return [];
			const near = [line, lines[at - 1], lines[at - 2]].map(keysOn).find((keys) => keys.length > 0);
			if (!near) throw new Error(`no key near: ${line.trim()}`);
			return near;
		});
	});
	return [...new Set(found)].sort();
}

const others = texts.locales.filter((locale) => locale !== "en");

/** The words of help list what a person may type. */
const isAboutWebhooks = /webhook|^profile-|^account-events|^help-words-/;

describe("the locales", () => {
	it("ru calls an alert «уведомление»: an event is what a webhook sends", () => {
		const source = readFileSync(join(root, "locales/ru.ftl"), "utf8");
		const entries = source.split(/\n(?=[a-z#])/).filter((entry) => /событи/iu.test(entry));
		const others = entries.map((entry) => entry.split(" ", 1)[0] ?? "").filter((key) => !isAboutWebhooks.test(key));
		expect(others).toEqual([]);
	});

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
		// A text must not use a variable that the code does not pass. A single plural form may omit the number, as "one
		// year" does. So the variables of all plural forms are compared together.
		const strange = [...keysOf(locale)].filter(([key, vars]) => vars.join() !== english.get(key)?.join());
		expect(strange).toEqual([]);
	});

	it.each(others)("%s leaves no sentence in English", (locale) => {
		const original = sourcesOf("en");
		const same = [...sourcesOf(locale)].filter(([key, source]) => source === original.get(key));
		// A text of at most two words may be the same in both languages. It may be a proper name, such as a city's.
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

	it.each(texts.locales)("%s never ends a sentence with two full stops after a date", (locale) => {
		const t = texts(locale);
		const at = new Date("2027-11-21T12:00:00Z");
		const numbers = /^(count|most|days|hours|total|done|more)$/;
		const double = [t.date(at), t.day(at), t.month(at)].flatMap((date) =>
			[...keysOf(locale)].flatMap(([key, vars]) => {
				const values = vars.map((name) => [name, numbers.test(name) ? 3 : date]);
				const text = t(key, Object.fromEntries(values));
				return /\p{L}\.(<\/\w+>)*\.(?!\.)/u.test(text) ? [`${key}: ${text}`] : [];
			}),
		);
		expect(double).toEqual([]);
	});

	it("have a text for every key in the code", () => {
		const named = sources.flatMap((source) => [
			...[...source.matchAll(/\bt(?:\.html)?\(\s*"([a-z][\w-]*)"/g)].map(([, key]) => key ?? ""),
			...[...source.matchAll(/\bnote: "([a-z][\w-]*)"/g)].map(([, key]) => key ?? ""),
		]);
		expect(named.length).toBeGreaterThan(100);
		expect([...new Set(named)].filter((key) => !english.has(key))).toEqual([]);
	});

	it("have no text without a use in the code", () => {
		const source = sources.join("\n");
		const families = [...source.matchAll(/`([a-z][a-z-]*-)\$\{/g)].map(([, family]) => family ?? "");
		const unused = [...english.keys()].filter((key) => {
			return !source.includes(`"${key}"`) && !families.some((family) => key.startsWith(family));
		});
		expect(unused).toEqual([]);
	});

	it.each(texts.locales)("%s labels every button with at most 20 characters, or 32 if it has its own row", (locale) => {
		const t = texts(locale);
		const characters = (text: string) => [...new Intl.Segmenter(locale).segment(text)].length;
		const money = t.money(25_000);
		const settings = {
			how: "some",
			days: "60, 30, 7, 1",
			hours: "22:00–07:00",
			every: "weekly",
			time: "09:00",
			day: "Mon",
		};
		const usual = { ...usualValues, ...settings, money, count: 100, on: "true" };
		const long = buttonKeys.flatMap((key) => {
			const counted = hasOpenEnd(key)
				? {
						name: uncounted,
						key: uncounted,
						address: uncounted,
						money: uncounted,
						label: uncounted,
						first: uncounted,
						renewal: uncounted,
					}
				: {};
			const forms = [usual, { ...usual, count: 1, on: "false", kind: "edge" }].map((vars) =>
				t(key, { ...vars, ...counted }).replaceAll(uncounted, ""),
			);
			const most = wholeRows.test(key) ? 32 : 20;
			return forms.filter((text) => characters(text.trim()) > most).map((text) => `${key}: ${text}`);
		});
		expect(long).toEqual([]);
		expect(buttonKeys.length).toBeGreaterThan(120);
	});

	it.each(texts.locales)("%s names the action on every red and green button", (locale) => {
		const bare =
			/^(yes|no|ok|okay|sure|really|confirm|continue|go on|next|да|нет|ок|точно|подтвердить|продолжить|далее|дальше)$/i;
		const unnamed = [...greenKeys, ...redKeys].filter((key) => {
			const words = texts(locale)(key, { ...usualValues, money: "$1", count: 2 }).match(/[\p{L}$\d].*/u)?.[0] ?? "";
			return words.split(/, | · /).every((part) => bare.test(part));
		});
		expect(unnamed).toEqual([]);
	});

	it("make a button green only if it pays, and red only if it deletes something or cuts something off", () => {
		expect(greenKeys).toEqual(["operation-confirm", "operation-sure", "proposals-pay"]);
		expect(redKeys).toEqual([
			"account-shared-refuse",
			"disconnect-yes",
			"dns-import-replace",
			"note-delete",
			"note-delete-many",
			"operation-sure-change",
			"points-delete",
			"privacy-delete-all",
			"privacy-go-on",
			// One line of code styles the buttons of all these keys. It makes two of them blue (`everyone` and
			// `default-edge-zones`), but `keysStyled` takes all of them for red.
			...[...english.keys()].filter((key) => key.startsWith("profile-sure-")).sort(),
			"profile-webhook-remove",
			"program-stop",
			"record-delete",
			"templates-delete",
		]);
	});

	it.each(texts.locales)("%s names the sum on every button that pays", (locale) => {
		for (const key of greenKeys) {
			expect(texts(locale)(key, { money: "$12.34" })).toContain("$12.34");
		}
	});

	it.each(texts.locales)("%s describes every command within 38 characters, which a phone shows", (locale) => {
		for (const command of commands) {
			const description = texts(locale)(`command-${command}`);
			expect([...description].length, command).toBeGreaterThan(0);
			expect([...description].length, command).toBeLessThanOrEqual(38);
		}
		expect([...texts(locale)("bot-description")].length).toBeLessThanOrEqual(512);
		expect([...texts(locale)("bot-about")].length).toBeLessThanOrEqual(120);
	});
});
