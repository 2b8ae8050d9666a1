import { bounds } from "@domains/contract/bounds.ts";
import type { Answer, ItemAnswer } from "../../rules/operation/state.ts";
import type { Prepared } from "../request.ts";
import type { Result } from "../result.ts";
import { type DnsRecordFacts, readDns } from "./dns.ts";
import { readBatch } from "./domains.ts";
import { amountIn, dateIn, type Fields, fieldsOf, flagIn, saysNothing, textIn } from "./fields.ts";

/** The inherited fields are for the state machine in `rules/operation`. */
export interface ItemOutcome extends ItemAnswer {
	status: string | null;
	chargedCents: number | null;
	expiresAt: Date | null;
	clientRef: string | null;
	externalRef: string | null;
	/** Absent if the answer has none. */
	records?: readonly DnsRecordFacts[];
}

/** Those in the specification, and common ones of other registrar services. */
const doneStatuses: ReadonlySet<string> = new Set([
	"registered",
	"renewed",
	"active",
	"ok",
	"done",
	"success",
	"completed",
]);
const failedStatuses: ReadonlySet<string> = new Set(["failed", "error", "rejected", "cancelled", "canceled"]);

const runningStatuses: ReadonlySet<string> = new Set([
	...["pending", "pending_create", "pendingcreate", "pending_registration", "processing", "in_progress", "queued"],
	...["submitted", "accepted", "registering", "provisioning"],
]);

/**
 * Any status that means neither failure nor progress counts as `registered`, and so does a missing one. For example,
 * only registered domains can be `blocked` or `expired`.
 */
export function orderStatus(status: string | null): "registered" | "running" | "failed" {
	const normalized = status?.toLowerCase().replaceAll(/[\s-]/g, "_") ?? "";
	if (failedStatuses.has(normalized)) return "failed";
	return runningStatuses.has(normalized) ? "running" : "registered";
}

/** One outcome per domain, in the order of the request. */
export function readOutcomes(
	result: unknown,
	{ endpoint, domains }: Pick<Prepared, "endpoint" | "domains">,
): ItemOutcome[] {
	if (endpoint !== "registerBatch" && endpoint !== "renewBatch") {
		const fields = fieldsOf(result);
		const records = endpoint === "replaceDns" ? (readDns(result)?.records ?? []) : [];
		const stored = records.length > 0 && { records };
		return domains.map((domain) => ({ domain, result: resultOf(fields), ...factsOf(fields), ...stored }));
	}
	return readBatch(result, domains).map((item, index) => {
		const domain = domains[index] ?? "";
		if (item.kind === "done") return { domain, result: resultOf(item.fields), ...factsOf(item.fields) };
		if (item.kind === "unknown") return { domain, result: "unknown", ...factsOf({}) };
		const { code, message } = item;
		return { domain, result: code === "request_in_progress" ? "in_progress" : "failed", code, message, ...factsOf({}) };
	});
}

/**
 * The answer reports success as a whole:
 * - A status that the bot does not know counts as `accepted`. The order may still be in progress, and the bot reads the
 *   domain later.
 * - An item with a failed status, an error, or `updated: false` is `unknown` until the bot reads the domain.
 */
function resultOf(fields: Fields): ItemAnswer["result"] {
	const undone = ["success", "updated", "bound"].some((key) => flagIn(fields, key) === false);
	if (undone || !saysNothing(fields["error"])) return "unknown";
	const normalized = textIn(fields, "status", "state")?.toLowerCase();
	if (normalized === undefined || doneStatuses.has(normalized)) return "succeeded";
	return failedStatuses.has(normalized) ? "unknown" : "accepted";
}

function factsOf(fields: Fields): Omit<ItemOutcome, keyof ItemAnswer | "records"> {
	return {
		status: textIn(fields, "status", "state"),
		chargedCents: amountIn(fields, bounds.chargeCents, "charged_usd"),
		expiresAt: dateIn(fields, "expires_at", "expiry_date", "expiration_date", "paid_till"),
		clientRef: textIn(fields, "client_ref"),
		externalRef: textIn(fields, "external_ref"),
	};
}

/**
 * An input of the state machine in `rules/operation`. If the service asks the bot to wait, the wait starts at `now`.
 */
export function orderAnswerOf(result: Result<readonly ItemOutcome[]>, now: Date): Answer {
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
			return { kind: "not_sent", until: result.until, blocked: result.reason === "blocked" };
		case "unknown":
			return { kind: result.sent ? "unknown" : "not_sent" };
	}
}
