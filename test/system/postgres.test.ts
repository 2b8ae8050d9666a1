import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@domains/kit/postgres/connect.ts";
import { chooseIdentity } from "@domains/kit/postgres/embedded/cluster.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { freePort } from "../support/port.ts";
import { createDirectory } from "../support/process.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 120_000 });

it("works on PostgreSQL 15, the oldest supported version", async () => {
	const url = await startDebianServer();
	const world = await openWorld({ DATABASE_URL: url });
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await chat.says("older-server.com");
	await chat.taps("Register");
	await chat.taps("Pay");
	await chat.until("older-server.com is registered");
	await using database = connect(url, { max: 1 });
	await expect.poll(() => database.sql`select state from bot.inbox`).toEqual([{ state: "done" }]);
	const [row] = await database.sql<{ version: string }[]>`select current_setting('server_version_num') as version`;
	expect(row?.version).toMatch(/^15/);
	const charges = await database.sql`select from service.ledger where kind = 'charge'`;
	expect(charges).toHaveLength(1);
});

/** Starts a database server from Debian's packages, with its data in a temporary directory. Returns its URL. */
async function startDebianServer(): Promise<string> {
	const [bin] = globSync("/usr/lib/postgresql/15/bin");
	if (bin === undefined) throw new Error("apt-get install postgresql");
	const directory = await createDirectory();
	const { prefix, ...owner } = await chooseIdentity(directory);
	const run = (program: string, flags: string[]) => {
		const [command = "", ...args] = [...prefix, join(bin, program), ...flags];
		return spawn(command, args, { ...owner, stdio: "ignore" });
	};
	const data = join(directory, "data");
	await once(run("initdb", ["-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale"]), "exit");
	const port = await freePort();
	const server = run("postgres", ["-D", data, "-p", String(port), "-h", "127.0.0.1", "-k", directory]);
	const exited = once(server, "exit");
	onTestFinished(async () => {
		server.kill("SIGINT");
		await exited;
	});
	const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
	await vi.waitUntil(async () => await answers(url), { timeout: 30_000, interval: 200 });
	return url;
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1 });
	return await database.sql`select 1`.then(
		() => true,
		() => false,
	);
}
