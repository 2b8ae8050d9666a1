import { setTimeout as sleep } from "node:timers/promises";
import { parseBase } from "../client/index.ts";
import { runConformance } from "../conformance/index.ts";
import { describeVerdict, exitStatus, type Finding, judge } from "../conformance/rule.ts";
import { readCommandLine, rejectUsage } from "./command-line.ts";
import { readSecret } from "./read-secret.ts";
import { fail } from "./run.ts";

const usage = `Usage: npm run conformance -- URL [TOKEN] [--spend USD] [--strict]

Tests a running service against the rules of the specification. URL is the base address of its API.
Other users of this machine can see arguments. Without TOKEN, or with -, the token is read from standard input.
Ends with a verdict: whether this bot can work with the service, and which of its features would not work.

  --spend USD    also test purchases, for at most this sum; by default the test buys nothing
  --strict       also fail for rules that the specification leaves open

Exit status: 0 no rule is broken, 1 a rule is broken, 2 wrong usage, 3 the bot cannot work with the service.

Examples:
  npm run conformance -- http://127.0.0.1:8081/api/v1 < token.txt
  npm run conformance -- https://api.example/v1 - --spend 60 < token.txt`;

const marks = { kept: "✓", broken: "✗", skipped: "·" } as const;

function print({ statement, outcome, why, openInSpec }: Finding): void {
	const remark = openInSpec && outcome === "broken" ? " (left open by the specification)" : "";
	console.log(`  ${marks[outcome]} ${statement}${remark}${why === undefined ? "" : `\n      ${why}`}`);
}

async function readOptions() {
	const { values, positionals } = readCommandLine(usage, {
		allowPositionals: true,
		options: {
			spend: { type: "string", default: "0" },
			strict: { type: "boolean", default: false },
		},
	});
	const [url, given = "-", ...rest] = positionals;
	const spend = Number(values.spend);
	if (!url) rejectUsage("URL is missing");
	if (!URL.canParse(url)) rejectUsage(`${url} is not a URL`);
	if (!mayReceiveToken(url)) rejectUsage("URL must be https, or http on this machine, without a user or query");
	if (rest.length > 0) rejectUsage(`Unexpected argument '${rest[0]}'`);
	if (!(spend >= 0)) rejectUsage(`--spend must be an amount in USD, not ${values.spend}`);
	const token = given === "-" ? await readSecret() : given;
	if (!token) rejectUsage("The token is missing");
	return { urls: [url.replace(/\/+$/, "")], token, spendCents: Math.floor(spend * 100), strict: values.strict };
}

/** The bot's own client would send a token to this address. */
function mayReceiveToken(url: string): boolean {
	try {
		parseBase(url);
		return true;
	} catch {
		return false;
	}
}

try {
	const { strict, ...options } = await readOptions();
	let chapter = "";
	const findings = await runConformance({
		...options,
		sleep,
		onSum: (cents) => console.log(`The purchase rules cost ${(cents / 100).toFixed(2)} USD.`),
		onFinding(finding) {
			if (finding.chapter !== chapter) console.log(`\n${finding.chapter}`);
			chapter = finding.chapter;
			print(finding);
		},
	});
	const count = (outcome: Finding["outcome"]): number => findings.filter((each) => each.outcome === outcome).length;
	console.log(`\n${count("kept")} passed, ${count("broken")} failed, ${count("skipped")} skipped.`);
	console.log(`\n${describeVerdict(judge(findings)).join("\n")}`);
	process.exitCode = exitStatus(findings, { strict });
} catch (error) {
	fail(error);
}
