import { expect, it } from "vitest";
import { createGate } from "../../../test/support/gate.ts";
import { fetchAnswer, startService } from "../../../test/support/service.ts";

it("finishes running answers when it closes, and then closes every connection", async () => {
	let working = 0;
	await using world = await startService({
		registrar: (sandbox) => ({
			...sandbox,
			available: async (names) => {
				working += 1;
				await gate.opened;
				return await sandbox.available(names);
			},
		}),
	});
	using gate = createGate();
	const { token } = await world.open();
	const asked = fetchAnswer(`${world.url}/domains/search?query=a.com`, token);
	await expect.poll(() => working).toBe(1);
	const closed = world.service.close();
	await expect.poll(() => world.service.app.server.listening).toBe(false);
	gate.open();
	const { status, headers } = await asked;
	expect({ status, connection: headers.get("connection") }).toEqual({ status: 200, connection: "close" });
	await closed;
});
