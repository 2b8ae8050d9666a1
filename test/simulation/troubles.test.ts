import { expect, it } from "vitest";
import { createHolding } from "./holding.ts";
import { createRandom } from "./random.ts";
import { createTroubles } from "./troubles.ts";

function openTroubles() {
	const until = async () => {};
	const troubles = createTroubles({
		random: createRandom(1),
		situation: "slow-service",
		holding: createHolding(),
		note: () => {},
		killService: () => {},
	});
	const call = (path: string, domain: string, headers = { "idempotency-key": path }) =>
		troubles.choose({ method: "POST", path, headers, body: Buffer.from(JSON.stringify({ items: [{ domain }] })) });
	return { troubles, until, call };
}

it.each([
	[false, "reset_before"],
	[true, "reset_after"],
] as const)("loses the answer of the next order of a domain (executed: %s)", (isExecuted, kind) => {
	const { troubles, until, call } = openTroubles();
	troubles.loseAnswer({ name: "one.com", isExecuted, until });
	const lost = { kind, until };
	expect(call("/domains/register/batch", "two.com")).not.toEqual(lost);
	expect(call("/domains/one.com/dns", "one.com")).not.toEqual(lost);
	expect(call("/domains/register/batch", "one.com")).toEqual(lost);
	expect(call("/domains/register/batch", "one.com")).not.toEqual(lost);
});

it("loses no answer once the faults are over", () => {
	const { troubles, until, call } = openTroubles();
	troubles.loseAnswer({ name: "one.com", isExecuted: false, until });
	troubles.heal();
	expect(call("/domains/one.com/renew", "one.com")).toBeUndefined();
});
