import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startService } from "../../support/service.ts";

/**
 * npm downloads these tools when the test runs. They are not dependencies, because they are large and only this test
 * needs them.
 */
const tools = { redocly: "@redocly/cli@2.77.0", spectral: "@stoplight/spectral-cli@6.16.3" };
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
	await using world = await startService();
	folder = await mkdtemp(join(tmpdir(), "openapi-"));
	await writeFile(join(folder, "openapi.json"), await (await fetch(`${world.url}/openapi.json`)).text());
	await writeFile(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function lint(tool: keyof typeof tools, ...args: string[]): Promise<string> {
	const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
	const ran = await run(
		"npx",
		["--yes", "--prefer-offline", `--package=${tools[tool]}`, tool, "lint", ...args, "openapi.json"],
		{
			cwd: folder,
			env,
		},
	);
	return ran.stdout + ran.stderr;
}

it("passes Redocly's strict rules without a warning", { timeout: 240_000 }, async () => {
	const output = await lint("redocly", "--extends=recommended-strict");
	expect(output).toContain("Your API description is valid");
	expect(output).not.toMatch(/warning was|warnings were|\[\d+\]/i);
});

it("passes Spectral's rules without a hint", { timeout: 240_000 }, async () => {
	expect(await lint("spectral", "--fail-severity=hint", "--display-only-failures")).toContain("No results");
});
