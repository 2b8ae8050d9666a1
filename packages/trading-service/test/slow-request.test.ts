import { connect } from "node:net";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { startService } from "../../../test/support/service.ts";
import { sendSlowly } from "../../../test/support/slow-request.ts";
import { callerTimes } from "../src/http.ts";

/** Time limits in seconds for these tests. In production they are 30 s. */
const times = { request: 2, reading: 2 };

it("has 30 seconds to arrive, and 30 seconds to read each part of the answer", () => {
	expect(callerTimes).toEqual({ request: 30, reading: 30 });
});

describe("a request that does not arrive", () => {
	it("is aborted in time with an error for the caller", async () => {
		await using world = await startService({ times });
		const { token } = await world.open();
		const started = performance.now();
		const answer = await sendSlowly(world.url, token).answered;
		const seconds = (performance.now() - started) / 1_000;
		expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
		expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual({
			status: false,
			error: { code: "bad_request", message: "The request did not arrive within 2 seconds." },
		});
		expect(seconds).toBeGreaterThanOrEqual(times.request);
		expect(world.log.lines.join()).not.toContain('"level":"error"');
	});

	it("frees its answer soon after the time for reading, if the caller does not read it", async () => {
		let asked = 0;
		await using world = await startService({
			times,
			registrar: (sandbox) => ({
				...sandbox,
				available: (names) => {
					asked += names.length;
					return sandbox.available(names);
				},
			}),
		});
		const { token } = await world.open();
		const items = Array.from({ length: 1_000 }, (_, index) => `${index}-`.padEnd(60, "x"));
		const body = JSON.stringify({ items });
		const { server } = world.service.app;
		const connections = () => promisify(server.getConnections.bind(server))();
		const before = await connections();
		const socket = connect(Number(new URL(world.url).port), "127.0.0.1").on("error", () => {});
		onTestFinished(() => void socket.destroy());
		socket.pause();
		socket.write(
			[
				"POST /api/v1/domains/search/batch HTTP/1.1",
				`Authorization: Bearer ${token}`,
				"Content-Type: application/json",
				`Content-Length: ${body.length}`,
				"",
				body,
			].join("\r\n"),
		);
		await expect.poll(() => asked).toBeGreaterThan(5_000);
		expect(await connections()).toBe(before + 1);
		const started = performance.now();
		await expect.poll(connections, { timeout: 10_000 }).toBe(before);
		// The buffers of the operating system take the first megabytes at once. They must not count for a second period.
		expect(performance.now() - started).toBeLessThan(times.reading * 1_000 * (40 / 30) + 800);
		const zones = await world.database.sql`select from service.prices`;
		expect(asked).toBeLessThan(items.length * zones.length);
		expect(world.log.lines.join()).not.toContain('"level":"error"');
	});
});
