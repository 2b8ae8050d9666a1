import { createRateLimiter } from "@domains/kit/postgres/shared-rate-limiter.ts";
import { createPorkbunClient } from "@domains/trading-service/registrar/porkbun/client.ts";
import { createPorkbunRegistrar } from "@domains/trading-service/registrar/porkbun/index.ts";
import { startFakePorkbun } from "fake-porkbun/index.ts";
import { expect, it } from "vitest";
import { runConformance } from "../../src/conformance/index.ts";
import { createTestLog } from "../support/log.ts";
import { startService } from "../support/service.ts";

const fast = { any: 1, background: 1, check: 1, create: 1, renew: 1 };
const many = { limit: 1_000, seconds: 1 };

/** What Porkbun does not do, by the reason. */
const cannotWork = {
	/** It renews by API only 30 days after the registration, and the run registers its own names. */
	renewSoon: [
		"Two simultaneous requests with the same key are executed once.",
		"The answers contain the charge and the new expiry.",
		"A renewal returns the domain and its status; it is charged once per Idempotency-Key.",
		"A batch renews every item that it can, once per key; while it runs, the same key gets request_in_progress on every item.",
		"A renewal replaces only the references that it sends.",
	],
	/** Its lowest TTL is 600 seconds, and the specification has 60. */
	lowTtl: ["TTL and priority are accepted at their bounds and get 422 validation_error beyond them."],
};

it("the service keeps its rules with an account at Porkbun, except those listed", { timeout: 240_000 }, async () => {
	const fake = await startFakePorkbun({
		limits: { check: many, createAttempt: many, createSuccess: many, renewAttempt: many, renewSuccess: many },
	});
	fake.state.live.monthlySpendLimit = 10_000_00;
	const client = createPorkbunClient({ url: fake.url, ...fake.keys.live });
	await using world = await startService({
		registrar: (_, { db, sql }) => {
			const limiter = createRateLimiter(sql);
			return createPorkbunRegistrar({ client, testKeys: false, db, limiter, log: createTestLog(), everyMs: fast });
		},
	});
	await world.service.queues["service.registrar"].handle("poll", new AbortController().signal);
	const { token } = await world.open();
	const findings = await runConformance({
		urls: [world.url],
		token,
		spendCents: 10_000,
		sleep: (ms) => world.database.advance(ms),
	});
	await fake.close();
	const broken = findings.filter(({ outcome }) => outcome !== "kept");
	expect(broken.map(({ statement }) => statement)).toEqual([...cannotWork.renewSoon, ...cannotWork.lowTtl]);
	for (const { statement, why } of broken.filter(({ why: text }) => text?.startsWith("answered 422"))) {
		expect(why, statement).toMatch(/by API from \d{4}-\d\d-\d\d|a TTL of 600 seconds or more/);
	}
});
