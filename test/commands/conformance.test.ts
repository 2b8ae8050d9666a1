import { expect, it, vi } from "vitest";
import { startCommand } from "../support/process.ts";
import { startService } from "../support/service.ts";

vi.setConfig({ testTimeout: 90_000 });

it("reads the token from standard input without a word in its place, and with -", async () => {
	await using world = await startService();
	/** Mostly waits for its pace, so both forms run at the same time. */
	async function run(...words: string[]) {
		const { token } = await world.open();
		const command = startCommand("conformance", {}, [world.url, ...words], `${token}\n`);
		await command.status();
		expect(command.err()).toBe("");
		expect(command.out()).toMatch(/[1-9]\d* kept, \d+ broken/);
		expect(command.out()).not.toContain(token);
	}
	await Promise.all([run(), run("-")]);
});

it("says how it is used, and how to keep a token out of the list of processes", async () => {
	const help = startCommand("conformance", {}, ["--help"]);
	expect(await help.status()).toBe(0);
	expect(help.out()).toContain("without TOKEN, or with -, it is read from standard input");
	const without = startCommand("conformance", {}, ["http://127.0.0.1:1/api/v1"]);
	expect(await without.status()).toBe(2);
	expect(without.err()).toContain("npm run conformance -- URL [TOKEN]");
});
