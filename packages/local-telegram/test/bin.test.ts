import { execFile } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, vi } from "vitest";
import { createDirectory, startCommand } from "../../../test/support/process.ts";

vi.setConfig({ testTimeout: 90_000 });

const bin = "../../packages/local-telegram/src/bin";

it("serves the Bot API and the chat page, and stops on SIGTERM", async () => {
	const data = join(await createDirectory(), "telegram");
	const options = ["--port", "0", "--token", "1000:abc", "--data", data];
	const command = startCommand(bin, {}, options);
	const url = await command.url();
	const bot = await (await fetch(`${url}/bot1000:abc/getMe`)).json();
	expect(bot).toMatchObject({ ok: true, result: { id: 1000, is_bot: true } });
	expect((await fetch(url)).headers.get("content-type")).toContain("text/html");
	expect(await (await fetch(`${url}/people/1001/start`, { method: "POST" })).json()).toEqual({ message_ids: [1] });
	expect(statSync(data).mode & 0o077).toBe(0);
	command.child.kill("SIGTERM");
	expect(await command.status()).toBe(0);
	expect(command.err()).toBe("");
});

it("takes its token from the environment and does not print it", async () => {
	const options = ["--port", "0", "--data", await createDirectory()];
	const command = startCommand(bin, { BOT_TOKEN: "1001:from-the-environment" }, options);
	const url = await command.url();
	const bot = await (await fetch(`${url}/bot1001:from-the-environment/getMe`)).json();
	expect(bot).toMatchObject({ ok: true, result: { id: 1001 } });
	expect(command.out()).toContain(`${url}/bot<token>/<method>`);
});

it("takes an empty token of the environment as none", async () => {
	const options = ["--port", "0", "--data", await createDirectory()];
	const url = await startCommand(bin, { BOT_TOKEN: "" }, options).url();
	expect((await fetch(`${url}/bot1000:local/getMe`)).status).toBe(200);
});

it("refuses a port that another program uses, and a folder in use, in one line", async () => {
	const data = await createDirectory();
	const first = startCommand(bin, {}, ["--port", "0", "--data", data]);
	const { port } = new URL(await first.url());
	const [samePort, sameFolder] = await Promise.all(
		[
			["--port", port, "--data", await createDirectory()],
			["--port", "0", "--data", data],
		].map(async (args) => {
			const second = startCommand(bin, {}, args);
			return { status: await second.status(), err: second.err() };
		}),
	);
	expect(samePort).toEqual({ status: 1, err: expect.stringMatching(/^.*EADDRINUSE.*\n$/) });
	expect(sameFolder).toEqual({ status: 1, err: expect.stringMatching(/^.*in use.*\n$/) });
});

it.each([
	[["--nope"], "Unknown option '--nope'"],
	[["--port", "http"], "--port must be 0 to 65535, not http"],
	[["--port"], "Option '--port' needs a value"],
	[["--token", "zzz"], "--token must be <number>:<letters>"],
])("rejects %j in one line", async (args, problem) => {
	const command = startCommand(bin, {}, args);
	expect(await command.status()).toBe(2);
	expect(command.out()).toBe("");
	expect(command.err()).toBe(`${problem}. --help prints the usage.\n`);
});

it("is a command of the package that npx starts", async () => {
	const npx = ["exec", "-w", "packages/local-telegram", "--", "local-telegram", "--help"];
	const { stdout } = await promisify(execFile)("npm", npx, { cwd: join(import.meta.dirname, "..", "..", "..") });
	expect(stdout).toMatch(/^Usage: local-telegram \[--port 8082\]/);
	expect(stdout).toMatch(/\nExamples:\n( {2}.*npm .*\n)+$/);
});
