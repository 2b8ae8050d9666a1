import { dateIn, fieldsOf, integerIn, isFields, listIn, textIn } from "./fields.ts";

/** One attempt to deliver one event, from the log. `statusCode` 0 or null: no answer. */
export interface DeliveryFacts {
	eventKey: string | null;
	eventType: string | null;
	attempt: number | null;
	/** As the service words it; `delivered`, `retrying` and `failed` are known. */
	status: string | null;
	statusCode: number | null;
	error: string | null;
	domain: string | null;
	nextAttemptAt: Date | null;
	createdAt: Date | null;
}

/** Reads `GET /webhook/deliveries`, in the given order. Null without a list. */
export function readDeliveries(result: unknown): { deliveries: DeliveryFacts[]; limit: number | null } | null {
	const list = listIn(result, "items", "deliveries");
	if (list === null) return null;
	const deliveries = list.filter(isFields).map((fields) => ({
		eventKey: textIn(fields, "event_key", "event_id"),
		eventType: textIn(fields, "event_type", "event"),
		attempt: integerIn(fields, "attempt_number"),
		status: textIn(fields, "status"),
		statusCode: integerIn(fields, "status_code"),
		error: textIn(fields, "error"),
		domain: textIn(fields, "domain"),
		nextAttemptAt: dateIn(fields, "next_attempt_at"),
		createdAt: dateIn(fields, "created_at"),
	}));
	return { deliveries, limit: integerIn(fieldsOf(result), "limit") };
}
