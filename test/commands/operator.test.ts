import { expect, it, vi } from "vitest";
import { startCommand } from "../support/process.ts";
import { createWarmData } from "../support/warm-data.ts";

vi.setConfig({ testTimeout: 90_000 });

it("prints one JSON object, or one error with status 1", async () => {
	const DATA_DIR = await createWarmData();
	const banned = startCommand("operator", { DATA_DIR }, ["ban", "1001"]);
	expect(await banned.status(), banned.err()).toBe(0);
	const held = { watches: 0, account_checks: 0, auto_renewals: 0, lists: 0, notifications: 0 };
	expect(JSON.parse(banned.out())).toEqual({ user: 1001, banned: true, held });
	const refused = startCommand("operator", { DATA_DIR }, ["forget", "5"]);
	expect(await refused.status()).toBe(1);
	expect(JSON.parse(refused.err())).toEqual({
		error: { code: "not_found", message: "No data is stored about user 5" },
	});
});
