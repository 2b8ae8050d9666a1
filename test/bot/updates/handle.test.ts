import { AppError } from "@domains/kit/errors.ts";
import type { Update } from "grammy/types";
import { describe, expect, it } from "vitest";
import { createAbortScope } from "../../../src/bot/api/scopes.ts";
import { createUpdateHandler } from "../../../src/bot/updates/handle.ts";
import { createTestLog } from "../../support/log.ts";

const anna = { id: 1001, is_bot: false, first_name: "Anna" };
const text = (update_id: number, from = anna): Update => ({
	update_id,
	message: { message_id: update_id, date: 0, from, chat: { id: from.id, type: "private", first_name: "" }, text: "x" },
});

/** Creates an update handler. `passDeadline` makes the time limit for handling the current update expire. */
function intake(run: (update: Update, signal: AbortSignal | undefined) => Promise<void>) {
	const abortScope = createAbortScope();
	const apologies: string[] = [];
	const handled: string[] = [];
	let pass = () => {};
	const cut = new AbortController();
	const { handle, close } = createUpdateHandler({
		admit: () => true,
		run: (update) => run(update, abortScope.signal()),
		replyWithError: async ({ id }, why) => void apologies.push(`${id} ${why}`),
		abortScope,
		log: createTestLog(),
		onUpdate: ({ kind, outcome }) => void handled.push(`${kind} ${outcome}`),
		shutdown: cut.signal,
		sleep: (_milliseconds, signal) =>
			new Promise((resolve, reject) => {
				pass = () => resolve(undefined);
				signal.addEventListener("abort", () => reject(new Error("not needed")));
			}),
	});
	return { handle, close, cutOff: () => cut.abort(), apologies, handled, passDeadline: () => pass() };
}

const down = new AppError("database_unavailable", "no database");
const lost = new AppError("conflict", "lost a race");

describe("the update handler", () => {
	it("settles a handled update", async () => {
		const { handle, apologies } = intake(async () => {});
		expect(await handle(text(1))).toBe("done");
		expect(apologies).toEqual([]);
	});

	it("requests an update again after an internal failure, and settles the third attempt with an apology", async () => {
		const { handle, apologies } = intake(() => Promise.reject(down));
		expect([await handle(text(1)), await handle(text(1))]).toEqual(["redeliver", "redeliver"]);
		expect(apologies).toEqual([]);
		expect(await handle(text(1))).toBe("done");
		expect(apologies).toEqual(["1 down"]);
	});

	it("repeats an update that lost a race, at once and invisibly", async () => {
		let tries = 0;
		const { handle, apologies } = intake(async () => {
			tries += 1;
			if (tries < 3) throw lost;
		});
		expect(await handle(text(1))).toBe("done");
		expect(tries).toBe(3);
		expect(apologies).toEqual([]);
	});

	it("abandons a handler that exceeds the deadline, and says so", async () => {
		let fenced: AbortSignal | undefined;
		const never = Promise.withResolvers<void>();
		const { handle, apologies, passDeadline } = intake((_update, signal) => {
			fenced = signal;
			return never.promise;
		});
		const settled = handle(text(1));
		await Promise.resolve();
		await Promise.resolve();
		passDeadline();
		expect(await settled).toBe("done");
		expect(fenced?.aborted).toBe(true);
		expect(apologies).toEqual(["1 slow"]);
	});

	it("handles one person's updates in order, concurrently with another person's", async () => {
		const begun: number[] = [];
		const first = Promise.withResolvers<void>();
		const { handle } = intake(async (update) => {
			begun.push(update.update_id);
			if (update.update_id === 1) await first.promise;
		});
		const held = [handle(text(1)), handle(text(2))];
		await handle(text(3, { ...anna, id: 1002 }));
		expect(begun).toEqual([1, 3]);
		first.resolve();
		await Promise.all(held);
		expect(begun).toEqual([1, 3, 2]);
	});

	it("makes a tap wait for the text of the same person in another chat", async () => {
		const begun: number[] = [];
		const first = Promise.withResolvers<void>();
		const { handle } = intake(async (update) => {
			begun.push(update.update_id);
			if (update.update_id === 1) await first.promise;
		});
		const held = [
			handle(text(1)),
			handle({ update_id: 2, callback_query: { id: "9", from: anna, chat_instance: "", data: "1.again" } }),
		];
		await Promise.resolve();
		expect(begun).toEqual([1]);
		first.resolve();
		await Promise.all(held);
		expect(begun).toEqual([1, 2]);
	});

	it("abandons the current work at shutdown, without an apology", async () => {
		const begun: number[] = [];
		const signals: (AbortSignal | undefined)[] = [];
		const { handle, close, cutOff, apologies } = intake(async (update, signal) => {
			begun.push(update.update_id);
			signals.push(signal);
			await new Promise(() => {});
		});
		const held = [handle(text(1)), handle(text(2))];
		await Promise.resolve();
		const closed = close();
		cutOff();
		expect(await Promise.all(held)).toEqual(["redeliver", "redeliver"]);
		await closed;
		expect(begun).toEqual([1]);
		expect(signals[0]?.aborted).toBe(true);
		expect(await handle(text(3))).toBe("redeliver");
		expect(apologies).toEqual([]);
	});
});
