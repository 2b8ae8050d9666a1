import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { type Finding, runConformance } from "../conformance/index.ts";
import { describeVerdict, exitStatus, judge } from "../conformance/verdict.ts";
import { readSecret } from "./read-secret.ts";
import { fail } from "./run.ts";

const usage = `npm run conformance -- URL [TOKEN] [--spend USD] [--strict]

Tries the rules of the specification on a running service, for example http://127.0.0.1:8081/api/v1.
Only reads, unless --spend says how much may be spent. --strict also fails for what the specification leaves open.
Everybody on this machine can read an argument: without TOKEN, or with -, it is read from standard input.
Ends with a verdict: whether this bot can work with the service, and which of its features would not work.
Exit status: 0 no rule is broken, 1 a rule is broken, 2 wrong arguments, 3 the bot cannot work with the service.`;

const marks = { kept: "✓", broken: "✗", skipped: "·" } as const;

function print({ says, outcome, why, own }: Finding): void {
	const remark = own && outcome === "broken" ? " (left open by the specification)" : "";
	console.log(`  ${marks[outcome]} ${says}${remark}${why === undefined ? "" : `\n      ${why}`}`);
}

async function readOptions() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			spend: { type: "string", default: "0" },
			strict: { type: "boolean", default: false },
			help: { type: "boolean" },
		},
	});
	if (values.help) {
		console.log(usage);
		process.exit(0);
	}
	const [url, given = "-", ...rest] = positionals;
	const token = given === "-" ? await readSecret() : given;
	const spend = Number(values.spend);
	if (!url || !token || rest.length > 0 || !URL.canParse(url) || !(spend >= 0)) {
		console.error(usage);
		process.exit(2);
	}
	return { urls: [url.replace(/\/+$/, "")], token, spendCents: Math.floor(spend * 100), strict: values.strict };
}

try {
	const { strict, ...options } = await readOptions();
	let chapter = "";
	const findings = await runConformance({
		...options,
		sleep,
		onSum: (cents) => console.log(`The rules that buy something spend ${(cents / 100).toFixed(2)} USD.`),
		onFinding(finding) {
			if (finding.chapter !== chapter) console.log(`\n${finding.chapter}`);
			chapter = finding.chapter;
			print(finding);
		},
	});
	const count = (outcome: Finding["outcome"]): number => findings.filter((each) => each.outcome === outcome).length;
	console.log(`\n${count("kept")} kept, ${count("broken")} broken, ${count("skipped")} not tried.`);
	console.log(`\n${describeVerdict(judge(findings)).join("\n")}`);
	process.exitCode = exitStatus(findings, { strict });
} catch (error) {
	fail(error);
}
