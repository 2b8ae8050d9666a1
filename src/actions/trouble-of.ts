import type { Cause, Result } from "../client/result.ts";
import type { Deps } from "./deps.ts";
import type { Trouble, TroubleKind } from "./trouble.ts";

export type FailedResult = Exclude<Result<unknown>, { kind: "ok" }>;

const causes: Readonly<Record<Cause, TroubleKind>> = {
	unreachable: "service_down",
	reset: "service_down",
	redirect: "service_down",
	not_service: "service_down",
	too_large: "service_down",
	timeout: "slow",
	aborted: "slow",
};

const blockMs = 5 * 60_000;

/**
 * Converts a failed call to the trouble that a person sees. `egress`: our addresses, for the person who must
 * whitelist them.
 */
export function toTrouble(
	result: FailedResult,
	{ egress }: Pick<Deps["service"], "egress">,
	now = new Date(),
): Trouble {
	if (result.kind === "held") {
		return { kind: "trouble", trouble: result.reason === "blocked" ? "rate_limited" : "paced", until: result.until };
	}
	if (result.kind === "unknown") return { kind: "trouble", trouble: causes[result.cause] };
	const { status, code, message, retryAfterMs = blockMs } = result;
	const words = { kind: "trouble", code, message } as const;
	if (status === 401) return { ...words, trouble: "unauthorized" };
	if (status === 403) return { ...words, trouble: "forbidden", addresses: egress };
	if (status === 429) return { ...words, trouble: "rate_limited", until: new Date(now.getTime() + retryAfterMs) };
	return { ...words, trouble: "refused" };
}
