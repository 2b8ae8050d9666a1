import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { endpoints } from "@domains/contract/endpoints.ts";
import { createReadiness } from "@domains/kit/http/metrics.ts";
import { queueNames } from "@domains/kit/jobs/queues.ts";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { drawArchitecture } from "../.ci/draw.ts";
import { commands } from "../src/bot/commands.ts";
import { settingNames } from "../src/config.ts";
import { programOperations } from "../src/programs/operations.ts";
import { listenerTexts, refusalTexts } from "../src/programs/refusals.ts";
import { createWorldMetrics } from "../src/world/metrics.ts";
import { createTestDatabase } from "./support/database.ts";

const root = join(import.meta.dirname, "..");

function page(name: string): string {
	return readFileSync(join(root, "docs", name), "utf8");
}

/** Returns the text of a page between this heading and the next heading of any level. */
function section(name: string, heading: string): string {
	const [, after = ""] = page(name).split(new RegExp(`^#+ ${heading}$`, "m"));
	return after.split(/^#+ /m)[0] ?? "";
}

/** Returns the texts in backticks in the first column of the tables in this section. */
function firstColumn(name: string, heading: string): string[] {
	const cells = section(name, heading)
		.split("\n")
		.filter((line) => line.startsWith("|"))
		.map((line) => line.split("|")[1] ?? "");
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "")).sort();
}

describe("the pages list everything that exists", () => {
	it("pages, each linked from the README", () => {
		const readme = readFileSync(join(root, "README.md"), "utf8");
		const named = [...readme.matchAll(/\]\((docs\/[^)]+\.md)\)/g)].map(([, path = ""]) => path);
		expect([...new Set(named)].sort()).toEqual(globSync("docs/*.md", { cwd: root }).sort());
	});

	it("settings", () => {
		expect(firstColumn("operate.md", "Settings")).toEqual([...settingNames].sort());
	});

	it("queues", () => {
		expect(firstColumn("architecture.md", "Rows are the truth, jobs are hints")).toEqual([...queueNames].sort());
	});

	it("tables", async () => {
		await using database = await createTestDatabase();
		const rows = await database.sql<{ name: string }[]>`
			select table_schema || '.' || table_name as name from information_schema.tables
			where table_schema in ('bot', 'service')`;
		const names = rows.map((row) => row.name).sort();
		expect(firstColumn("architecture.md", "Tables")).toEqual(names);
		expect(firstColumn("operate.md", "What is kept how long")).toEqual(names);
	});

	it("metrics", async () => {
		await using database = await createTestDatabase();
		const { registry, watch } = createWorldMetrics();
		watch(database.db, createReadiness());
		// The library keeps a metric's labels in a field that its types do not declare, so a cast is needed.
		const all = registry.getMetricsAsArray() as unknown as { name: string; labelNames: string[] }[];
		const ours = all.filter(({ name }) => !/^(nodejs|process)_/.test(name));
		const named = ours.map(({ name, labelNames: [...labels] }) => name + (labels[0] ? `{${labels.join(",")}}` : ""));
		expect(firstColumn("operate.md", "Metrics")).toEqual(named.sort());
	});

	it("endpoints, each reachable by command and by taps, with a guided flow where there is input", () => {
		const rows = section("people-reference.md", "Every endpoint within reach")
			.split("\n")
			.filter((line) => line.startsWith("| `"));
		const cells = rows.map((row) =>
			row
				.split("|")
				.slice(1, -1)
				.map((cell) => cell.trim()),
		);
		const named = Object.values(endpoints).map(({ method, path }) => `\`${method} ${path}\``);
		expect(cells.map(([endpoint]) => endpoint).sort()).toEqual(named.sort());
		expect(cells.filter((row) => row.some((cell) => cell === ""))).toEqual([]);
		const commandNames = cells.map(([, command = ""]) => /`\/(\w+)/.exec(command)?.[1] ?? "");
		expect(commandNames.filter((command) => !commands.some((known) => known === command))).toEqual([]);
		const flows = globSync("src/bot/features/*/conversation.ts", { cwd: root });
		const sources = flows.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
		const guided = cells.flatMap(([, , , flow = ""]) => /`(\w+)`/.exec(flow)?.[1] ?? []);
		expect(guided.filter((flow) => !sources.includes(`name: "${flow}"`))).toEqual([]);
		expect(new Set(guided).size).toBe(flows.length);
	});

	it("tests, each at an existing path", () => {
		const named = [...page("security.md").matchAll(/`((?:packages\/[\w-]+\/)?test\/[^`]+)`/g)].map(
			([, path = ""]) => path,
		);
		expect(named.length).toBeGreaterThan(50);
		expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
	});

	it("error codes of programs", () => {
		expect(firstColumn("programs.md", "Error codes")).toEqual(
			Object.keys({ ...refusalTexts, ...listenerTexts }).sort(),
		);
		expect(firstColumn("programs.md", "Tools")).toEqual(programOperations.map(({ name }) => name).sort());
	});

	it("commands of the bot", () => {
		expect(firstColumn("people-reference.md", "Commands")).toEqual(commands.map((command) => `/${command}`).sort());
	});

	it("shell commands", () => {
		const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { scripts: object };
		const text = `${page("operate.md")}${page("contribute.md")}`;
		const named = (name: string): boolean => new RegExp(`npm (run (--silent )?)?${name}\\b`).test(text);
		// npm runs `postinstall` automatically, so the pages need not name it.
		const typed = Object.keys(scripts).filter((name) => name !== "postinstall");
		expect(typed.filter((name) => !named(name))).toEqual([]);
	});
});

