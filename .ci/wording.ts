import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

/** Reads the sources and pages below and lists sentences that break the rules of docs/contribute.md, "English". */
const checked = [
	"*.md",
	"docs/*.md",
	"{src,packages}/**/*.{ts,cjs,css,html,md}",
	"locales/en.ftl",
	"bench/**/*.ts",
	"ops/**/*.yaml",
	"drizzle/**/*.sql",
	"test/**/*.ts",
];

/** The maximum number of words in a sentence of a page. */
const longest = 25;
/** The maximum number of words in a paragraph, list item or table cell of a page. */
const longestBlock = 100;
/** The maximum number of words in a sentence of the chat. */
const longestInChat = 20;

type Glossary = readonly [pattern: string, instead: string][];

/** Words that are not plain English, each with a hint what to write instead. */
const dialect: Glossary = [
	["whoever|whatever|wherever", "name the person, thing or place"],
	["anew", "again"],
	["thereby", "so"],
	["of (?:its|one's|their) own", "its own …, separate"],
	["(?:is|are|be|was|were) (?:\\w+ )?told|told of|tells? of", "notified, shown, or say who reports it"],
	["hears? of|heard of", "is notified"],
	["mend(?:s|ed|ing)?", "fix"],
	["deeds?", "action"],
	["stands", "is"],
	["beside", "next to, compared with"],
	["and the like|at hand", "name it"],
	["once more", "again"],
	["somebody|nobody", "name the role: person, caller, owner, process"],
	["news", "alerts, notifications"],
];

/** Words that the chat must not use, because the chat has another word for the same thing. */
const chatGlossary: Glossary = [
	["endings?", "extension"],
	["free", "available"],
	["shall", "ask without it"],
	["under way", "in progress"],
	["no longer good", "expired"],
	["withdrawn?", "cancelled"],
	["go(?:es)? on", "continue, skip"],
	["please|sorry|oops", "nothing: say what to do"],
	["(?:in)?valid", "what to send instead"],
	["(?:the|your) service(?:’s)?", "the registrar, your registrar account"],
	["I|me|mine", "the bot, we, or nothing"],
	["proved|unproved", "verified"],
	["bind|bound|unbound", "connect"],
	["fresh", "refresh, new"],
	["plans?", "preview, changes"],
	["keys?", "name"],
];

/** Prepositions. A sentence that begins with one needs a comma before its subject. */
const opening =
	/^(?:about|above|across|after|against|among|around|as|at|before|behind|below|beside|between|by|during|for|from|in|inside|into|of|on|out|over|since|to|toward|towards|under|until|upon|where|with|within|without)$/i;

/** Prepositions that need no comma if a verb follows: "Without an id the newest is taken." */
const lenient = /^(?:after|at|before|between|during|in|inside|on|since|under|until|with|within|without)$/i;
const verb = /\b(?:is|are|was|were|has|have|had|may|can|must|would|could|will|does|do|did)\b/;

export interface Finding {
	line: number;
	problem: string;
}

interface Block {
	line: number;
	text: string;
}

/**
 * Returns the sentences and words in a file that break the rules, sorted by line. A comment `wording-ok: reason` allows
 * everything on its line and on the next. In Markdown, this checks the words and the length of sentences and paragraphs;
 * in TypeScript, the words and the beginnings of comments; in a locale, the words and the length of sentences in the
 * chat; in other files, the words. In tests, it reads only comments and titles, because other texts are often values.
 */
export function findProblems(path: string, source: string): Finding[] {
	const text = /^(?:packages\/[\w-]+\/)?test\//.test(path) ? onlyCommentsAndTitles(path, source) : source;
	const lines = text.split("\n");
	const escapes = lines.map((text) => /wording-ok\b:?\s*(.*?)\s*(?:-->|\*\/|$)/.exec(text)?.[1]);
	const found = checkWords(path.endsWith(".md") ? withoutCode(text) : withoutValues(text), dialect);
	if (path.endsWith(".md")) found.push(...markdownBlocks(source).flatMap(checkBlock));
	if (path.endsWith(".ftl")) {
		const texts = withoutMarkup(source);
		found.push(...checkWords(texts, chatGlossary));
		const blocks = texts.split("\n").map((text, index) => ({ line: index + 1, text: text.trim() }));
		found.push(...blocks.flatMap((block) => checkLength(block, longestInChat)));
	}
	if (path.endsWith(".ts")) found.push(...comments(path, source).flatMap(checkBeginning));
	const kept = found.filter(({ line }) => !escapes[line - 1] && !escapes[line - 2]);
	for (const [index, reason] of escapes.entries()) {
		if (reason === "") kept.push({ line: index + 1, problem: "wording-ok needs a reason" });
	}
	return kept.sort((a, b) => a.line - b.line);
}

function checkWords(source: string, glossary: Glossary): Finding[] {
	const words = glossary.map(([pattern]) => `(${pattern})`).join("|");
	const forbidden = new RegExp(`(?<![\\w-])(?:${words})(?![\\w-])`, "gi");
	return source.split("\n").flatMap((text, index) =>
		[...text.matchAll(forbidden)].map(([word, ...groups]) => {
			const instead = glossary[groups.findIndex((group) => group !== undefined)]?.[1] ?? "";
			return { line: index + 1, problem: `"${word}": ${instead}` };
		}),
	);
}

