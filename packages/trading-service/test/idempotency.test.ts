import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { endsUnblocked, untilBlocked } from "../../../test/support/blocked.ts";
import { createTestDatabase, type TestDatabase } from "../../../test/support/database.ts";
import { createTestLog } from "../../../test/support/log.ts";
import { admit, createToken, hashToken } from "../src/access.ts";
import { changeOnce, claimRequest, hashRequest, runOncePerKey, type Work } from "../src/idempotency.ts";
import { Problem } from "../src/problem.ts";
import { Refusal } from "../src/refusal.ts";
import { accounts } from "../src/schema.ts";

let database: TestDatabase;
let accountId: number;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());
beforeEach(async () => {
	const [account] = await database.db.insert(accounts).values({}).returning({ id: accounts.id });
	accountId = account?.id ?? 0;
});

const log = createTestLog();
const run = (
	work: (claim: Parameters<Parameters<typeof runOncePerKey>[2]>[0]) => Promise<Work>,
	key = "key",
	hash = "hash",
) => runOncePerKey({ db: database.db, log }, { accountId, scope: "api", key, hash }, work);
const answer = (result: unknown) => async (): Promise<Work> => ({ result, keep: "now" });
const never = async (): Promise<Work> => {
	throw new Error("was done again");
};
const codeOf = (attempt: Promise<unknown>) =>
	attempt.then(
		() => "answered",
		(error) => (error instanceof Problem || error instanceof Refusal ? error.code : "failed"),
	);

describe("a key", () => {
	it("returns the stored answer the second time", async () => {
		const first = await run(answer({ n: 1 }));
		expect(first).toEqual({ status: 200, body: '{"status":true,"result":{"n":1}}', replayed: false });
		expect(await run(never)).toEqual({ ...first, replayed: true });
	});

	it("stays with the request whose claim got no answer", async () => {
		const asked = { accountId, scope: "api", key: "key", hash: "hash" } as const;
		const owner = randomUUID();
		expect(await claimRequest(database.db, { ...asked, owner })).toMatchObject({ kind: "mine" });
		expect(await claimRequest(database.db, { ...asked, owner: randomUUID() })).toEqual({ kind: "working" });
		expect(await claimRequest(database.db, { ...asked, owner })).toMatchObject({ kind: "mine", claim: { owner } });
	});

	it("is free for the next request as soon as the database answers again", async () => {
		const lost = Object.assign(new Error("lost"), { code: "CONNECTION_CLOSED" });
		await expect(run(() => Promise.reject(lost))).rejects.toBe(lost);
		// Soon, and not after the 15 s of the lease.
		await expect.poll(() => codeOf(run(answer({ n: 1 }))), { timeout: 5_000 }).toBe("answered");
	});

	it("cannot be used for another request", async () => {
		await run(answer({}));
		expect(await codeOf(run(never, "key", "other"))).toBe("idempotency_key_reused");
	});

	it("belongs to one account, and to either the API or the admin interface", async () => {
		await run(answer({ n: 1 }));
		const [other] = await database.db.insert(accounts).values({}).returning({ id: accounts.id });
		const asked = { key: "key", hash: "hash", scope: "api" as const };
		const elsewhere = await runOncePerKey(
			{ db: database.db, log },
			{ ...asked, accountId: other?.id ?? 0 },
			answer({ n: 2 }),
		);
		const byAdmin = await runOncePerKey(
			{ db: database.db, log },
			{ ...asked, scope: "desk", accountId },
			answer({ n: 3 }),
		);
		expect([elsewhere.replayed, byAdmin.replayed]).toEqual([false, false]);
	});

	it("is deleted after 24 hours and not before", async () => {
		await run(answer({ n: 1 }));
		await database.advance(24 * 3_600_000 - 60_000);
		expect((await run(never)).replayed).toBe(true);
		await database.advance(61_000);
		expect(await run(answer({ n: 2 }), "key", "other")).toMatchObject({ replayed: false });
	});

	it.each([
		["domain_not_found", new Refusal("taken", "taken"), true],
		["validation_error", new Refusal("invalid", "wrong"), true],
		["insufficient_funds", new Refusal("no_funds", "too little"), false],
		["edge_not_configured", new Refusal("no_edge", "none"), false],
		["zone_changed", new Refusal("changed", "changed"), false],
		["domain_blocked", new Problem("domain_blocked", "blocked"), false],
		["provider_error", new Refusal("trouble", "trouble"), false],
	])("keeps the answer %s: %s", async (code, refusal, remembered) => {
		const refuse = async (): Promise<Work> => {
			throw refusal;
		};
		const first = await run(refuse).catch(() => undefined);
		if (remembered) expect(await run(never)).toEqual({ ...first, replayed: true });
		else expect(await codeOf(run(refuse))).toBe(code);
		if (!remembered) expect((await run(answer({}))).replayed).toBe(false);
	});
});

