import { describe, expect, it } from "vitest";
import { createWebhook } from "../../../src/bot/updates/webhook.ts";

const secret = "a-secret-of-ours";

describe("the webhook", () => {
	it.each([
		["its secret", secret, true],
		["a wrong secret", "another", false],
		["a missing secret", undefined, false],
		["several secrets", [secret, secret], false],
	])("knows a request of Telegram by %s", (_what, given, known) => {
		expect(createWebhook({ secret, handle: async () => "done" }).isFrom(given)).toBe(known);
	});

	it.each([
		["takes an update", { update_id: 5 }, 200],
		["turns away what is no update", { hello: 1 }, 400],
		["turns away what is no object", "update", 400],
	])("%s", async (_rule, body, status) => {
		expect(await createWebhook({ secret, handle: async () => "done" }).settle(body)).toBe(status);
	});

	it("answers 500 to have an update delivered once more", async () => {
		expect(await createWebhook({ secret, handle: async () => "again" }).settle({ update_id: 5 })).toBe(500);
	});
});
