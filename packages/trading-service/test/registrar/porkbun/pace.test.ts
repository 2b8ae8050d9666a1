import { expect, it } from "vitest";
import { startService } from "../../../../../test/support/service.ts";
import { learnPace, readPace } from "../../../src/registrar/porkbun/pace.ts";

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
