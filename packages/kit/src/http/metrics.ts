import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isLocal } from "./listen.ts";

export type Check = () => Promise<string | undefined> | string | undefined;

export type Readiness = ReturnType<typeof createReadiness>;

const checkTimeoutMs = 2_000;

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

type Labels = Record<string, string | number>;

type Timer = (labels: Labels, milliseconds: number) => void;

interface Reading {
	labels?: Labels;
	value: number;
}

/**
 * Longer than the timeout of a readiness check: the gauge `part_ready` runs these checks, and must get a value even if
 * one of them times out.
 */
const gaugeTimeoutMs = checkTimeoutMs + 1_000;
/**
 * Each measurement wakes the process: the default of 10 ms takes two thirds of the processor time of an idle process.
 * The measured delays contain this interval.
 */
const lagIntervalMs = 100;
const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Independent of the global registry. */
export function createMetrics() {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: lagIntervalMs });
	return {
		registry,
		/**
		 * In seconds; `_count` is the number of events. Label sets in `known` start at zero, because Prometheus sees no
		 * increase when a series first appears.
		 */
		timer(name: string, help: string, labels: readonly string[], known: readonly Labels[] = []): Timer {
			const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers });
			for (const values of known) histogram.zero(values);
			return (values, milliseconds) => histogram.observe(values, milliseconds / 1_000);
		},
		counter(name: string, help: string, labels: readonly string[], known: readonly Labels[] = []) {
			const counter = new Counter({ name, help, labelNames: [...labels], registers });
			for (const values of known) counter.inc(values, 0);
			return (values: Labels): void => counter.inc(values);
		},
		/** `read` runs on each scrape. A gauge that fails or takes over three seconds is left out. */
		gauge(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void {
			new Gauge({
				name,
				help,
				labelNames: [...labels],
				registers,
				async collect() {
					const readings = await readWithTimeout(read);
					this.reset();
					// prom-client's `reset` sets a gauge without labels to zero. A gauge without a reading must have no value.
					if (readings === undefined && labels.length === 0) this.remove();
					for (const { labels: values = {}, value } of readings ?? []) this.set(values, value);
				},
			});
		},
	};
}

async function readWithTimeout<T>(read: () => Promise<T>): Promise<T | undefined> {
	const done = new AbortController();
	const timeout = sleep(gaugeTimeoutMs, undefined, { signal: done.signal }).catch(() => undefined);
	return await Promise.race([read().catch(() => undefined), timeout]).finally(() => done.abort());
}

/** Without `exposed`, answers only callers on this machine. */
export function addMetrics(app: FastifyInstance, registry: Registry, { exposed }: { exposed: boolean }): void {
	app.get("/metrics", async (request, reply) => {
		if (!exposed && !isLocal(request)) return reply.callNotFound();
		return reply.type(registry.contentType).send(await registry.metrics());
	});
}
