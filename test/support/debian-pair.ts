import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@domains/kit/postgres/connect.ts";
import { chooseIdentity } from "@domains/kit/postgres/embedded/cluster.ts";
import { onTestFinished, vi } from "vitest";
import { freePort } from "./port.ts";
import { createDirectory } from "./process.ts";

/**
 * With a synchronous standby, the primary confirms a commit only when the standby has it too. Both stop when the test
 * ends.
 */
export async function startDebianPair({ isSynchronous }: { isSynchronous: boolean }) {
	const [bin] = globSync("/usr/lib/postgresql/15/bin");
	if (bin === undefined) throw new Error("apt-get install postgresql");
	const directory = await createDirectory();
	const { prefix, ...owner } = await chooseIdentity(directory);
	const run = (program: string, flags: string[]): ChildProcess => {
		const [command = "", ...args] = [...prefix, join(bin, program), ...flags];
		return spawn(command, args, { ...owner, stdio: "ignore" });
	};
	const start = async (data: string, port: number, flags: string[]) => {
		// A killed server leaves its shared memory, which is removed with the data directory.
		const memory = ["-c", "dynamic_shared_memory_type=mmap"];
		const address = ["-p", String(port), "-h", "127.0.0.1", "-k", directory];
		const server = run("postgres", ["-D", data, ...address, ...memory, ...flags]);
		const exited = once(server, "exit");
		onTestFinished(async () => {
			if (server.exitCode === null && server.signalCode === null) server.kill("SIGQUIT");
			await exited;
		});
		const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
		await vi.waitUntil(() => answers(url), { timeout: 30_000, interval: 200 });
		return { server, url };
	};
	const [one, two] = [join(directory, "one"), join(directory, "two")];
	const ports = [await freePort(), await freePort()] as const;
	await once(run("initdb", ["-D", one, "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale"]), "exit");
	const primary = await start(one, ports[0], ["-c", `synchronous_standby_names=${isSynchronous ? "*" : ""}`]);
	const from = ["-h", "127.0.0.1", "-p", String(ports[0]), "-U", "postgres"];
	await once(run("pg_basebackup", [...from, "-D", two, "-R", "-c", "fast"]), "exit");
	const standby = await start(two, ports[1], []);
	return {
		primary: primary.server,
		primaryUrl: primary.url,
		standby: standby.url,
		async stopStandby(): Promise<void> {
			const exited = once(standby.server, "exit");
			standby.server.kill("SIGQUIT");
			await exited;
		},
		url: `postgres://postgres@127.0.0.1:${ports[1]},127.0.0.1:${ports[0]}/postgres`,
		async promote(): Promise<void> {
			await using database = connect(standby.url, { max: 1 });
			await database.sql`select pg_promote()`;
		},
	};
}

async function answers(url: string): Promise<boolean> {
	await using database = connect(url, { max: 1 });
	return await database.sql`select 1`.then(
		() => true,
		() => false,
	);
}
