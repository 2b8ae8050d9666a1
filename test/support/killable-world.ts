import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { defineClock } from "@domains/kit/postgres/clock.ts";
import { connect, type Sql } from "@domains/kit/postgres/connect.ts";
import { openCluster } from "@domains/kit/postgres/embedded/cluster.ts";
import { superuserUrl } from "@domains/kit/postgres/embedded/index.ts";
import { findServer } from "@domains/kit/postgres/embedded/server.ts";
import { onTestFinished, vi } from "vitest";
import { type Chat, openChat } from "./chat.ts";
import { freePort } from "./port.ts";
import { type RunningCommand, startCommand } from "./process.ts";
import { createWarmData } from "./warm-data.ts";

/** Real processes, which can be killed at any time, and started again with the same data. */
export interface KillableWorld {
	/** The next `kill` closes the chat and the database connection. */
	start(): Promise<{ chat: Chat; sql: Sql; url: string }>;
	/** SIGKILL, for the bot and its database server. */
	kill(): Promise<void>;
	/** A later call replaces the earlier one. */
	advance(milliseconds: number): Promise<void>;
}

export async function createKillableWorld(): Promise<KillableWorld> {
	const dataDir = await createWarmData();
	const [port, servicePort] = [await freePort(), await freePort()];
	const env = { DATA_DIR: dataDir, PORT: String(port), SERVICE_PORT: String(servicePort), LOG_LEVEL: "warn" };
	const directory = join(dataDir, "postgres");
	const pidFile = join(directory, "data", "postmaster.pid");
	let run: { command: RunningCommand; sql: Sql; chat: Chat } | undefined;
	onTestFinished(async () => {
		run?.chat.close();
		await run?.sql.end({ timeout: 0 });
		run?.command.child.kill("SIGTERM");
		await run?.command.status();
	});
	return {
		async start() {
			const command = startCommand("start", env);
			const url = await command.url();
			const server = await findServer(join(directory, "data"));
			if (!server) throw new Error("the database server is not running");
			const database = connect(superuserUrl(await openCluster(directory), server), { max: 3, name: "test" });
			const chat = await openChat({ url, timeoutMs: 30_000 });
			run = { command, sql: database.sql, chat };
			return { chat, sql: database.sql, url };
		},
		async kill() {
			if (!run) return;
			const [server] = (await readFile(pidFile, "utf8")).split("\n");
			run.command.child.kill("SIGKILL");
			process.kill(Number(server), "SIGKILL");
			await run.command.status();
			run.chat.close();
			await run.sql.end({ timeout: 0 });
			run = undefined;
		},
		async advance(milliseconds) {
			if (run) await defineClock(run.sql, milliseconds);
		},
	};
}

/** At least one. */
export async function untilRow(query: () => Promise<readonly unknown[]>): Promise<void> {
	await vi.waitUntil(async () => (await query()).length > 0, { timeout: 30_000, interval: 20 });
}
