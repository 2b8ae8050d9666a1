import { afterAll, beforeAll, expect, it } from "vitest";
import { startWholeBot } from "../../setup.ts";

let world: Awaited<ReturnType<typeof startWholeBot>>;
beforeAll(async () => {
	world = await startWholeBot();
});
afterAll(() => world[Symbol.asyncDispose]());

it("shows the prices of the built-in service to a person without an account", async () => {
	const anna = await world.chat();
	await anna.says("/prices .com");
	await anna.until(/\.com \$\d/);
	expect(anna.screen).toContain("🧪 Sandbox");
	expect(anna.buttons.flat().join()).not.toContain("📈");
	await anna.taps("Connect account");
	await anna.until("Connect your account");
});

it("says that the registrar did not answer before its price list is read, and calls no extension unsold", async () => {
	const anna = await world.chat();
	await anna.says("unread-name.com");
	await anna.taps("Register");
	await anna.taps("Open a sandbox");
	await anna.until("Connected with");
	const { sql } = world.ground.database;
	const kept = await sql`delete from service.prices returning zone, register_cents, renew_cents, premium`;
	for (const text of ["/prices", "/prices com", "unread-name.com", "unreadname"]) {
		await anna.says(text);
		await anna.until("The registry returned an error. Try again later.");
	}
	await anna.says("unread-a.com\nunread-b.com");
	await anna.until("2 unknown");
	expect(anna.screen).toContain("❔ unread-a.com — The registry returned an error. Try again later.");
	await sql`insert into service.prices ${sql(kept)}`;
	await anna.taps("Try again");
	await anna.until("2 available");
});
