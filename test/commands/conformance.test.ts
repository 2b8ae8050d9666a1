import { expect, it, vi } from "vitest";
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
