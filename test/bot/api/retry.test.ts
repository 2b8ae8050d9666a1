import { describe, expect, it } from "vitest";
import { type Outcome, retryDelay } from "../../../src/bot/api/retry.ts";

const answer = (status: number, retryAfter?: number): Outcome => ({
	kind: "answer",
	status,
	...(retryAfter !== undefined && { retryAfter }),
});

describe("another try of a call", () => {
	it.each<[string, string, number, Outcome, number | null]>([
		["what was never sent goes again, whatever it is", "sendMessage", 1, { kind: "unsent" }, 250],
		["the second pause is twice the first", "sendMessage", 2, { kind: "unsent" }, 500],
		["the third try is the last", "sendMessage", 3, { kind: "unsent" }, null],
		["a message that may stand already is never sent again", "sendMessage", 1, { kind: "cut" }, null],
		["nor after Telegram's own trouble", "sendDocument", 1, answer(502), null],
		["an edit can be made twice", "editMessageText", 1, { kind: "cut" }, 250],
		["so can an answer to a tap", "answerCallbackQuery", 1, answer(500), 250],
		["a flood was refused, so a message goes again when told", "sendMessage", 1, answer(429, 2), 2_000],
		["a longer wait is not for a handler", "sendMessage", 1, answer(429, 30), null],
		["a flood without a time waits a second", "editMessageText", 1, answer(429), 1_000],
		["a refusal stands", "editMessageText", 1, answer(400), null],
		["success stands", "sendMessage", 1, answer(200), null],
		["asking for updates is repeated by its own loop", "getUpdates", 1, { kind: "unsent" }, null],
	])("%s", (_rule, method, number, outcome, delay) => {
		expect(retryDelay({ method, number }, outcome)).toBe(delay);
	});
});
