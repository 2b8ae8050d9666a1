import type { Cause, Result } from "../client/result.ts";
import type { TroubleKind } from "../rules/trouble.ts";

/**
 * Why an action at the service is impossible now. Actions share this type, so one screen can explain every case.
 * - `until`: when a retry makes sense.
 * - `addresses`: the bot's IP addresses, which the account's whitelist must contain.
 * - `code` and `message`: the service's own text, which the screen shows as a quotation.
 * - `here`: the person can issue a new token in this bot.
 * - `sandbox`: the person can open a sandbox account.
 * - `connectionId`: the affected connection, if it is not the active one.
 */
export interface Trouble {
	kind: "trouble";
	trouble: TroubleKind;
	until?: Date;
	code?: string;
	message?: string;
	addresses?: readonly string[];
	here?: boolean;
	sandbox?: boolean;
	connectionId?: number;
}

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
 * Converts the failed result of a call to a `Trouble`. `egress`: the bot's IP addresses, which the person may have to
 * whitelist.
 */
export function toTrouble(result: FailedResult, { egress }: { egress: readonly string[] }, now = new Date()): Trouble {
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

const passing: ReadonlySet<Trouble["trouble"]> = new Set(["rate_limited", "paced", "service_down", "slow"]);

/**
 * True if the trouble ends without any action by the person. Until then, a screen may show the stored copy of the data.
 */
export function isPassing({ trouble }: Trouble): boolean {
	return passing.has(trouble);
}

/** True if the service refused because the name is not a domain of this account. */
export function isUnknown({ code }: Trouble): boolean {
	return code === "domain_not_found" || code === "validation_error";
}
