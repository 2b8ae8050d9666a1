import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallsView } from "local-telegram/protocol.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { startApp } from "../support/app.ts";
import { createTestDatabase } from "../support/database.ts";
import { createDirectory, startCommand } from "../support/process.ts";
import { startTelegram } from "../support/telegram.ts";
import { createWarmData } from "../support/warm-data.ts";
import { openWorld } from "../support/world.ts";

// Each test starts a process with its own database server. That takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const free = { PORT: "0", SERVICE_PORT: "0" };

it("prints one address, is ready there, and leaves no process behind after SIGTERM", async () => {
	const dataDir = await createDirectory();
	const world = startCommand("start", { ...free, DATA_DIR: dataDir });
	const url = await world.url();
	expect(await (await fetch(`${url}/ready`)).json()).toEqual({ ready: true, reasons: {} });
	expect(world.out().match(/http:/g)).toHaveLength(1);
	world.child.kill("SIGTERM");
	expect(await world.status()).toBe(0);
	expect(world.err()).toBe("");
	expect(existsSync(join(dataDir, "postgres", "data", "postmaster.pid"))).toBe(false);
});

it("exits with one line if another process uses the same data directory", async () => {
	const dataDir = await createWarmData();
	const first = startCommand("start", { ...free, DATA_DIR: dataDir });
	const url = await first.url();
	const second = startCommand("start", { ...free, DATA_DIR: dataDir });
	expect(await second.status()).toBe(1);
	expect(second.err()).toBe(`Another process already runs on ${dataDir}: stop it first, or set another DATA_DIR\n`);
	expect((await fetch(`${url}/health`)).status).toBe(200);
	first.child.kill("SIGINT");
	expect(await first.status()).toBe(0);
});

it("starts on the data of a killed process", async () => {
	const dataDir = await createWarmData();
	const killed = startCommand("start", { ...free, DATA_DIR: dataDir });
	await killed.url();
	killed.child.kill("SIGKILL");
	await killed.status();
	const next = startCommand("start", { ...free, DATA_DIR: dataDir });
	expect((await fetch(`${await next.url()}/ready`)).status).toBe(200);
	next.child.kill("SIGTERM");
	expect(await next.status()).toBe(0);
});

it("reports a taken port in one line", async () => {
	const port = new URL(await startApp(() => {})).port;
	const world = startCommand("start", { ...free, PORT: port, DATA_DIR: await createWarmData() });
	expect(await world.status()).toBe(1);
	expect(world.err()).toBe(
		`127.0.0.1:${port} is in use by another program: set PORT to another port, or stop the program that uses it\n`,
	);
});

it("reports an unusable data directory in one line", async () => {
	const file = join(await createDirectory(), "file");
	await writeFile(file, "");
	const world = startCommand("start", { ...free, DATA_DIR: file });
	expect(await world.status()).toBe(1);
	expect(world.err()).toMatch(/^The data directory cannot be used \(.*\): set DATA_DIR\n$/);
});

// Node's recursive `mkdir` never ends for a directory below /proc. The command must not hang there.
it.runIf(existsSync("/proc/self"))("reports in one line a path below which no directory can be created", async () => {
	const world = startCommand("start", { ...free, DATA_DIR: "/proc/x/y" });
	expect(await world.status()).toBe(1);
	expect(world.err()).toMatch(/^The data directory cannot be used \(.*\): set DATA_DIR\n$/);
});

it("lists all invalid settings", async () => {
	const world = startCommand("start", { PORT: "many", EXPOSE: "all", DATABASE_URL: "postgres://localhost/bot" });
	expect(await world.status()).toBe(1);
	expect(world.err().split("\n  ")).toHaveLength(4);
	expect(world.err()).not.toContain("    at ");
});

it("refuses in one line to serve another bot than the database does", async () => {
	const database = await createTestDatabase();
	onTestFinished(() => database[Symbol.asyncDispose]());
	const [one, two] = [await startTelegram({ token: "5001:one" }), await startTelegram({ token: "5002:two" })];
	const shared = { DATABASE_URL: database.url, SECRET_KEY: randomBytes(32).toString("base64") };
	const first = await openWorld({ ...shared, BOT_TOKEN: "5001:one", TELEGRAM_API_ROOT: one.url });
	await first.close();
	const again = startCommand("start", { ...free, ...shared, BOT_TOKEN: "5002:two", TELEGRAM_API_ROOT: two.url });
	expect(await again.status()).toBe(1);
	expect(again.err()).toMatch(/^This database serves @\w+ \(\d+\): .*\n$/);
	expect([...(await database.sql`select bot_id::int as id from bot.identity`)]).toEqual([{ id: 5001 }]);
	const { calls } = (await (await fetch(`${two.url}/calls?after=0`)).json()) as CallsView;
	expect(new Set(calls.map(({ method }) => method))).toEqual(new Set(["getMe"]));
});
