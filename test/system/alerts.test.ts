import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const run = promisify(execFile);
const cwd = join(import.meta.dirname, "../../ops/prometheus");

it("Prometheus accepts the alert rules", async () => {
	const { stdout } = await run("promtool", ["check", "rules", "alerts.yaml"], { cwd });
	expect(stdout).toMatch(/SUCCESS: \d+ rules found/);
});

it("each alert fires when its condition holds, and none fires on a normal day", async () => {
	const { stdout } = await run("promtool", ["test", "rules", "alerts.test.yaml"], { cwd });
	expect(stdout).toContain("SUCCESS");
	const names = (file: string, pattern: RegExp) =>
		[...readFileSync(join(cwd, file), "utf8").matchAll(pattern)].map(([, name]) => name).sort();
	expect(names("alerts.test.yaml", /alertname="(\w+)"/g)).toEqual(names("alerts.yaml", /alert: (\w+)/g));
});