describe("a key with running work", () => {
	it("is in progress for other callers", async () => {
		const [begun, running] = [Promise.withResolvers<void>(), Promise.withResolvers<Work>()];
		const first = run(() => {
			begun.resolve();
			return running.promise;
		});
		await begun.promise;
		expect(await codeOf(run(never))).toBe("request_in_progress");
		running.resolve({ result: { n: 1 }, keep: "now" });
		await first;
		expect((await run(never)).replayed).toBe(true);
	});

	it("is taken over after its worker stops, and the old worker can no longer write", async () => {
		const gone = Promise.withResolvers<Work>();
		const claims: number[] = [];
		const first = run((claim) => {
			claims.push(claim.id);
			return gone.promise;
		});
		await expect.poll(() => claims.length).toBe(1);
		await database.advance(16_000);
		const second = await run(async (claim) => {
			claims.push(claim.id);
			return { result: { n: 2 }, keep: "now" };
		});
		expect(second.replayed).toBe(false);
		expect(new Set(claims).size).toBe(1);
		gone.resolve({ result: { n: 1 }, keep: "now" });
		expect(await codeOf(first)).toBe("request_in_progress");
		expect(await run(never)).toEqual({ ...second, replayed: true });
	});

	it("runs once for many concurrent requests", async () => {
		let runs = 0;
		const work = async (): Promise<Work> => {
			runs += 1;
			return { result: {}, keep: "now" };
		};
		const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(run(work))));
		expect(runs).toBe(1);
		expect(new Set(outcomes)).toContain("answered");
		expect([...new Set(outcomes)].every((each) => ["answered", "request_in_progress"].includes(each))).toBe(true);
	});
});

describe("work in one transaction", () => {
	it("commits its answer together with the change", async () => {
		await run((claim) =>
			changeOnce(database.db, claim, async (tx) => {
				await tx.update(accounts).set({ defaultTtl: 60 });
				return { done: true };
			}),
		);
		expect((await run(never)).replayed).toBe(true);
	});

	it("changes nothing if another worker has taken over", async () => {
		const first = run((claim) =>
			changeOnce(database.db, claim, async (tx) => {
				await database.advance(16_000);
				await run(answer({ n: 2 }));
				await tx.update(accounts).set({ defaultTtl: 77 });
				return {};
			}),
		);
		expect(await codeOf(first)).toBe("request_in_progress");
		expect((await database.db.select().from(accounts)).every(({ defaultTtl }) => defaultTtl !== 77)).toBe(true);
	});
});

it("does not delay other requests of the token until the change commits, and counts its answer afterwards", async () => {
	await using own = await createTestDatabase();
	const { db, sql } = own;
	const token = createToken();
	const tokenHash = hashToken(token);
	const [account] = await db
		.insert(accounts)
		.values({ tokenHash, whitelist: ["127.0.0.1"] })
		.returning({ id: accounts.id });
	const read = () => admit(sql, `Bearer ${token}`, { address: "127.0.0.1" });
	const kept = async () => (await sql`select kept_until from service.rates where token_hash = ${tokenHash}`)[0];
	await read();
	const before = await kept();
	// The commit of a stored answer waits for this lock.
	await sql.unsafe(`
		create function stand_still() returns trigger language plpgsql as $$ begin
			perform pg_advisory_xact_lock_shared(99, 1);
			return new;
		end $$;
		create constraint trigger held after update on service.requests deferrable initially deferred
			for each row when (new.state = 'answered') execute function stand_still()`);
	const { isAdmitted, results } = await sql.begin(async (tx) => {
		await tx`select pg_advisory_xact_lock(99, 1)`;
		const changing = runOncePerKey(
			{ db, log },
			{ accountId: account?.id ?? 0, scope: "api", key: "key", hash: "hash" },
			(claim) => changeOnce(db, claim, async () => ({ records: "x".repeat(10_000) })),
		);
		await untilBlocked(sql, 1);
		const reading = read();
		return { isAdmitted: await endsUnblocked(sql, reading, 2), results: Promise.all([changing, reading]) };
	});
	await results;
	expect(isAdmitted).toBe(true);
	const after = await kept();
	expect(Number(after?.["kept_until"])).toBeGreaterThan(Number(before?.["kept_until"]));
});

describe("unfinished work", () => {
	it("leaves the key open and stores the final items", async () => {
		const key = randomUUID();
		const first = await run(async () => ({ result: {}, keep: "no", settled: { 0: "kept" } }), key);
		expect(first.status).toBe(200);
		const seen: unknown[] = [];
		await run(async (claim) => {
			seen.push(claim.settled);
			return { result: {}, keep: "now" };
		}, key);
		expect(seen).toEqual([{ "0": "kept" }]);
	});
});

describe("the request hash", () => {
	it("depends on the meaning of the body, not on the order of its keys", () => {
		const hash = hashRequest("POST", "/x", { a: 1, b: { c: [1, 2], d: null } });
		expect(hashRequest("POST", "/x", { b: { d: null, c: [1, 2] }, a: 1 })).toBe(hash);
		expect(hashRequest("POST", "/x", { a: 1, b: { c: [2, 1], d: null } })).not.toBe(hash);
		expect(hashRequest("PUT", "/x", { a: 1, b: { c: [1, 2], d: null } })).not.toBe(hash);
		expect(hashRequest("POST", "/y", { a: 1, b: { c: [1, 2], d: null } })).not.toBe(hash);
	});
});
