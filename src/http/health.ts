import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Resolves with what is wrong, in one sentence, or with nothing when all is well. */
export type Check = () => Promise<string | undefined> | string | undefined;

export interface Readiness {
	/** Asked at each `/ready`; a check that throws or takes too long is a reason too. */
	add(part: string, check: Check): void;
	/** The names of all parts that have a check. */
	parts(): string[];
	/** From now on not ready: nothing new should be sent here. */
	close(): void;
	/** What keeps us from being ready, by part. Empty means ready. */
	reasons(): Promise<Record<string, string>>;
}

/** How long a part may take to say how it is. */
export const patienceMs = 2_000;

export function createReadiness(): Readiness {
	const checks = new Map<string, Check>();
	let closed = false;
	return {
		add: (part, check) => void checks.set(part, check),
		parts: () => [...checks.keys()],
		close: () => {
			closed = true;
		},
		async reasons() {
			if (closed) return { process: "It is shutting down." };
			const answers = await Promise.all([...checks].map(async ([part, check]) => [part, await ask(check)] as const));
			return Object.fromEntries(answers.flatMap(([part, reason]) => (reason ? [[part, reason]] : [])));
		},
	};
}

async function ask(check: Check): Promise<string | undefined> {
	const late = new AbortController();
	const answer = async (): Promise<string | undefined> => check();
	const tooLate = sleep(patienceMs, "It does not answer in time.", { signal: late.signal }).catch(() => undefined);
	try {
		return await Promise.race([answer(), tooLate]);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	} finally {
		late.abort();
	}
}

/** `/health`: the process lives. `/ready`: it can do its work; 503 with the reasons when it cannot. */
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
