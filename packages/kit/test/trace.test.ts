import { describe, expect, it } from "vitest";
import { createTestLog } from "../../../test/support/log.ts";
import { currentTrace, traced } from "../src/trace.ts";

describe("a trace", () => {
	it("appears in every log line of the traced work, and in no other", async () => {
		const log = createTestLog();
		await traced("update-7", async () => {
			await Promise.resolve();
			log.info({}, "inside");
		});
		log.info({}, "outside");
		const [inside, outside] = log.lines.map((line): Record<string, unknown> => JSON.parse(line));
		expect(inside).toMatchObject({ requestId: "update-7", msg: "inside" });
		expect(outside).not.toHaveProperty("requestId");
	});

	it("keeps its first id in nested work", () => {
		expect(traced("update-7", () => traced("bot.screen-1", currentTrace))).toBe("update-7");
		expect(currentTrace()).toBeUndefined();
	});
});
