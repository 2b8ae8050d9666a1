import { describe, expect, it } from "vitest";
import { createKeyedQueue } from "../src/keyed-queue.ts";

function gate(): { opened: Promise<void>; open: () => void } {
	const { promise, resolve } = Promise.withResolvers<void>();
	return { opened: promise, open: resolve };
}

describe("the keyed queue", () => {
	it("runs the tasks of one key one after another, in the order of the calls", async () => {
		const lanes = createKeyedQueue();
		const first = gate();
		const events: string[] = [];
		const one = lanes.run(1, async () => {
			events.push("one begins");
			await first.opened;
			events.push("one ends");
		});
		const two = lanes.run(1, async () => void events.push("two"));
		first.open();
		await Promise.all([one, two]);
		expect(events).toEqual(["one begins", "one ends", "two"]);
	});

	it("runs tasks of another key concurrently", async () => {
		const lanes = createKeyedQueue();
		const never = gate();
		void lanes.run(1, () => never.opened);
		await expect(lanes.run(2, async () => "passed")).resolves.toBe("passed");
		never.open();
	});

	it("continues after a failure, which only its caller sees", async () => {
		const lanes = createKeyedQueue();
		const failing = lanes.run(1, async () => {
			throw new Error("broken");
		});
		const next = lanes.run(1, async () => "fine");
		await expect(failing).rejects.toThrow("broken");
		await expect(next).resolves.toBe("fine");
	});
});
