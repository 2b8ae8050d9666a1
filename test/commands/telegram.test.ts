import { expect, it, vi } from "vitest";
import { createDirectory, startCommand } from "../support/process.ts";

vi.setConfig({ testTimeout: 90_000 });

it("serves the Bot API and the chat page, and stops on SIGTERM", async () => {
	const options = ["--port", "0", "--token", "1000:abc", "--data", await createDirectory()];
	const command = startCommand("telegram", {}, options);
	const url = await command.url();
	const bot = await (await fetch(`${url}/bot1000:abc/getMe`)).json();
	expect(bot).toMatchObject({ ok: true, result: { id: 1000, is_bot: true } });
	expect((await fetch(url)).headers.get("content-type")).toContain("text/html");
	expect(await (await fetch(`${url}/people/1001/start`, { method: "POST" })).json()).toEqual({ message_ids: [1] });
	command.child.kill("SIGTERM");
	expect(await command.status()).toBe(0);
	expect(command.err()).toBe("");
});

it("takes its token from the environment and does not print it", async () => {
	const options = ["--port", "0", "--data", await createDirectory()];
	const command = startCommand("telegram", { BOT_TOKEN: "1001:from-the-environment" }, options);
	const url = await command.url();
	const bot = await (await fetch(`${url}/bot1001:from-the-environment/getMe`)).json();
	expect(bot).toMatchObject({ ok: true, result: { id: 1001 } });
	expect(command.out()).toContain(`${url}/bot<token>/<method>`);
});
