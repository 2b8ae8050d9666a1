import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readCommandLine, rejectUsage } from "../src/commands/command-line.ts";

const usage = `Usage: npm run repeat -- TIMES [FILE...] [--system]

Runs the tests TIMES times, to find those that fail by chance. Every second run competes with a program that keeps one
core busy. FILE selects test files whose path contains it; without FILE, all run.
At the end, prints each test that failed, how often, and the text of its first failure.

  --system    the tests of npm run test:system, which need packages of Debian

Exit status: 0 no test failed, 1 a test failed, 2 wrong usage.

Examples:
  npm run repeat -- 20
  npm run repeat -- 20 packages/kit/test/jobs packages/kit/test/postgres/session.test.ts
  npm run repeat -- 6 --system test/system/failover.test.ts`;

const root = join(import.meta.dirname, "..");

/** The part of vitest's JSON report that is read here. */
const report = z.looseObject({
	testResults: z.array(
		z.looseObject({
			name: z.string(),
			status: z.string(),
			message: z.string().default(""),
			assertionResults: z.array(
				z.looseObject({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
			),
		}),
	),
});

interface Failure {
	runs: number[];
	text: string;
}

const { values, positionals } = readCommandLine(usage, {
	allowPositionals: true,
	options: { system: { type: "boolean", default: false } },
});
const [times = "", ...files] = positionals;
if (times === "") rejectUsage("TIMES is missing");
if (!/^[1-9]\d{0,3}$/.test(times)) rejectUsage(`TIMES must be a whole number from 1 to 9999, not ${times}`);

const failures = new Map<string, Failure>();
for (let run = 1; run <= Number(times); run += 1) {
	const isBusy = run % 2 === 0;
	const busy = isBusy ? keepCoreBusy() : undefined;
	const began = performance.now();
	const found = await runTests().finally(() => busy?.kill("SIGKILL"));
	const seconds = Math.round((performance.now() - began) / 1_000);
	console.log(`run ${run} of ${times}${isBusy ? ", next to a busy core" : ""}: ${found.length} failed, ${seconds} s`);
	for (const { test, text } of found) {
		const failure = failures.get(test) ?? { runs: [], text };
		failure.runs.push(run);
		failures.set(test, failure);
	}
}
for (const [test, { runs, text }] of failures) {
	console.log(`\n✗ ${test}\n  failed in ${runs.length} of ${times} runs: ${runs.join(", ")}\n${text}`);
}
process.exitCode = failures.size > 0 ? 1 : 0;

/** The program ends with this process, also if this process is killed. */
function keepCoreBusy(): ChildProcess {
	return spawn(process.execPath, ["-e", "const parent = process.ppid; while (process.ppid === parent);"], {
		stdio: "ignore",
	});
}

/** Runs the tests once and returns those that failed. An error outside a test is returned with the whole output. */
async function runTests(): Promise<{ test: string; text: string }[]> {
	const directory = await mkdtemp(join(tmpdir(), "repeat-"));
	const file = join(directory, "report.json");
	const config = values.system ? ["--config", "vitest.system.config.ts"] : [];
	const args = ["run", ...config, "--reporter=default", "--reporter=json", `--outputFile=${file}`, ...files];
	const child = spawn(process.execPath, [join(root, "node_modules", "vitest", "vitest.mjs"), ...args], { cwd: root });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) {
		stream.on("data", (chunk) => {
			output += chunk;
		});
	}
	const [status] = await once(child, "close");
	const text = await readFile(file, "utf8").catch(() => "");
	await rm(directory, { recursive: true });
	const results = text === "" ? [] : report.parse(JSON.parse(text)).testResults;
	const failed = results.flatMap(({ name, status, message, assertionResults }) => {
		const path = name.replace(`${root}/`, "");
		const tests = assertionResults
			.filter((each) => each.status === "failed")
			.map((each) => ({ test: `${path}: ${each.fullName}`, text: each.failureMessages.join("\n") }));
		return status === "failed" && tests.length === 0 ? [{ test: path, text: message }] : tests;
	});
	return status === 0 || failed.length > 0 ? failed : [{ test: `no test: vitest ended with ${status}`, text: output }];
}
