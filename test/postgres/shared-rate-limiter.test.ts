import { createRateLimiter, type RateLimit } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { expect, it } from "vitest";
import { createTokenLimiter } from "../../src/client/send.ts";
import { createTestDatabase } from "../support/database.ts";

const token: RateLimit = { key: "token", everyMs: 60_000, burst: 2 };
const background: RateLimit = { key: "token:background", everyMs: 180_000, burst: 1 };

it("grants a burst at once and then one permit per interval", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	const go = async () => (await limiter.acquire([token])).go;
	expect([await go(), await go(), await go()]).toEqual([true, true, false]);
	await database.advance(60_000);
	expect([await go(), await go()]).toEqual([true, false]);
	await database.advance(3_600_000);
	expect([await go(), await go(), await go()]).toEqual([true, true, false]);
});

it("grants a permit of a key that was unused for 70 days", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	await limiter.acquire([token]);
	await database.advance(70 * 24 * 3_600_000);
	expect(await limiter.acquire([token])).toMatchObject({ go: true });
});

it("returns how long to wait", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	await limiter.acquire([token]);
	await limiter.acquire([token]);
	const turn = await limiter.acquire([token]);
	if (turn.go) throw new Error("no turn was due");
	expect(turn).toMatchObject({ blocked: false });
	expect(turn.waitMs).toBeGreaterThan(0);
	expect(turn.waitMs).toBeLessThanOrEqual(60_000);
});

it("never exceeds the limit under concurrent requests", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	await limiter.acquire([token]);
	const turns = await Promise.all(Array.from({ length: 40 }, () => limiter.acquire([token])));
	expect(turns.filter((turn) => turn.go).length).toBe(1);
});

it("takes a permit of every limit or of none", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	const go = async (...limits: RateLimit[]) => (await limiter.acquire(limits)).go;
	expect(await go(token, background)).toBe(true);
	expect(await go(token, background)).toBe(false);
	expect(await go(token)).toBe(true);
	expect(await go(token)).toBe(false);
	await database.advance(60_000);
	expect(await go(background, token)).toBe(false);
	await database.advance(120_000);
	expect(await go(background, token)).toBe(true);
});

it("limits each key separately", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	const one = { key: "one", everyMs: 60_000, burst: 1 };
	expect((await limiter.acquire([one])).go).toBe(true);
	expect((await limiter.acquire([{ ...one, key: "other" }])).go).toBe(true);
	expect((await limiter.acquire([one])).go).toBe(false);
});

it("blocks a key, and then grants one probe before the others", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	await limiter.block(token.key, 300_000);
	await limiter.block(token.key, 1_000);
	expect(await limiter.acquire([token])).toMatchObject({ go: false, blocked: true });
	await database.advance(200_000);
	expect(await limiter.acquire([token, background])).toMatchObject({ go: false, blocked: true });
	await database.advance(100_000);
	expect(await limiter.acquire([token])).toEqual({ go: true, probe: true });
	expect(await limiter.acquire([token])).toMatchObject({ go: false, blocked: false });
	await database.advance(61_000);
	expect(await limiter.acquire([token])).toEqual({ go: true, probe: false });
});

it("reserves the burst for people: background work runs at the even rate", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	const behind = [{ ...token, burst: 1 }, background];
	expect((await limiter.acquire([token])).go).toBe(true);
	expect((await limiter.acquire(behind)).go).toBe(false);
	expect((await limiter.acquire([token])).go).toBe(true);
	await database.advance(60_000);
	expect((await limiter.acquire(behind)).go).toBe(false);
	await database.advance(60_000);
	expect((await limiter.acquire(behind)).go).toBe(true);
});

it("deletes only rows that were unused for a day", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	await limiter.acquire([token]);
	await limiter.acquire([{ ...background, everyMs: 3_600_000 }]);
	await limiter.block("other", 7_200_000);
	await database.advance(24.5 * 3_600_000);
	const held = async () => {
		await limiter.forgetUnused();
		return (await database.sql<{ key: string }[]>`select key from rate_limits order by key`).map(({ key }) => key);
	};
	expect(await held()).toEqual(["other", "token:background"]);
	await database.advance(2 * 3_600_000);
	expect(await held()).toEqual([]);
});

