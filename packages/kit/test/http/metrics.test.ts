import { expect, it } from "vitest";
import { startApp } from "../../../../test/support/app.ts";
import { isLocal } from "../../src/http/listen.ts";
import { addMetrics, createMetrics } from "../../src/http/metrics.ts";

it("exports counters, timers and Node's default metrics", async () => {
	const metrics = createMetrics();
	const count = metrics.counter("updates_total", "Updates", ["outcome"]);
	const time = metrics.timer("call_seconds", "Calls", ["method"]);
	metrics.gauge("waiting", "Waiting jobs", [], async () => [{ value: 7 }]);
	count({ outcome: "done" });
	count({ outcome: "done" });
	time({ method: "sendMessage" }, 1_500);
	const url = await startApp((app) => addMetrics(app, metrics.registry, { exposed: false }));
	const text = await (await fetch(`${url}/metrics`)).text();
	expect(text).toContain('updates_total{outcome="done"} 2');
	expect(text).toContain('call_seconds_sum{method="sendMessage"} 1.5');
	expect(text).toContain("waiting 7");
	expect(text).toContain("process_cpu_seconds_total");
});

it("leaves out a gauge that cannot be read, and shows unused counters as zero", async () => {
	const metrics = createMetrics();
	metrics.counter("lines_total", "Lines", ["level"], [{ level: "error" }]);
	let down = false;
	const read = async () => {
		if (down) throw new Error("no database");
		return [{ labels: { queue: "a" }, value: 3 }];
	};
	metrics.gauge("waiting", "Waiting jobs", ["queue"], read);
	metrics.gauge("stuck", "Never answers", [], () => new Promise(() => {}));
	const url = await startApp((app) => addMetrics(app, metrics.registry, { exposed: false }));
	const text = async () => (await fetch(`${url}/metrics`)).text();
	expect(await text()).toContain('waiting{queue="a"} 3');
	down = true;
	const without = await text();
	expect(without).not.toMatch(/^(waiting|stuck)[ {]/m);
	expect(without).toContain('lines_total{level="error"} 0');
});

it("hides metrics from requests through a local proxy unless they are exposed", async () => {
	const { registry } = createMetrics();
	const status = async (exposed: boolean) => {
		const url = await startApp((app) => addMetrics(app, registry, { exposed }));
		return (await fetch(`${url}/metrics`, { headers: { "x-forwarded-for": "203.0.113.5" } })).status;
	};
	expect(await status(false)).toBe(404);
	expect(await status(true)).toBe(200);
});

it.each([
	["127.0.0.1", "127.0.0.1:8080", {}, true],
	["::1", "[::1]:8080", {}, true],
	["::ffff:127.0.0.1", "localhost:8080", {}, true],
	["127.0.0.1", "evil.example", {}, false],
	["127.0.0.1", undefined, {}, false],
	["127.0.0.1", "localhost", { "x-forwarded-for": "127.0.0.1" }, false],
	["127.0.0.1", "localhost", { forwarded: "for=127.0.0.1" }, false],
	["127.0.0.1", "localhost", { "x-real-ip": "127.0.0.1" }, false],
	["192.0.2.7", "localhost:8080", {}, false],
	["127.0.0.1", "localhost.evil.example", {}, false],
])("for address %s, host %s and headers %o isLocal is %s", async (remoteAddress, host, headers, local) => {
	const request = { headers: { ...headers, host }, socket: { remoteAddress } };
	expect(isLocal(request as Parameters<typeof isLocal>[0])).toBe(local);
});
