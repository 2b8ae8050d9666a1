import { describe, expect, it } from "vitest";
import { createWebhook } from "../../../src/bot/updates/webhook.ts";

const secret = "a-secret-of-ours";

describe("the webhook", () => {
	it.each([
		["its secret", secret, true],
		["a wrong secret", "another", false],
		["a missing secret", undefined, false],
		["several secrets", [secret, secret], false],
	])("recognizes a request of Telegram by %s", (_what, given, known) => {
		expect(createWebhook({ secret, handle: async () => "done" }).isFrom(given)).toBe(known);
	});

	it.each([
		["accepts an update", { update_id: 5 }, 200],
		["rejects a body that is not an update", { hello: 1 }, 400],
		["rejects a body that is not an object", "update", 400],
	])("%s", async (_rule, body, status) => {
		expect(await createWebhook({ secret, handle: async () => "done" }).settle(body)).toBe(status);
	});

	it("answers 500 so that Telegram delivers an update again", async () => {
		expect(await createWebhook({ secret, handle: async () => "redeliver" }).settle({ update_id: 5 })).toBe(500);
	});
});
