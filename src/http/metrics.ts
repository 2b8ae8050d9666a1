import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { patienceMs as readinessMs } from "./health.ts";
import { isLocal } from "./local.ts";

type Labels = Record<string, string | number>;

/** Counts things that happen, each with how long it took. */
export type Timer = (labels: Labels, milliseconds: number) => void;

export interface Metrics {
	registry: Registry;
	/** A histogram in seconds; its `_count` counts. `known` are shown as zero before they happen: a rise from nothing is none. */
	timer(name: string, help: string, labels: readonly string[], known?: readonly Labels[]): Timer;
	counter(name: string, help: string, labels: readonly string[], known?: readonly Labels[]): (labels: Labels) => void;
	/** Read when it is asked for; one that cannot be read within three seconds is left out, and the others are shown. */
	gauge(name: string, help: string, labels: readonly string[], read: () => Promise<readonly Reading[]>): void;
}

export interface Reading {
	labels?: Labels;
	value: number;
}

/** Longer than readiness waits: that a part does not answer is a value too, and the one that matters. */
const patienceMs = readinessMs + 1_000;
const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry of its own for each world, with what Node itself tells. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	return {
		registry,
		timer(name, help, labels, known = []) {
			const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers });
			for (const values of known) histogram.zero(values);
			return (values, milliseconds) => histogram.observe(values, milliseconds / 1_000);
		},
		counter(name, help, labels, known = []) {
			const counter = new Counter({ name, help, labelNames: [...labels], registers });
			for (const values of known) counter.inc(values, 0);
			return (values) => counter.inc(values);
		},
		gauge(name, help, labels, read) {
			new Gauge({
				name,
				help,
				labelNames: [...labels],
				registers,
				async collect() {
					const readings = await inTime(read);
					this.reset();
					// Without labels it would begin at zero again.
					if (readings === undefined && labels.length === 0) this.remove();
					for (const { labels: values = {}, value } of readings ?? []) this.set(values, value);
				},
			});
		},
	};
}

async function inTime<T>(read: () => Promise<T>): Promise<T | undefined> {
	const over = new AbortController();
	const late = sleep(patienceMs, undefined, { signal: over.signal }).catch(() => undefined);
	return await Promise.race([read().catch(() => undefined), late]).finally(() => over.abort());
}

/** `/metrics` in Prometheus' text format; only for callers on this machine unless exposed. */
export function addMetrics(app: FastifyInstance, registry: Registry, { exposed }: { exposed: boolean }): void {
	app.get("/metrics", async (request, reply) => {
		if (!exposed && !isLocal(request)) return reply.callNotFound();
		return reply.type(registry.contentType).send(await registry.metrics());
	});
}
