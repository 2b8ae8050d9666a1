import { createLog } from "@domains/kit/log.ts";
import { describe, expect, it, vi } from "vitest";
import type { Actions } from "../../src/actions/index.ts";
import { type DoorDeps, enter } from "../../src/programs/door.ts";
import { createGate } from "../../src/programs/gate.ts";

const address = "203.0.113.7";

/** A door that knows the tokens of two programs, and counts the looks into the database. */
function door() {
	const authenticate = vi.fn(async ({ token }: { token: string }) =>
		token.startsWith("good") ? { kind: "mandate", mandate: { id: 1, personId: 7 } } : { kind: "unknown" },
	);
	const acquire = async () => ({ go: true, probe: false }) as const;
	const deps: DoorDeps = {
		// The cast is safe: the door calls nothing else of a program before it is in.
		program: { authenticate } as unknown as Actions["program"],
		log: createLog("silent"),
		gate: createGate(),
		rateLimiter: { acquire },
	};
	const statusOf = async (token: string, from = address) => {
		const entered = await enter(deps, { authorization: `Bearer ${token}`, address: from });
		return entered.kind === "entered" ? 200 : entered.status;
	};
	return { authenticate, statusOf };
}

it("lets the calls of an account wait for each other, and refuses those beyond twenty", async () => {
	const gate = createGate();
	let running = 0;
	const work = async () => {
		running += 1;
		await Promise.resolve();
		expect(running).toBe(1);
		running -= 1;
	};
	const calls = Array.from({ length: 25 }, () => gate.inTurn(1, work));
	expect(calls.filter((each) => each === undefined)).toHaveLength(5);
	await Promise.all(calls);
	expect(gate.inTurn(1, work)).toBeDefined();
});

describe("a flood of calls", () => {
	it("with invented tokens is refused by address, and reads the database rarely", async () => {
		const { authenticate, statusOf } = door();
		expect(await statusOf("good-early")).toBe(200);
		const statuses = await Promise.all(Array.from({ length: 1_000 }, (_, number) => statusOf(`invented-${number}`)));
		expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(900);
		expect(authenticate.mock.calls.length).toBeLessThan(60);
		// A program that shares the address, such as behind a proxy, still gets in, and so does any other address.
		expect(await statusOf("good-early")).toBe(200);
		expect(await statusOf("invented", "203.0.113.8")).toBe(401);
	});

	it("of one program is refused, and others still get in", async () => {
		const { authenticate, statusOf } = door();
		for (const token of ["good-a", "good-b"]) expect(await statusOf(token)).toBe(200);
		const statuses = await Promise.all(Array.from({ length: 1_000 }, () => statusOf("good-a")));
		expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(800);
		expect(authenticate.mock.calls.length).toBeLessThan(150);
		expect(await statusOf("good-b")).toBe(200);
	});

	it("from one network of IPv6 counts as one address", async () => {
		const { statusOf } = door();
		const from = (number: number) => `2001:db8:0:1::${number.toString(16)}`;
		const statuses = await Promise.all(
			Array.from({ length: 200 }, (_, number) => statusOf(`x-${number}`, from(number))),
		);
		expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(100);
		expect(await statusOf("x", "2001:db8:0:2::1")).toBe(401);
	});
});
