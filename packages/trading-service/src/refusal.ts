import { limits } from "@domains/contract/limits.ts";
import type { ItemCode, ProblemCode } from "@domains/contract/problems.ts";

/** `single` is the code in the answer to a single request, `item` that of one item in the answer to a batch. */
const codes = {
	invalid_name: { single: "validation_error", item: "invalid_domain" },
	not_sold: { single: "validation_error", item: "invalid_domain" },
	taken: { single: "domain_not_found", item: "not_available" },
	not_yours: { single: "domain_not_found", item: "not_available" },
	invalid: { single: "validation_error", item: "validation_error" },
	no_edge: { single: "edge_not_configured", item: "validation_error" },
	changed: { single: "zone_changed", item: "validation_error" },
	no_funds: { single: "insufficient_funds", item: "insufficient_funds" },
	trouble: { single: "provider_error", item: "provider_error" },
	in_progress: { single: "request_in_progress", item: "request_in_progress" },
} as const satisfies Record<string, { single: ProblemCode; item: ItemCode }>;

type RefusalReason = keyof typeof codes;

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

/** `maxLength` is in UTF-16 code units, and includes the ellipsis at the end. */
export function truncate(text: string, maxLength: number): string {
	return text.length > maxLength ? `${text.slice(0, maxLength - 1).toWellFormed()}…` : text;
}

/** So that an error message can quote a caller's text. */
export function quote(text: string): string {
	return truncate(text, 80);
}

export function attempt<Made>(make: () => Made): Made | Refusal {
	try {
		return make();
	} catch (error) {
		if (error instanceof Refusal) return error;
		throw error;
	}
}

/** Why the registrar does not take an order. `message` is a sentence for people. */
export interface Declined {
	reason: Extract<RefusalReason, "taken" | "not_yours" | "not_sold" | "invalid" | "no_funds" | "trouble">;
	message: string;
}
