import type { Actor } from "../actor.ts";
import type { Trouble } from "../trouble.ts";

/** One attempt to deliver one event; what the service did not say is null. */
export interface Delivery {
	eventKey: string | null;
	eventType: string | null;
	attempt: number | null;
	/** In the service's words; `delivered`, `retrying` and `failed` are known. */
	status: string | null;
	/** 0: nobody answered. */
	statusCode: number | null;
	error: string | null;
	domain: string | null;
	/** As the service says, or by the schedule of the specification. */
	nextAttemptAt: Date | null;
	createdAt: Date | null;
}

export interface DeliveryActions {
	/** The newest first, at most 100. */
	list(
		input: Actor & { limit?: number; failedOnly?: boolean },
	): Promise<{ kind: "deliveries"; deliveries: readonly Delivery[]; webhookEnabled: boolean | null } | Trouble>;
}
