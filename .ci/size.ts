import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { createLog } from "@domains/kit/log.ts";
import { parseSync } from "oxc-parser";
import { readCommandLine } from "../src/commands/command-line.ts";
import { parseConfig } from "../src/config.ts";
import { createWorld } from "../src/world.ts";
import { findButton } from "../test/support/buttons.ts";
import { connectPerson } from "../test/support/person.ts";
import { project, requestsOf, sourceFiles } from "../test/support/source-files.ts";

const usage = `Usage: npm run size

Measures how much a reader of the code has to open: files, lines, comments, the longest chain of imports, and the files
whose functions run in two walks. docs/architecture.md has the figures.

Examples:
  npm run size`;

/** The folders of the server of the local Telegram and of the service, which are programs of their own. */
const otherPrograms = /^packages\/(?:trading-service|local-telegram)\//;

readCommandLine(usage, {});
const all = sourceFiles();
const bot = all.filter((file) => file.startsWith("src/"));
const parsed = new Map(all.map((file) => [file, parseSync(file, readFileSync(join(project, file), "utf8"))]));

const total = measure(all);
const own = measure(bot);
console.log(`files in src / in all packages together: ${own.files} / ${total.files}`);
console.log(`lines in src / in all: ${own.lines} / ${total.lines}`);
console.log(
	`comment lines: ${share(total)} (src/rules ${share(measure(all.filter((file) => file.startsWith("src/rules/"))))})`,
);
const chain = longestChain();
console.log(`longest chain of imports: ${chain.length}`);
console.log(`  ${chain.join("\n  ")}`);
for (const [walk, files] of Object.entries(await walkAsPerson())) {
	const ours = files.filter((file) => !otherPrograms.test(file));
	console.log(`files whose functions run ${walk}: ${ours.length}`);
	console.log(`  ${ours.join("\n  ")}`);
}
process.exit();

/** Counts files, lines, and lines that contain nothing but a comment. */
function measure(files: readonly string[]): { files: number; lines: number; comments: number } {
	const counts = files.map((file) => {
		const text = readFileSync(join(project, file), "utf8");
		const blank = parsed.get(file)?.comments.reduceRight((rest, { start, end }) => {
			return rest.slice(0, start) + rest.slice(start, end).replaceAll(/[^\n]/g, " ") + rest.slice(end);
		}, text);
		const left = (blank ?? "").split("\n");
		const lines = text.trimEnd().split("\n");
		return {
			lines: lines.length,
			comments: lines.filter((line, at) => line.trim() !== "" && left[at]?.trim() === "").length,
		};
	});
	return {
		files: files.length,
		lines: counts.reduce((sum, { lines }) => sum + lines, 0),
		comments: counts.reduce((sum, { comments }) => sum + comments, 0),
	};
}

function share({ lines, comments }: { lines: number; comments: number }): string {
	return `${((100 * comments) / lines).toFixed(1)} %`;
}

/** Returns the files of the longest chain in which each imports the next one, types included. */
function longestChain(): string[] {
	const longest = new Map<string, string[]>();
	const from = (file: string): string[] => {
		const known = longest.get(file);
		if (known) return known;
		// Cycles are forbidden. Should there be one, it counts as its end.
		longest.set(file, [file]);
		const chain = [file, ...longestOf(importsOf(file).map(from))];
		longest.set(file, chain);
		return chain;
	};
	return longestOf(all.map(from));
}

function longestOf(chains: readonly string[][]): string[] {
	return chains.reduce((best, each) => (each.length > best.length ? each : best), []);
}

function importsOf(file: string): string[] {
	return requestsOf(join(project, file)).flatMap(({ specifier }) => {
		const path = specifier.startsWith(".") ? join(dirname(file), specifier) : pathInPackage(specifier);
		return path !== undefined && parsed.has(path) ? [path] : [];
	});
}

/** Returns the path of a module of our own packages, relative to the root. */
function pathInPackage(specifier: string): string | undefined {
	try {
		const url = import.meta.resolve(specifier);
		return url.startsWith("file:") ? relative(project, fileURLToPath(url)) : undefined;
	} catch {
		return undefined;
	}
}

/**
 * Starts a world in this process, and walks through it as a person. Returns the files of which a function ran, from a
 * name that the person types to the answer, and from *Pay* to the receipt. The bot's periodic work in these moments
 * counts too.
 */
async function walkAsPerson(): Promise<Record<string, string[]>> {
	const directory = await mkdtemp(join(tmpdir(), "size-"));
	const settings = { DATA_DIR: directory, PORT: "0", SERVICE_PORT: "0", NO_BROWSER: "1" };
	const world = await createWorld(parseConfig(settings), createLog("warn"));
	const person = await connectPerson({ url: world.url });
	const says = (text: string) => person.ask("messages", "POST", { text });
	const until = (text: string) =>
		person.waitFor(() => person.view().messages.find((each) => each.from === "bot" && each.text?.includes(text)), text);
	const taps = async (label: string) => {
		const button = await person.waitFor(() => findButton(person.view(), label), label);
		await person.ask("taps", "POST", button.place);
	};
	await says("/start");
	await taps("🧪 Open a sandbox");
	await until("$500.00");
	const session = new Session();
	session.connect();
	await session.post("Profiler.enable");
	await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
	const filesOf = async (): Promise<string[]> => {
		const { result } = await session.post("Profiler.takePreciseCoverage");
		return result
			.filter(({ functions }) =>
				functions.some(({ functionName, ranges }) => functionName !== "" && ranges.some(({ count }) => count > 0)),
			)
			.flatMap(({ url }) => (url.startsWith("file:") ? relative(project, fileURLToPath(url)) : []))
			.filter((file) => parsed.has(file))
			.sort();
	};
	await filesOf();
	await says("size-of-the-code.com");
	await until("size-of-the-code.com is available");
	const name = await filesOf();
	await taps("Register");
	await until("Register size-of-the-code.com?");
	await filesOf();
	await taps("Pay");
	await until("size-of-the-code.com is registered");
	const pay = await filesOf();
	person.close();
	await world[Symbol.asyncDispose]();
	await rm(directory, { recursive: true, maxRetries: 3 });
	return { "from a typed name to its answer": name, "from Pay to the receipt": pay };
}
