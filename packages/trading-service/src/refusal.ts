import { limits } from "@domains/contract/limits.ts";
import type { ItemCode, ProblemCode } from "@domains/contract/problems.ts";

/**
 * The error codes of each reason for a refusal. `single` is the code in the answer to a single request. `item` is the
 * code of one item in the answer to a batch.
 */
const codes = {
	invalid_name: { single: "validation_error", item: "invalid_domain" },
	not_sold: { single: "validation_error", item: "invalid_domain" },
	taken: { single: "domain_not_found", item: "not_available" },
	not_yours: { single: "domain_not_found", item: "not_available" },
	invalid: { single: "validation_error", item: "validation_error" },
	no_edge: { single: "edge_not_configured", item: "validation_error" },
	no_funds: { single: "insufficient_funds", item: "insufficient_funds" },
	trouble: { single: "provider_error", item: "provider_error" },
	in_progress: { single: "request_in_progress", item: "request_in_progress" },
} as const satisfies Record<string, { single: ProblemCode; item: ItemCode }>;

export type RefusalReason = keyof typeof codes;

/** Thrown if a business rule refuses a single request or a batch item. */
export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly reason: RefusalReason;

	constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
		super(truncate(message, limits.messageCharacters), options);
		this.reason = reason;
	}

	get code(): ProblemCode {
		return codes[this.reason].single;
	}

	get itemCode(): ItemCode {
		return codes[this.reason].item;
	}
}

/** Returns the text, truncated to `maxLength` UTF-16 code units. An ellipsis at the end is included in this length. */
export function truncate(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

/** Truncates a caller's text to 80 UTF-16 code units, so that an error message can quote it. */
export function quote(text: string): string {
	return truncate(text, 80);
}

/** Returns the result of `make`, or the refusal that it threw. Rethrows any other error. */
export function attempt<Made>(make: () => Made): Made | Refusal {
	try {
		return make();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}
