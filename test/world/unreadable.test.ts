import { expect, it } from "vitest";
import { createUnreadable, createWorldMetrics } from "../../src/world/metrics.ts";
import { createTestLog } from "../support/log.ts";

it("a value from outside that cannot be read is counted each time, and logged once for each origin", async () => {
	const metrics = createWorldMetrics();
	const log = createTestLog();
	const report = createUnreadable(log, metrics.onUnreadable);
	for (const source of ["account", "event", "update", "file", "resolver"]) {
		report({ source, field: "text" });
		report({ source, field: "text" });
		report({ source, field: "text", from: "192.0.2.1" });
		expect(await metrics.registry.metrics()).toContain(`unreadable_fields_total{source="${source}"} 3`);
	}
	expect(log.lines).toHaveLength(10);
});
