import type { RateLimit } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { expect, it } from "vitest";
import { startService } from "../../../../../test/support/service.ts";
import { learnPace, readPace } from "../../../src/registrar/porkbun/pace.ts";
import { createAsk } from "../../../src/registrar/porkbun/send.ts";

it("keeps what an answer shows, within bounds, and ignores a window that says nothing", async () => {
	await using world = await startService();
	const { db } = world.database;
	expect(await readPace(db, "create")).toEqual({ everyMs: 10_000, perDay: 10 });
	await learnPace(db, "create", {
		attempts: { seconds: 10, limit: 2 },
		successes: { seconds: 86_400, limit: 50 },
	});
	expect(await readPace(db, "create")).toEqual({ everyMs: 5_000, perDay: 50 });
	await learnPace(db, "create", { attempts: { seconds: 10, limit: 0 }, successes: undefined });
	expect(await readPace(db, "create")).toEqual({ everyMs: 5_000, perDay: 50 });
	await learnPace(db, "create", {
		attempts: { seconds: 1, limit: 1_000_000 },
		successes: { seconds: 86_400_000, limit: 1 },
	});
	expect(await readPace(db, "create")).toEqual({ everyMs: 1_000, perDay: 1 });
	await learnPace(db, "check", { attempts: { seconds: 86_400, limit: 1 } });
	expect(await readPace(db, "check")).toEqual({ everyMs: 60_000, perDay: null });
	expect(await readPace(db, "renew")).toEqual({ everyMs: 10_000, perDay: 25 });
});

it("takes one call in a second, a background call in three, and an order at the pace of its kind", async () => {
	await using world = await startService();
	const asked: RateLimit[][] = [];
	const acquire = async (limits: readonly RateLimit[]) => {
		asked.push([...limits]);
		return { go: true, probe: false } as const;
	};
	const ask = createAsk(world.database.db, { acquire, block: async () => {}, forgetUnused: async () => {} });
	for (const kind of ["any", "background", "create"] as const)
		await ask(kind, new AbortController().signal, async () => ({ kind: "ok", value: null }));
	expect(asked.map((limits) => limits.map(({ everyMs }) => everyMs))).toEqual([
		[1_050],
		[1_050, 3_000],
		[1_050, 10_000],
	]);
	expect(new Set(asked.flat().map(({ burst }) => burst))).toEqual(new Set([1]));
});