it("limits background work to three permits a second, without the burst", async () => {
	await using database = await createTestDatabase();
	const limiter = createRateLimiter(database.sql);
	const asked: (readonly RateLimit[])[] = [];
	const acquire = (limits: readonly RateLimit[]) => {
		asked.push(limits);
		return limiter.acquire(limits);
	};
	const gate = createTokenLimiter({ rateLimiter: { ...limiter, acquire }, key: "token" });
	await gate("interactive");
	await gate("background");
	expect(asked[0]).toEqual([{ key: "token", everyMs: 143, burst: 2 }]);
	expect(asked.at(-1)).toEqual([
		{ key: "token", everyMs: 143, burst: 1 },
		{ key: "token:background", everyMs: 334, burst: 1 },
	]);
});

it("marks the first permit after a block as a probe, even if it has to be requested again", async () => {
	let clock = 0;
	const turns = [{ go: true, probe: true } as const, { go: true, probe: false } as const];
	const acquire = async () => {
		clock += turns.length === 2 ? 600 : 10;
		return turns.shift() ?? ({ go: true, probe: false } as const);
	};
	const gate = createTokenLimiter({ rateLimiter: { acquire, block: async () => {} }, key: "token", now: () => clock });
	expect(await gate("interactive")).toEqual({ go: true, probe: true });
	expect(await gate("interactive")).toEqual({ go: true, probe: false });
});

it("waits for a permit that is near, and returns the time of a later one", async () => {
	await using database = await createTestDatabase();
	const gate = createTokenLimiter({ rateLimiter: createRateLimiter(database.sql), key: "token" });
	const turns = await Promise.all(Array.from({ length: 3 }, () => gate("interactive")));
	expect(turns).toEqual(Array.from({ length: 3 }, () => ({ go: true, probe: false })));
	await gate.blocked(new Date(Date.now() + 300_000));
	const turn = await gate("background");
	if (turn.go) throw new Error("the gate is blocked");
	expect(turn.reason).toBe("blocked");
	expect(turn.until.getTime()).toBeGreaterThan(Date.now() + 290_000);
});

it("reports each permit and each block", async () => {
	let clock = 0;
	let blocks = 0;
	const told: unknown[] = [];
	const answers = [
		{ go: true, probe: false } as const,
		{ go: false, blocked: false, waitMs: 2_000, free: new Date(2_000) } as const,
		{ go: false, blocked: true, waitMs: 9_000, free: new Date(9_000) } as const,
	];
	const acquire = async () => {
		clock += 30;
		return answers.shift() ?? ({ go: true, probe: false } as const);
	};
	const blocked: unknown[] = [];
	const gate = createTokenLimiter({
		rateLimiter: { acquire, block: async (...given) => void blocked.push(given) },
		key: "token",
		now: () => clock,
		onPermit: (turn) => told.push(turn),
		onBlock: () => blocks++,
	});
	await gate("interactive");
	expect(await gate("background")).toEqual({ go: false, until: new Date(2_000), reason: "rate_limit" });
	await gate("interactive");
	expect(told).toEqual([
		{ priority: "interactive", outcome: "go", milliseconds: 30 },
		{ priority: "background", outcome: "pace", milliseconds: 30 },
		{ priority: "interactive", outcome: "blocked", milliseconds: 30 },
	]);
	await gate.blocked(new Date(clock + 5_000));
	await gate.blocked(new Date(clock - 5_000));
	expect([blocks, blocked]).toEqual([
		2,
		[
			["token", 5_000],
			["token", 0],
		],
	]);
});

it("requests a permit again if the answer took too long", async () => {
	let clock = 0;
	let asked = 0;
	const acquire = async () => {
		asked += 1;
		clock += asked === 1 ? 600 : 10;
		return { go: true, probe: false } as const;
	};
	const gate = createTokenLimiter({ rateLimiter: { acquire, block: async () => {} }, key: "token", now: () => clock });
	expect(await gate("interactive")).toEqual({ go: true, probe: false });
	expect(asked).toBe(2);
});

it("stops waiting when the caller aborts", async () => {
	await using database = await createTestDatabase();
	const gate = createTokenLimiter({ rateLimiter: createRateLimiter(database.sql), key: "token" });
	await gate("background");
	const waiting = gate("background", AbortSignal.abort());
	await expect(waiting).rejects.toThrow("abort");
});
