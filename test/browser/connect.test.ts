import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { openAdmin } from "../../src/world/service-only.ts";
import { openChat } from "../support/browser.ts";
import { done } from "../support/service.ts";
import { openWorld } from "../support/world.ts";

it("connects with /connect and a token that was typed before START was answered", async () => {
	const world = await openWorld();
	await using opened = await openAdmin(world.config, world.log);
	const { token } = done(await opened.admin.openAccount(randomUUID(), { whitelist: ["127.0.0.1"] }));
	await using chat = await openChat(world.url);
	const { page } = chat;
	const typed = Promise.withResolvers<void>();
	await page.route("**/start", async (route) => {
		await typed.promise;
		await route.continue();
	});
	await page.getByRole("button", { name: "Start" }).click();
	await page.keyboard.type(`/connect ${token}`);
	await page.keyboard.press("Enter");
	typed.resolve();
	await chat.waitFor("Connected with the token");
	await page.locator(".message.out", { hasText: token }).waitFor({ state: "detached" });
	expect(chat.consoleErrors).toEqual([]);
});
