import { expect, it } from "vitest";
import { startApp } from "../../../../test/support/app.ts";
import { addHealth, createReadiness } from "../../src/http/metrics.ts";

it("is healthy while the process answers, and ready while no check reports a problem", async () => {
	const readiness = createReadiness();
	const url = await startApp((app) => addHealth(app, readiness));
	let reason: string | undefined = "Telegram cannot be reached.";
	readiness.add("telegram", () => reason);
	readiness.add("database", async () => undefined);
	const ready = async () => {
		const response = await fetch(`${url}/ready`);
		return [response.status, await response.json()];
	};
	expect(await ready()).toEqual([503, { ready: false, reasons: { telegram: reason } }]);
	reason = undefined;
	expect(await ready()).toEqual([200, { ready: true, reasons: {} }]);
	readiness.close();
	expect(await ready()).toEqual([503, { ready: false, reasons: { process: "It is shutting down." } }]);
	expect((await fetch(`${url}/health`)).status).toBe(200);
});

it("reports a check that throws or times out", async () => {
	const readiness = createReadiness();
	readiness.add("database", async () => {
		throw new Error("connect ECONNREFUSED");
	});
	readiness.add("service", () => new Promise(() => {}));
	expect(await readiness.reasons()).toEqual({
		database: "connect ECONNREFUSED",
		service: "It does not answer in time.",
	});
});
