import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createReadiness } from "@domains/kit/http/metrics.ts";
import { expect, it, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { createWorldMetrics } from "../../src/world/metrics.ts";
import { createTestDatabase } from "../support/database.ts";
import { walkToQuote } from "../support/quotes.ts";
import { openWorld } from "../support/world.ts";

vi.setConfig({ testTimeout: 60_000 });

const rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ expr: z.string() })) })) });

/** Returns the metric names in a Prometheus expression, without functions, keywords and labels. */
function namesIn(expression: string): string[] {
	const bare = expression.replaceAll(/\{[^}]*\}|\[[^\]]*\]|\b(by|on)\s*\([^)]*\)|\b(and|unless)\b/g, "");
	return [...bare.matchAll(/\b[a-z_][\w:]*\b(?!\s*\()/g)].map(([name]) => name);
}

it("exposes every metric that the alert rules use, after a short chat", async () => {
	const world = await openWorld();
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await chat.says("my-new-shop.com");
	await chat.until("my-new-shop.com is available");
	const file = readFileSync(join(import.meta.dirname, "../../ops/prometheus/alerts.yaml"), "utf8");
	const asked = new Set(
		rules.parse(parse(file)).groups.flatMap((group) => group.rules.flatMap((rule) => namesIn(rule.expr))),
	);
	expect(asked.size).toBeGreaterThan(12);
	const text = await (await fetch(`${world.url}/metrics`)).text();
	const told = new Set(text.split("\n").map((line) => /^\w+/.exec(line)?.[0] ?? ""));
	// Prometheus itself adds the metric `up`, so the bot does not export it.
	expect([...asked].filter((name) => name !== "up" && !told.has(name))).toEqual([]);
	expect(text).toMatch(/^update_seconds_count\{kind="message",outcome="done"\} [1-9]/m);
	expect(text).toMatch(/^update_seconds_count\{kind="callback_query",outcome="done"\} [1-9]/m);
	expect(text).toMatch(/^operations_open\{kind="renew",state="needs_human"\} 0$/m);
	expect(text).toMatch(/^service_call_seconds_count\{method="GET",outcome="ok"\} [1-9]/m);
	expect(text).toMatch(/^rate_limit_wait_seconds_count\{priority="interactive",outcome="go"\} [1-9]/m);
	expect(text).toMatch(/^part_ready\{part="database"\} 1$/m);
	// These time series must exist from the start with the value 0. Prometheus does not count the first event of a series
	// that appears only with this event.
	expect(text).toMatch(/^update_seconds_count\{kind="message",outcome="failed"\} 0$/m);
	expect(text).toMatch(/^telegram_call_seconds_count\{method="sendMessage",status="429"\} 0$/m);
	expect(text).toMatch(/^service_call_seconds_count\{method="POST",outcome="unknown"\} 0$/m);
	expect(text).not.toContain("my-new-shop");
});

it("reports a database that does not answer as not ready", async () => {
	await using database = await createTestDatabase();
	const readiness = createReadiness();
	const { registry, watch } = createWorldMetrics();
	watch(database.db, readiness);
	readiness.add("database", () => new Promise(() => {}));
	readiness.add("telegram", () => undefined);
	const text = await registry.metrics();
	expect(text).toMatch(/^part_ready\{part="database"\} 0$/m);
	expect(text).toMatch(/^part_ready\{part="telegram"\} 1$/m);
});

it("counts an order from its quote to its end, its event, and a forged event", async () => {
	const world = await openWorld();
	const chat = await world.chat();
	await chat.starts();
	await chat.taps("Open a sandbox");
	await chat.until("$500.00");
	await walkToQuote(chat, "my-new-shop.com");
	const metrics = async () => (await fetch(`${world.url}/metrics`)).text();
	expect(await metrics()).toMatch(/^operations_open\{kind="register",state="quoted"\} 1$/m);
	await chat.taps("Pay");
	await chat.until("my-new-shop.com is registered");
	await expect.poll(metrics).toMatch(/^events_received_total\{outcome="kept"\} 1$/m);
	await fetch(`${world.url}/events/unknown`, { method: "POST", body: "{}" });
	const text = await metrics();
	expect(text).toMatch(/^operation_steps_total\{kind="register",state="succeeded"\} 1$/m);
	expect(text).toMatch(/^operations_open\{kind="register",state="quoted"\} 0$/m);
	expect(text).toMatch(/^events_received_total\{outcome="kept"\} 1$/m);
	expect(text).toMatch(/^events_received_total\{outcome="unsigned"\} 1$/m);
	expect(text).toMatch(/^log_lines_total\{level="error"\} 0$/m);
});
