import type { ItemAnswer } from "../../rules/operation/state.ts";
import type { Prepared } from "../request.ts";
import { readBatch } from "./batch.ts";
import { centsIn, dateIn, type Fields, fieldsOf, flagIn, saysNothing, textIn } from "./fields.ts";

/** What a change did to one domain: the answer for the table of operations, and what the service told besides. */
export interface ItemOutcome extends ItemAnswer {
	status: string | null;
	chargedCents: number | null;
	expiresAt: Date | null;
	clientRef: string | null;
	externalRef: string | null;
}

/** The words of the specification for an order that is done, and common ones of services that add theirs. */
const doneWords: ReadonlySet<string> = new Set([
	"registered",
	"renewed",
	"active",
	"ok",
	"done",
	"success",
	"completed",
]);
const failedWords: ReadonlySet<string> = new Set(["failed", "error", "rejected", "cancelled", "canceled"]);

/** Common words of a record whose order is not done yet. */
const runningWords: ReadonlySet<string> = new Set([
	...["pending", "pending_create", "pendingcreate", "pending_registration", "processing", "in_progress", "queued"],
	...["submitted", "accepted", "registering", "provisioning"],
]);

/**
 * What the record of a domain says of the order for it. Any other word, such as of a domain that is blocked or expired,
 * is of one that is registered; so is none.
 */
export function orderStatus(status: string | null): "registered" | "running" | "failed" {
	const word = status?.toLowerCase().replaceAll(/[\s-]/g, "_") ?? "";
	if (failedWords.has(word)) return "failed";
	return runningWords.has(word) ? "running" : "registered";
}

/** Reads the result of any of the seven mutations: one outcome for each domain of the request, in its order. */
export function readOutcomes(
	result: unknown,
	{ endpoint, domains }: Pick<Prepared, "endpoint" | "domains">,
): ItemOutcome[] {
	if (endpoint !== "registerBatch" && endpoint !== "renewBatch") {
		const fields = fieldsOf(result);
		return domains.map((domain) => ({ domain, result: resultOf(fields), ...factsOf(fields) }));
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
 * A word that nobody knows is an order that the service still works on: it is read until it is seen. What says failure
 * inside a success, by a word, an error or a write that was not made, is found out by looking.
 */
function resultOf(fields: Fields): ItemAnswer["result"] {
	const undone = ["success", "updated", "bound"].some((key) => flagIn(fields, key) === false);
	if (undone || !saysNothing(fields["error"])) return "unknown";
	const word = textIn(fields, "status", "state")?.toLowerCase();
	if (word === undefined || doneWords.has(word)) return "succeeded";
	return failedWords.has(word) ? "unknown" : "accepted";
}

function factsOf(fields: Fields): Omit<ItemOutcome, keyof ItemAnswer> {
	return {
		status: textIn(fields, "status", "state"),
		chargedCents: centsIn(fields, "charged_usd"),
		expiresAt: dateIn(fields, "expires_at", "expiry_date", "expiration_date", "paid_till"),
		clientRef: textIn(fields, "client_ref"),
		externalRef: textIn(fields, "external_ref"),
	};
}
