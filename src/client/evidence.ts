import type { Answer } from "../rules/operation/state.ts";
import type { ItemOutcome } from "./read/orders.ts";
import type { Result } from "./result.ts";

/**
 * Converts the result of a request that changes something at the service to an `Answer`, an input of the state machine
 * in `rules/operation`. If the service asks for a wait, the wait starts at `now`.
 */
export function answerOf(result: Result<readonly ItemOutcome[]>, now: Date): Answer {
	switch (result.kind) {
		case "ok":
			return {
				kind: "answered",
				items: result.value.map(({ domain, result: itemResult, code, message }) => {
					return {
						domain,
						result: itemResult,
						...(code !== undefined && { code }),
						...(message !== undefined && { message }),
					};
				}),
			};
		case "refused": {
			const { status, code, message, retryAfterMs } = result;
			const until = retryAfterMs === undefined ? {} : { until: new Date(now.getTime() + retryAfterMs) };
			return { kind: "refused", status, code, message, ...until };
		}
		case "held":
			return { kind: "not_sent", until: result.until, pace: result.reason === "blocked" };
		case "unknown":
			return { kind: result.sent ? "unknown" : "not_sent" };
	}
}
