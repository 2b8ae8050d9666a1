import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { createCaller, ledgerOf, startService } from "../../../../test/support/service.ts";

it("never spends the same money twice with two instances", async () => {
	await using world = await startService();
	const caller = await world.open(40);
	const other = createCaller((await world.another()).url, caller.token, world.database, world.description);
	const answers = await Promise.all(
		Array.from({ length: 9 }, (_, index) =>
			(index % 2 ? caller : other).send("POST", "/domains/register", { domain: `race-${index}.com` }),
		),
	);
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
	expect(answers.filter(({ body }) => body.error?.code === "insufficient_funds")).toHaveLength(6);
	expect(await ledgerOf(world.database, caller.userId)).toEqual({
		sums: { balance: 550, held: 0, charges: 3 },
		account: { balance: 550, held: 0 },
	});
});

it("gives a name to only one of several concurrent buyers", async () => {
	await using world = await startService();
	const callers = await Promise.all([world.open(), world.open(), world.open(), world.open()]);
	const answers = await Promise.all(
		callers.map((caller) => caller.send("POST", "/domains/register", { domain: "wanted.com" })),
	);
	expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404]);
	for (const { userId } of callers) {
		const { sums, account } = await ledgerOf(world.database, userId);
		expect(account).toEqual({ balance: sums?.balance, held: 0 });
	}
});

it("charges a key once for concurrent requests to both instances", async () => {
	await using world = await startService();
	const caller = await world.open();
	const other = createCaller((await world.another()).url, caller.token, world.database, world.description);
	const key = randomUUID();
	const answers = await Promise.all(
		Array.from({ length: 8 }, (_, index) =>
			(index % 2 ? caller : other).send("POST", "/domains/register", { domain: "once.com" }, key),
		),
	);
	expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true);
	expect((await ledgerOf(world.database, caller.userId)).sums).toEqual({ balance: 48_850, held: 0, charges: 1 });
});

it("never lets concurrent renewals exceed ten years together", async () => {
	await using world = await startService();
	const caller = await world.open();
	await caller.send("POST", "/domains/register", { domain: "long.com" });
	const renew = () => caller.send("POST", "/domains/long.com/renew", { years: 2 });
	const answers = await Promise.all(Array.from({ length: 6 }, renew));
	// An order that is open counts in full even if a later one's date already contains its years. So the limit can refuse
	// one of several concurrent orders too early, but never too late.
	for (let count = 0; count < 4; count += 1) answers.push(await renew());
	expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
	const { expires_at } = (await caller.get("/domains/long.com")).body.result as { expires_at: string };
	expect(new Date(expires_at).getFullYear()).toBe(new Date().getFullYear() + 9);
	expect((await ledgerOf(world.database, caller.userId)).sums?.charges).toBe(5);
});
