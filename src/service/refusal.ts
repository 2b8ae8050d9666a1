import type { ItemCode, ProblemCode } from "../contract/problems.ts";

/** Why something is refused, and how that is said to a single request and on an item of a batch. */
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

/** Thrown where a business rule says no, whether a single request or an item of a batch is being handled. */
export class Refusal extends Error {
	override readonly name = "Refusal";
	readonly reason: RefusalReason;

	constructor(reason: RefusalReason, message: string, options?: ErrorOptions) {
		super(truncate(message), options);
		this.reason = reason;
	}

	get code(): ProblemCode {
		return codes[this.reason].single;
	}

	get itemCode(): ItemCode {
		return codes[this.reason].item;
	}
}

/** So many characters of a message. What a caller sent can be part of it, and a kept answer repeats it. */
const longestMessage = 500;

/** A message that is no longer than it may be, whatever the caller sent. */
export function truncate(message: string): string {
	return message.length > longestMessage ? `${message.slice(0, longestMessage - 1).toWellFormed()}…` : message;
}

/** What was made, or the refusal that was thrown instead. */
export function attempt<Made>(make: () => Made): Made | Refusal {
	try {
		return make();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}
