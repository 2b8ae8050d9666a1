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
