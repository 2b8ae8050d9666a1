import type { RefusalReason } from "../refusal.ts";

/** Why the registrar does not take an order. `message` is a sentence for people. */
export interface Declined {
	reason: Extract<RefusalReason, "taken" | "not_yours" | "not_sold" | "invalid" | "no_funds" | "trouble">;
	message: string;
}
