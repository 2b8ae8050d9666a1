import { expect, it } from "vitest";
import { start } from "./support/start.ts";

const buy = { cost: 1108, agreeToTerms: "yes" };

it("cuts the connection after the charge, and replays the answer", async () => {
	const { caller, faults, state } = await start();
	faults.add({ call: "domain/create", kind: "cut", isExecuted: true });
	await expect(caller.post("domain/create/new-shop.com", buy, "order-1")).rejects.toThrow();
	expect(state.live.ledger).toHaveLength(1);
	expect((await caller.post("domain/create/new-shop.com", buy, "order-1")).body["status"]).toBe("SUCCESS");
	expect(state.live.ledger).toHaveLength(1);
});

it.each([
	["cut", undefined],
	["html_502", 502],
	["html_503", 503],
	["error_in_200", 200],
] as const)("answers %s without effect, the given number of times", async (kind, status) => {
	const { caller, faults, state } = await start();
	faults.add({ kind, times: 2 });
	for (let time = 0; time < 2; time += 1) {
		const answer = caller.post("domain/create/new-shop.com", buy);
		if (status === undefined) await expect(answer).rejects.toThrow();
		else expect((await answer).status).toBe(status);
	}
	expect(state.live.ledger).toEqual([]);
	expect((await caller.get("account/balance")).body["status"]).toBe("SUCCESS");
});

it("answers a minute later, and refuses the same key meanwhile", async () => {
	const { caller, faults, clock, exchanges } = await start();
	faults.add({ call: "domain/create", kind: "late" });
	const late = caller.post("domain/create/new-shop.com", buy, "order-1");
	await expect.poll(() => exchanges.length).toBe(1);
	const second = await caller.post("domain/create/new-shop.com", buy, "order-1");
	expect(second).toMatchObject({ status: 409, body: { code: "IDEMPOTENCY_KEY_IN_USE" } });
	clock.advance(60_000);
	expect((await late).body["status"]).toBe("SUCCESS");
});

it("is down until it is up again", async () => {
	const { caller, faults } = await start();
	faults.isDown = true;
	await expect(caller.get("ping")).rejects.toThrow();
	faults.isDown = false;
	expect((await caller.get("ping")).status).toBe(200);
});

it("knows no call with the name of a property that every object has", async () => {
	const { caller } = await start();
	for (const path of ["constructor", "toString/shop.com", "__proto__"]) {
		expect((await caller.post(path)).body["code"], path).toBe("INVALID_ENDPOINT");
	}
});
