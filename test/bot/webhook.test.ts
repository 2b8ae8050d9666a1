import { describe, expect, it } from "vitest";
import { createWebhook } from "../../src/bot/webhook.ts";

const secret = "a-secret-of-ours";

describe("the webhook", () => {
	it.each([
		["takes an update with the secret", secret, { update_id: 5 }, 200],
		["turns away a wrong secret", "another", { update_id: 5 }, 401],
		["turns away a missing secret", undefined, { update_id: 5 }, 401],
		["turns away what is no update", secret, { hello: 1 }, 400],
		["turns away what is no object", secret, "update", 400],
	])("%s", async (_rule, given, body, status) => {
		const receive = createWebhook({ secret, handle: async () => "done" });
		expect(await receive({ secret: given, body })).toBe(status);
	});

	it("answers 500 to have an update delivered once more", async () => {
		const receive = createWebhook({ secret, handle: async () => "again" });
		expect(await receive({ secret, body: { update_id: 5 } })).toBe(500);
	});
});
