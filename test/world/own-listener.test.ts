import { expect, it, vi } from "vitest";
import { openAdmin } from "../../src/world/service-only.ts";
import { freePort } from "../support/port.ts";
import { done } from "../support/service.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

it("does not deliver events to other paths of the listener, even with a public address", async () => {
	const port = await freePort();
	const origin = `http://127.0.0.1:${port}`;
	const { config, log, database } = await openWorld({
		PORT: String(port),
		PUBLIC_URL: "https://bot.example",
		TELEGRAM_MODE: "polling",
		WEBHOOK_ALLOWED_ORIGINS: origin,
	});
	await using opened = await openAdmin(config, log);
	const { admin } = opened;
	const { userId } = done(await admin.openAccount("open", { balanceCents: 10_000, whitelist: [] }));
	expect(await admin.setWebhook("page", userId, { url: `${origin}/people` })).toMatchObject({ kind: "refused" });
	done(await admin.setWebhook("receiver", userId, { url: `${origin}/events/unknown` }));
	// Set the address directly in the database. The service refuses it now, but an earlier version accepted it.
	await database.sql`update service.accounts set webhook_url = ${`${origin}/people`} where id = ${userId}`;
	done(await admin.register("buy", userId, "own-listener.com"));
	const attempts = await vi.waitFor(
		async () => {
			const rows = await database.sql`select status_code, error from service.deliveries where account_id = ${userId}`;
			expect(rows.length).toBeGreaterThan(0);
			return rows;
		},
		{ timeout: 30_000 },
	);
	expect(attempts[0]).toEqual({ status_code: 0, error: "refused" });
});
