import { expect, it, vi } from "vitest";
import { startCommand } from "../support/process.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 90_000 });

it.each(["SIGTERM", "SIGINT"] as const)("runs the bot, and stops with it on %s", async (signal) => {
	const dev = startCommand("dev", { PORT: "0", SERVICE_PORT: "0", DATA_DIR: await createWarmData() });
	const url = await dev.url();
	expect((await fetch(`${url}/ready`)).status).toBe(200);
	dev.child.kill(signal);
	expect(await dev.status()).toBe(0);
	expect(dev.err()).toBe("");
	await expect(fetch(`${url}/ready`)).rejects.toThrow();
});
