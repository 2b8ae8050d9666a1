import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

export type Check = () => Promise<string | undefined> | string | undefined;

export type Readiness = ReturnType<typeof createReadiness>;

export const checkTimeoutMs = 2_000;

export function createReadiness() {
	const checks = new Map<string, Check>();
	let closed = false;
	return {
		/** Runs on each request of `/ready`. A check that throws or times out counts as a problem. */
		add: (part: string, check: Check): void => void checks.set(part, check),
		parts: () => [...checks.keys()],
		/** `/ready` fails from now on, so that a load balancer sends no new requests. */
		close(): void {
			closed = true;
		},
		/** Empty if the process is ready. */
		async reasons(): Promise<Record<string, string>> {
			if (closed) return { process: "It is shutting down." };
			const answers = await Promise.all(
				[...checks].map(async ([part, check]) => [part, await runCheck(check)] as const),
			);
			return Object.fromEntries(answers.flatMap(([part, reason]) => (reason ? [[part, reason]] : [])));
		},
	};
}

async function runCheck(check: Check): Promise<string | undefined> {
	const done = new AbortController();
	const answer = async (): Promise<string | undefined> => check();
	const timeout = sleep(checkTimeoutMs, "It does not answer in time.", { signal: done.signal }).catch(() => undefined);
	try {
		return await Promise.race([answer(), timeout]);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		done.abort();
	}
}

/**
 * `/health` answers 200 while the process runs. `/ready` answers 200 if it can do its work, and 503 with the reasons if
 * it cannot.
 */
export function addHealth(app: FastifyInstance, readiness: Readiness): void {
	app.get("/health", async () => ({ status: "ok" }));
	app.get("/ready", async (_request, reply) => {
		const reasons = await readiness.reasons();
		const ready = Object.keys(reasons).length === 0;
		return reply
			.code(ready ? 200 : 503)
			.header("cache-control", "no-store")
			.send({ ready, reasons });
	});
}
