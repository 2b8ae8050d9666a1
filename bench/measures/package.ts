import { execFileSync, spawnSync } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../figure.ts";

const root = join(import.meta.dirname, "..", "..");

/** Installs into a temporary folder. Needs the npm registry. */
export async function measureInstall(): Promise<Figure[]> {
	const directory = await mkdtemp(join(tmpdir(), "bench-"));
	try {
		for (const file of ["package.json", "package-lock.json", ".npmrc"])
			await copyFile(join(root, file), join(directory, file));
		execFileSync("npm", ["ci", "--omit=dev"], { cwd: directory, stdio: "ignore" });
		const megabytes = Number.parseInt(execFileSync("du", ["-sm", directory], { encoding: "utf8" }), 10);
		return [
			{
				what: "production install with Node and PostgreSQL (`npm ci --omit=dev`)",
				ours: `${megabytes} MB`,
				bare: "",
				value: megabytes,
				unit: " MB",
				goal: { atMost: 200 },
			},
		];
	} finally {
		await rm(directory, { recursive: true, force: true, maxRetries: 3 });
	}
}

/** The error contains the last lines of the output. */
export async function measureTests(): Promise<Figure[]> {
	const begun = performance.now();
	const { status, output } = spawnSync("npm", ["test"], { cwd: root, encoding: "utf8", maxBuffer: 2 ** 28 });
	if (status !== 0)
		throw new Error(`npm test failed:\n${output?.join("").trimEnd().split("\n").slice(-100).join("\n")}`);
	const seconds = (performance.now() - begun) / 1_000;
	return [
		{
			what: "`npm test`",
			ours: `${seconds.toFixed(0)} s`,
			bare: "",
			value: seconds,
			unit: " s",
			goal: { atMost: 200 },
		},
	];
}
