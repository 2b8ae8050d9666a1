import { request } from "node:http";
import { expect, it, vi } from "vitest";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

/** The status for a request with a `Host` of its own, which `fetch` does not let one set. */
function statusFor(url: string, host: string): Promise<number | undefined> {
	return new Promise((resolve, reject) => {
		const sent = request(url, { headers: { host } }, (response) => resolve(response.resume().statusCode));
		sent.once("error", reject).end();
	});
}

it("shows an exposed page under its address and the names in the settings, and under no other name", async () => {
	const { url } = await openWorld({ EXPOSE: "page", PUBLIC_URL: "https://bot.example", TELEGRAM_MODE: "polling" });
	const people = (host: string) => statusFor(`${url}/people`, host);
	expect(await people("bot.example")).toBe(200);
	expect(await people(new URL(url).host)).toBe(200);
	expect(await people("192.168.1.5:8080")).toBe(200);
	expect(await people("rebound.example")).toBe(403);
});
