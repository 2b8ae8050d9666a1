import { bounds } from "@domains/contract/bounds.ts";
import { dateIn, fieldsOf, integerIn, isFields, listIn, textIn, wordsIn } from "./fields.ts";

/** `statusCode` is 0 or null if the receiver did not answer. */
export type DeliveryFacts = NonNullable<ReturnType<typeof readDeliveries>>["deliveries"][number];

/** Keeps the service's order. Null if the result has no list. */
export function readDeliveries(result: unknown) {
	const list = listIn(result, "items", "deliveries");
	if (list === null) return null;
	const deliveries = list.filter(isFields).map((fields) => ({
		eventKey: textIn(fields, "event_key", "event_id"),
		eventType: textIn(fields, "event_type", "event"),
		attempt: integerIn(fields, { most: bounds.count }, "attempt_number"),
		/** The service's word. The specification has `delivered`, `retrying` and `failed`. */
		status: textIn(fields, "status"),
		statusCode: integerIn(fields, { most: 999 }, "status_code"),
		error: wordsIn(fields, "error"),
		domain: textIn(fields, "domain"),
		nextAttemptAt: dateIn(fields, "next_attempt_at"),
		createdAt: dateIn(fields, "created_at"),
	}));
	return { deliveries, limit: integerIn(fieldsOf(result), { most: bounds.count }, "limit") };
}