it("the picture of the architecture shows the table of imports", () => {
	expect(page("architecture.svg")).toBe(drawArchitecture());
});

describe.each([
	["people.md", 600],
	["people-reference.md", 3_500],
])("%s", (name, most) => {
	it(`has at most ${most} words`, () => {
		const words = page(name)
			.replace(/<img[^>]*>|!\[[^\]]*\]\([^)]*\)/g, "")
			.split(/\s+/)
			.filter((word) => /[\p{L}\p{N}]/u.test(word));
		expect(words.length).toBeLessThanOrEqual(most);
	});

	it("names buttons and screens as the chat does", () => {
		const chat = readFileSync(join(root, "locales/en.ftl"), "utf8").toLowerCase();
		const phrases = [...page(name).matchAll(/(\*{1,2})([^*\n]+)\1/g)].map(([, , phrase = ""]) => phrase);
		// A phrase with a full stop is the heading of a paragraph.
		const named = phrases
			.filter((phrase) => !phrase.endsWith("."))
			.flatMap((phrase) => phrase.split(" › "))
			.map((each) => each.replace(/^[^\p{L}]+/u, ""));
		expect(named.length).toBeGreaterThan(3);
		expect(named.filter((each) => !chat.includes(each.toLowerCase()))).toEqual([]);
	});
});

describe("the example for a public CI", () => {
	it("runs `.ci/run` with rights to read, and uses no secrets", () => {
		const source = readFileSync(join(root, ".github/workflows/ci.yml"), "utf8");
		const workflow = parse(source);
		expect(workflow.permissions).toEqual({ contents: "read" });
		expect(workflow.jobs.checks.steps.at(-1)).toEqual({ run: ".ci/run" });
		expect(source).not.toMatch(/secrets\.\w/);
	});
});

describe("links between pages", () => {
	it("lead to files and headings that exist", () => {
		const slug = (heading: string) =>
			heading
				.toLowerCase()
				.replace(/[^\p{L}\p{N} _-]/gu, "")
				.replaceAll(" ", "-");
		const dead = globSync(["*.md", "docs/*.md"], { cwd: root }).flatMap((path) =>
			[...readFileSync(join(root, path), "utf8").matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)]
				.filter(([, target = "", anchor]) => {
					const file = target === "" ? join(root, path) : join(root, path, "..", target);
					if (!existsSync(file) || anchor === undefined) return !existsSync(file);
					return ![...readFileSync(file, "utf8").matchAll(/^#+ (.+)$/gm)].some(
						([, title = ""]) => slug(title) === anchor,
					);
				})
				.map(([link]) => `${path}: ${link}`),
		);
		expect(dead).toEqual([]);
	});
});
