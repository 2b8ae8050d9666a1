import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure } from "../figure.ts";

const root = join(import.meta.dirname, "..", "..");

/** Measures the size of a production install, in a temporary folder. Needs the npm registry. */
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

/** Measures how long `npm test` takes. Throws if it fails. */
export async function measureTests(): Promise<Figure[]> {
	const begun = performance.now();
	execFileSync("npm", ["test"], { cwd: root, stdio: "ignore" });
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