function checkLength({ line, text }: Block, most: number): Finding[] {
	return text
		.split(/(?<=[.!?][)"”*_]*)\s+(?=\S)/)
		.map((sentence) => ({ sentence, words: countWords(sentence) }))
		.filter(({ words }) => words > most)
		.map(({ sentence, words }) => ({ line, problem: `${words} words: ${sentence.slice(0, 60)}…` }));
}

function checkBlock(block: Block): Finding[] {
	const words = countWords(block.text);
	const tooLong =
		words > longestBlock ? [{ line: block.line, problem: `${words} words: split it or make a list` }] : [];
	return [...tooLong, ...checkLength(block, longest)];
}

function countWords(text: string): number {
	return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

/** Phrases of up to three words, such as "In cents.", are labels and not sentences. */
function checkBeginning({ line, text }: Block): Finding[] {
	const [sentence = ""] = text.split(/(?<=[.!?])\s/);
	const words = sentence.split(/\s+/);
	if (words[0] === "Whether") return [{ line, problem: `begins with "Whether": write "True if …"` }];
	const hasClause = /,\s+\S+\s+\S+/.test(sentence) || (lenient.test(words[0] ?? "") && verb.test(sentence));
	if (words.length <= 3 || !opening.test(words[0] ?? "") || hasClause) return [];
	return [{ line, problem: `no subject: begin with it, or put a comma before it: ${sentence.slice(0, 60)}` }];
}

/** The page with every character of code, link targets and quoted screen texts as a space; code in a line stays a word. */
function withoutCode(source: string): string {
	const blank = (text: string) => text.replace(/[^\n]/g, " ");
	return source
		.replace(/^(```|~~~).*?^\1[^\n]*$/gms, blank)
		.replace(/<!--.*?-->/gs, blank)
		.replace(/<img[^>]*>|<\/?\w+>/g, blank)
		.replace(/`[^`\n]+`/g, (code) => `x${" ".repeat(code.length - 1)}`)
		.replace(/\]\([^)\s]*\)/g, (target) => `]${" ".repeat(target.length - 1)}`);
}

/** The source with every single quoted word as spaces: `"nobody"` is a value, such as a user of the system. */
function withoutValues(source: string): string {
	return source.replace(/(["'`])\w+\1/g, (value) => " ".repeat(value.length));
}

/** Matches the title of a test or of a group of tests. The title of `it.each([…])("title")` follows a bracket. */
const title = /(?:\b(?:it|test|describe\w*)(?:\.\w+)*|[)`])\(\s*("(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`)/dg;

/** The source of a test with every character outside comments and titles as a space. */
function onlyCommentsAndTitles(path: string, source: string): string {
	const kept = [
		...parseSync(path, source).comments.map(({ start, end }) => [start, end] as const),
		...[...source.matchAll(title)].flatMap(({ indices }) => (indices?.[1] ? [indices[1]] : [])),
	];
	const characters = source.replace(/[^\n]/g, " ").split("");
	for (const [start, end] of kept) characters.splice(start, end - start, ...source.slice(start, end).split(""));
	return characters.join("");
}

/** The texts of a locale. Keys, variables, selectors, tags and comments are spaces; a variable or code stays a word. */
function withoutMarkup(source: string): string {
	const blank = (text: string) => " ".repeat(text.length);
	const word = (text: string) => `x${blank(text.slice(1))}`;
	return source
		.replace(/^#.*|^[a-z][\w-]* =|^\s*\*?\[\w+\]|\{ \$\w+ ->/gm, blank)
		.replace(/\{[^{}\n]*\}|<code>.*?<\/code>/g, word)
		.replace(/<[^>]*>/g, blank);
}

/** Paragraphs, list items and table cells. */
function markdownBlocks(source: string): Block[] {
	const blocks: Block[] = [];
	let open = false;
	for (const [index, text] of withoutCode(source).split("\n").entries()) {
		const line = index + 1;
		const last = blocks.at(-1);
		if (/^\s*\|/.test(text)) {
			blocks.push(...text.split("|").map((cell) => ({ line, text: cell.trim() })));
			open = false;
		} else if (/^#|^\s*$/.test(text)) open = false;
		else if (open && last && !/^\s*(?:[-*]|\d+\.)\s/.test(text)) last.text += ` ${text.trim()}`;
		else {
			blocks.push({ line, text: text.replace(/^\s*(?:[-*]|\d+\.)\s/, "").trim() });
			open = true;
		}
	}
	return blocks;
}

/** Returns all comments of a source file. `//` comments on consecutive lines count as one. */
function comments(path: string, source: string): Block[] {
	const blocks: (Block & { until: number })[] = [];
	for (const { type, value, start } of parseSync(path, source).comments) {
		const before = source.slice(0, start);
		const line = before.split("\n").length;
		const text = value
			.split("\n")
			.map((each) => each.replace(/^\s*\*?\s?/, "").trim())
			.join(" ")
			.trim();
		const last = blocks.at(-1);
		const alone = /(?:^|\n)\s*$/.test(before);
		if (type === "Line" && alone && last?.until === line - 1)
			Object.assign(last, { text: `${last.text} ${text}`, until: line });
		else blocks.push({ line, text, until: type === "Line" && alone ? line : 0 });
	}
	return blocks;
}

if (process.argv[1] === import.meta.filename) {
	const root = join(import.meta.dirname, "..");
	const problems = globSync(checked, { cwd: root })
		.sort()
		.flatMap((path) =>
			findProblems(path, readFileSync(join(root, path), "utf8")).map(
				({ line, problem }) => `${path}:${line}: ${problem}`,
			),
		);
	if (problems.length > 0) {
		console.error(`${problems.join("\n")}\n${problems.length} sentences to rewrite: docs/contribute.md, "English"`);
		process.exit(1);
	}
}
