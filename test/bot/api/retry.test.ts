import { describe, expect, it } from "vitest";
import { type Outcome, retryDelay } from "../../../src/bot/api/retry.ts";

const answer = (status: number, retryAfter?: number): Outcome => ({
	kind: "answer",
	status,
	...(retryAfter !== undefined && { retryAfter }),
});

describe("the retry delay of a call", () => {
	it.each<[string, string, number, Outcome, number | null]>([
		["an unsent call is retried, for any method", "sendMessage", 1, { kind: "unsent" }, 250],
		["the second pause is twice the first", "sendMessage", 2, { kind: "unsent" }, 500],
		["the third attempt is the last", "sendMessage", 3, { kind: "unsent" }, null],
		["a message that may have arrived is never sent again", "sendMessage", 1, { kind: "cut" }, null],
		["a file is not sent again after a server error", "sendDocument", 1, answer(502), null],
		["an edit can be repeated", "editMessageText", 1, { kind: "cut" }, 250],
		["an answer to a callback query can be repeated", "answerCallbackQuery", 1, answer(500), 250],
		["a refused message is sent again after the requested wait", "sendMessage", 1, answer(429, 2), 2_000],
		["a handler does not wait longer", "sendMessage", 1, answer(429, 30), null],
		["a flood limit without a duration waits a second", "editMessageText", 1, answer(429), 1_000],
		["a refusal is final", "editMessageText", 1, answer(400), null],
		["a success is final", "sendMessage", 1, answer(200), null],
		["the polling loop retries its own calls", "getUpdates", 1, { kind: "unsent" }, null],
	])("%s", (_rule, method, number, outcome, delay) => {
		expect(retryDelay({ method, number }, outcome)).toBe(delay);
	});
});
