import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 60_000 });

it("stops the embedded server although the process exits without closing it", async () => {
	const dataDir = await createWarmData();
	const file = join(import.meta.dirname, "exit-process.ts");
	const child = spawn(process.execPath, ["-r", "./src/commands/preload.cjs", file, dataDir], { stdio: "inherit" });
	const [status] = await once(child, "exit");
	expect(status).toBe(3);
	await vi.waitUntil(() => !existsSync(join(dataDir, "postgres", "data", "postmaster.pid")), { timeout: 10_000 });
});
