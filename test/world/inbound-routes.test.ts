import { request } from "node:http";
import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { createWebhook } from "../../src/bot/updates/webhook.ts";
import { addUpdates } from "../../src/world/telegram.ts";
import { startApp } from "../support/app.ts";

const path = "the-path";
const secret = "a-secret-of-ours";

/**
 * Starts an HTTP server that receives updates from Telegram. `read.bodies` counts the requests whose body the server
 * began to read.
 */
async function startListener() {
	const read = { bodies: 0 };
	const url = await startApp((app: FastifyInstance) => {
		app.addHook("preParsing", async (_request, _reply, payload) => {
			read.bodies += 1;
			return payload;
		});
		const webhook = { address: `https://bot.example/telegram/${path}`, path, secret };
		addUpdates(app, webhook, { webhook: (own) => createWebhook({ secret: own, handle: async () => "done" }) });
	});
	return { url, read };
}

const headersWith = (own: string | undefined) => ({
	"content-type": "application/json",
	...(own !== undefined && { "x-telegram-bot-api-secret-token": own }),
});

describe("the route for updates", () => {
	it.each([
		["a wrong path", "another", secret],
		["a missing secret", path, undefined],
		["a wrong secret", path, "another"],
	])("answers %s with 404 and does not read the body", async (_what, to, own) => {
		const { url, read } = await startListener();
		for (const body of ['{"update_id":5}', "{broken"]) {
			const answer = await fetch(`${url}/telegram/${to}`, { method: "POST", headers: headersWith(own), body });
			expect(answer.status).toBe(404);
		}
		expect(read.bodies).toBe(0);
	});

	it("answers an unknown sender before the body has arrived", async () => {
		const { url } = await startListener();
		const status = await new Promise((resolve, reject) => {
			const headers = { ...headersWith(undefined), "content-length": "1000000" };
			const sent = request(`${url}/telegram/${path}`, { method: "POST", headers }, (answer) => {
				resolve(answer.statusCode);
				answer.resume();
				sent.destroy();
			});
			sent.once("error", reject).flushHeaders();
		});
		expect(status).toBe(404);
	});

	it("accepts an update of Telegram", async () => {
		const { url, read } = await startListener();
		const post = async (body: string) =>
			(await fetch(`${url}/telegram/${path}`, { method: "POST", headers: headersWith(secret), body })).status;
		expect([await post('{"update_id":5}'), await post('{"hello":1}'), await post("{broken")]).toEqual([200, 400, 400]);
		expect(read.bodies).toBe(3);
	});
});
