import { describe, expect, it } from "vitest";
import { findProblems } from "../.ci/wording.ts";

const lines = (path: string, source: string) => findProblems(path, source).map(({ line }) => line);
const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("a word of the old dialect", () => {
	it("is found in pages, sources and locales, each with its line", () => {
		expect(lines("docs/a.md", "One.\n\nNobody hears of it.")).toEqual([3, 3]);
		expect(lines("src/a.ts", "const a = 1; // Sent anew.\nlog.info({}, `whoever it was`);")).toEqual([1, 2]);
		expect(lines("locales/en.ftl", "home = Here are the news\n")).toEqual([1]);
	});

	it("is found with what to write instead", () => {
		expect(findProblems("docs/a.md", "It is sent once more.")).toEqual([{ line: 1, problem: '"once more": again' }]);
	});

	it.each([
		"A new key, besides the old one.",
		"Run `npm run anew` and see [the page](anew.md).",
		"```sh\necho whatever\n```",
		"He amended and understands the newsletter.",
	])("is not found in %j", (text) => {
		expect(findProblems("docs/a.md", text)).toEqual([]);
	});
});

it("takes a quoted word in a source for a value, and a quoted sentence for a text", () => {
	expect(lines("src/a.ts", 'const user = "nobody";\nlog.info({}, "nobody came");')).toEqual([2]);
});

it("finds a word with an adverb inside", () => {
	expect(lines("docs/a.md", "The owner is then told.\n\nThe owner is told.\n\nThe owner told it.")).toEqual([1, 3]);
});

it("reads only the comments and titles of a test", () => {
	const source = [
		"// Sent again.",
		'describe("a word sent again", () => {',
		'	it("is sent again", async () => says("it came again"));',
		'	it.each(["sent again"])("sends %j again", (text) => {});',
		"	it.each([\n\t\t1,\n\t])(`sends again`, () => {});",
		'	const line = "// wording-ok";',
		"});",
	]
		.join("\n")
		.replaceAll("again", "anew");
	expect(lines("test/a.test.ts", source)).toEqual([1, 2, 3, 4, 7]);
});

it.each(["src/a.css", "src/a.cjs", "src/a.html", "ops/a.yaml", "drizzle/a.sql"])("reads the words of %s", (path) => {
	expect(lines(path, "Of a list that is sent.\nSent anew.")).toEqual([2]);
});

describe("a sentence of a page", () => {
	it("has at most 25 words", () => {
		expect(lines("docs/a.md", `${words(25)}. ${words(25)}!`)).toEqual([]);
		expect(lines("docs/a.md", `First.\n\n${words(26)}.`)).toEqual([3]);
	});

	it("is counted over line ends, and apart in list items and table cells", () => {
		expect(lines("README.md", `${words(13)}\n${words(13)}.`)).toEqual([1]);
		expect(lines("docs/a.md", `- ${words(13)}\n- ${words(13)}\n1. ${words(13)}`)).toEqual([]);
		expect(lines("docs/a.md", `| ${words(13)} | ${words(13)} |`)).toEqual([]);
		expect(lines("docs/a.md", `| ${words(13)} | ${words(26)} |`)).toEqual([1]);
	});

	it("counts code in a line as one word, and neither blocks of code nor comments", () => {
		expect(lines("docs/a.md", `${words(24)} \`${words(9)}\`.`)).toEqual([]);
		expect(lines("docs/a.md", `\`\`\`\n${words(30)}\n\`\`\`\n<!-- ${words(30)} -->`)).toEqual([]);
	});

	it("is in a paragraph, list item or table cell of at most 100 words", () => {
		const text = (count: number) => Array.from({ length: count }, () => `${words(10)}.`).join(" ");
		expect(lines("docs/a.md", `${text(10)}\n\n- ${text(10)}\n- ${text(10)}\n\n| ${text(10)} | ${text(10)} |`)).toEqual(
			[],
		);
		expect(lines("docs/a.md", `${text(10)}\n${text(1)}\n\n- ${text(11)}\n\n| ${text(10)} | ${text(11)} |`)).toEqual([
			1, 4, 6,
		]);
	});

	it("may have any length outside pages", () => {
		expect(lines("src/a.ts", `// ${words(30)}.`)).toEqual([]);
	});
});

describe("a comment", () => {
	it.each([
		"/** Of a domain that leaves its nameservers by a profile. */",
		"/** As they are kept: the networks of which an address was given. */",
		"// Where the way out leads: one that is not worked with has to be named.",
		"const a = 1; // For the drawing that follows.",
		"/**\n * By the language's\n * two letters. Second, a sentence follows.\n */",
		"/** Whether the list goes on. */",
		"/** From the first send until a person is asked. */",
	])("is refused without a subject: %j", (source) => {
		expect(findProblems("src/a.ts", source)).toHaveLength(1);
	});

	it.each([
		"/** The service widens the address. */",
		"/** With a webhook, every process takes updates. */",
		"// In cents.",
		"// The row is locked\n// before the update runs here.",
		"const text = '/** Of a domain that leaves. */';",
		"/** Inside `traced`, the outer id stays. */",
		"// Without `reply_markup` the keyboard is removed.",
	])("passes with one: %j", (source) => {
		expect(findProblems("src/a.ts", source)).toEqual([]);
	});
});

describe("an escape", () => {
	it("allows what is on its line and on the next, for a reason", () => {
		expect(
			lines("src/a.ts", '// wording-ok: people type this\nconst a = "or whatever";\nconst b = "sent anew";'),
		).toEqual([3]);
		expect(lines("docs/a.md", "<!-- wording-ok: a quote -->\nSent anew.")).toEqual([]);
		expect(lines("locales/en.ftl", "# wording-ok: a name\nhome = Anew\n")).toEqual([]);
	});

	it("without a reason is refused, and allows nothing", () => {
		expect(lines("docs/a.md", "<!-- wording-ok -->\nSent anew.")).toEqual([1, 2]);
		expect(lines("src/a.ts", "// wording-ok:\n// Sent anew.")).toEqual([1, 2]);
	});
});

describe("a text of the chat", () => {
	it("has at most 20 words in a sentence, in each of its forms", () => {
		const forms = `a =\n    { $count ->\n        [one] ${words(20)}.\n       *[other] ${words(21)}.\n    }\n`;
		expect(lines("locales/en.ftl", forms)).toEqual([4]);
		expect(lines("locales/en.ftl", `a = ${words(19)} <code>${words(9)}</code>. <b>${words(20)}!</b>`)).toEqual([]);
	});

	it("has one word for one thing", () => {
		expect(findProblems("locales/en.ftl", "a = Other endings\n")).toEqual([
			{ line: 1, problem: '"endings": extension' },
		]);
		expect(lines("locales/en.ftl", "a = Sent.\nb = Please, ask the service.\nc = I go on.")).toEqual([2, 2, 3, 3]);
	});

	it("is checked without its key, variables and selectors", () => {
		const text =
			"offer-free =\n    { $service ->\n        [free] At { $service }, with { $key }.\n       *[other] Done.\n    }\n";
		expect(lines("locales/en.ftl", text)).toEqual([]);
	});
});
