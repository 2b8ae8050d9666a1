import { createServer } from "node:http";
import { expect, it, onTestFinished, vi } from "vitest";
import { listenLocally } from "../support/port.ts";
import { startCommand } from "../support/process.ts";
import { startService } from "../support/service.ts";

vi.setConfig({ testTimeout: 90_000 });

it("reads the token from standard input if it is missing or -", async () => {
	await using world = await startService();
	/**
	 * Runs the command with these arguments and with a token on standard input. Most of the time, the command waits for
	 * its rate limit. So the test makes its two runs at the same time.
	 */
	async function run(...args: string[]) {
		const { token } = await world.open();
		const command = startCommand("conformance", {}, [world.url, ...args], `${token}\n`);
		await command.status();
		expect(command.err()).toBe("");
		expect(command.out()).toMatch(/[1-9]\d* passed, \d+ failed/);
		expect(command.out()).not.toContain(token);
	}
	await Promise.all([run(), run("-")]);
});

it("prints its verdict last", async () => {
	const server = createServer((_request, response) => void response.writeHead(502).end("<html>Bad Gateway</html>"));
	onTestFinished(() => void server.close());
	const url = `http://127.0.0.1:${await listenLocally(server)}`;
	const command = startCommand("conformance", {}, [url, "nobody"]);
	expect(await command.status()).toBe(3);
	expect(command.out()).toMatch(/\nVerdict: no\. The bot cannot work with this service\./);
	expect(command.out()).toContain("  - connecting an account and reading its balance (/connect, /account)");
	expect(await startCommand("conformance", {}, []).status()).toBe(2);
});
