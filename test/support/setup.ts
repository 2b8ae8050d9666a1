import { afterEach } from "vitest";
import { lastProblems } from "./log.ts";

afterEach(({ task }) => {
	const problems = task.result?.state === "fail" ? lastProblems() : [];
	if (problems.length > 0) process.stderr.write(`The last warnings and errors in the logs:\n${problems.join("")}`);
});
