import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isLocal } from "./local.ts";

type Labels = Record<string, string | number>;

/** Counts things that happen, each with how long it took. */
export type Timer = (labels: Labels, milliseconds: number) => void;

export interface Metrics {
	registry: Registry;
	/** A histogram in seconds; its `_count` counts. */
	timer(name: string, help: string, labels: readonly string[]): Timer;
	counter(name: string, help: string, labels: readonly string[]): (labels: Labels) => void;
	/** Read when it is asked for. */
	gauge(name: string, help: string, read: () => Promise<number> | number): void;
}

const buckets = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** A registry of its own for each world, with what Node itself tells. */
export function createMetrics(): Metrics {
	const registry = new Registry();
	const registers = [registry];
	collectDefaultMetrics({ register: registry });
	return {
		registry,
		timer(name, help, labels) {
			const histogram = new Histogram({ name, help, labelNames: [...labels], buckets, registers });
			return (values, milliseconds) => histogram.observe(values, milliseconds / 1_000);
		},
		counter(name, help, labels) {
			const counter = new Counter({ name, help, labelNames: [...labels], registers });
			return (values) => counter.inc(values);
		},
		gauge(name, help, read) {
			new Gauge({
				name,
				help,
				registers,
				async collect() {
					this.set(await read());
				},
			});
		},
	};
}

/** `/metrics` in Prometheus' text format; only for callers on this machine unless exposed. */
export function addMetrics(app: FastifyInstance, registry: Registry, { exposed }: { exposed: boolean }): void {
	app.get("/metrics", async (request, reply) => {
		if (!exposed && !isLocal(request)) return reply.callNotFound();
		return reply.type(registry.contentType).send(await registry.metrics());
	});
}
