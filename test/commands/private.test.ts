import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openChat } from "../support/chat.ts";
import { createDirectory, startCommand } from "../support/process.ts";

vi.setConfig({ testTimeout: 120_000 });

const preload = join(import.meta.dirname, "..", "..", "src", "commands", "preload.cjs");
const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Lists `directory` and everything in it to which the group or other users have any access. */
function openToOthers(directory: string): string[] {
	const paths = [
		directory,
		...readdirSync(directory, { recursive: true }).map((name) => join(directory, String(name))),
	];
	return paths.filter((path) => (lstatSync(path).mode & 0o077) !== 0);
}

/**
 * Runs `ls` as the user `nobody` and returns its exit status. Works only as root, because only root can change the
 * user.
 */
function listAsNobody(path: string): number | null {
	return spawnSync("ls", [path], { uid: nobody, gid: nobody }).status;
}

async function world(dataDir: string) {
	const command = startCommand("start", { DATA_DIR: dataDir, PORT: "0", SERVICE_PORT: "0" });
	const url = await command.url();
	return {
		url,
		async stop(): Promise<void> {
			command.child.kill("SIGTERM");
			expect(await command.status(), command.err()).toBe(0);
		},
	};
}

it("makes everything under DATA_DIR private, including files of an earlier version", async () => {
	const parent = await createDirectory();
	await chmod(parent, 0o755);
	const dataDir = join(parent, "data");
	const first = await world(dataDir);
	using chat = await openChat({ url: first.url, timeoutMs: 30_000 });
	await chat.starts();
	await chat.sends({ name: "names.txt", content: "a-private-name.com" });
	expect(readdirSync(join(dataDir, "telegram", "files"))).not.toEqual([]);
	expect(openToOthers(dataDir)).toEqual([]);
	if (isRoot) expect(listAsNobody(dataDir)).not.toBe(0);
	await first.stop();

	execFileSync("chmod", ["-R", "a+rX", join(dataDir, "telegram"), join(dataDir, "secret.key")]);
	for (const path of ["", "postgres", "postgres/password", "postgres/server.log"])
		chmodSync(join(dataDir, path), 0o755);
	const second = await world(dataDir);
	expect(openToOthers(dataDir)).toEqual([]);
	await second.stop();
	expect(openToOthers(dataDir)).toEqual([]);
});

it("keeps the mode of a shared folder and tightens only its own files in it", async () => {
	const shared = await createDirectory();
	mkdirSync(join(shared, "of-another-program"));
	await chmod(shared, 0o755);
	const running = await world(shared);
	expect(lstatSync(shared).mode & 0o777).toBe(0o755);
	expect(lstatSync(join(shared, "of-another-program")).mode & 0o777).toBe(0o755);
	for (const name of ["postgres", "telegram", "secret.key"]) expect(lstatSync(join(shared, name)).mode & 0o077).toBe(0);
	await running.stop();
});

async function refusal(dataDir: string): Promise<string> {
	const command = startCommand("start", { DATA_DIR: dataDir, PORT: "0", SERVICE_PORT: "0" });
	expect(await command.status()).toBe(1);
	return command.err();
}

it("refuses a shared folder in which every user can replace files", async () => {
	const shared = await createDirectory();
	mkdirSync(join(shared, "of-another-program"));
	await chmod(shared, 0o1777);
	expect(await refusal(shared)).toMatch(/data directory cannot be used .*every user can write to it/);
	expect(readdirSync(shared)).toEqual(["of-another-program"]);
	expect(lstatSync(shared).mode & 0o7777).toBe(0o1777);
});

it.runIf(isRoot)("refuses files that another user created in the folder before the first start", async () => {
	for (const name of ["secret.key", "telegram"]) {
		const dataDir = await createDirectory();
		await chmod(dataDir, 0o777);
		const planted = join(dataDir, name);
		spawnSync("ln", ["-s", "/tmp", planted], { uid: nobody, gid: nobody });
		expect(await refusal(dataDir)).toContain(`${planted} belongs to another user`);
		expect(readdirSync(dataDir)).toEqual([name]);
	}
});

function cacheFolder(env: Record<string, string>): string {
	const ask = `require(${JSON.stringify(preload)}); console.log(require("node:module").getCompileCacheDir() ?? "none")`;
	const { stdout } = spawnSync(process.execPath, ["-e", ask], { encoding: "utf8", env: { PATH: "", ...env } });
	return stdout.trim();
}

it("caches compiled code in a private folder and ignores one that others can write to", async () => {
	const [home, temporary] = [await createDirectory(), await createDirectory()];
	await chmod(temporary, 0o1777);
	const own = join(home, ".cache", "domain-trading-bot");
	expect(cacheFolder({ HOME: home, TMPDIR: temporary }).startsWith(own)).toBe(true);
	expect(lstatSync(own).mode & 0o777).toBe(0o700);
	// If other users can write to `.cache`, they could replace the private folder inside it. So the command must use the
	// temporary directory instead.
	chmodSync(join(home, ".cache"), 0o777);
	expect(cacheFolder({ HOME: home, TMPDIR: temporary }).startsWith(temporary)).toBe(true);

	// Without a usable home directory, the folder is in the temporary directory. Its name contains the user id.
	const fallback = join(temporary, `domain-trading-bot-${process.getuid?.()}`);
	const homeless = { HOME: "/proc/none", TMPDIR: temporary };
	expect(cacheFolder(homeless).startsWith(fallback)).toBe(true);
	expect(lstatSync(fallback).mode & 0o777).toBe(0o700);
	chmodSync(fallback, 0o777);
	expect(cacheFolder(homeless)).toBe("none");
	chmodSync(fallback, 0o700);
	if (!isRoot) return;
	chownSync(fallback, nobody, nobody);
	expect(cacheFolder(homeless)).toBe("none");
});

it("sets the umask of a command that is started through a link", async () => {
	const link = join(await createDirectory(), "current");
	symlinkSync(join(preload, "..", "..", ".."), link);
	const named = join(link, "src", "commands", "start.ts");
	const ask = `process.argv[1] = ${JSON.stringify(named)}; require(${JSON.stringify(preload)}); console.log(process.umask())`;
	const { stdout } = spawnSync(process.execPath, ["-e", ask], { encoding: "utf8" });
	expect(stdout.trim()).toBe(String(0o077));
});

it("sets the umask of every command", () => {
	const ask = `process.argv[1] = ${JSON.stringify(join(preload, "..", "start.ts"))}; require(${JSON.stringify(preload)}); console.log(process.umask())`;
	const { stdout } = spawnSync(process.execPath, ["-e", ask], { encoding: "utf8" });
	expect(stdout.trim()).toBe(String(0o077));
});
