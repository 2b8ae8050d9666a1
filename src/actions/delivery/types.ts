/** One attempt to deliver one event. Null: the service did not send the field. */
export interface Delivery {
	eventKey: string | null;
	eventType: string | null;
	attempt: number | null;
	/** The service's own term; `delivered`, `retrying` and `failed` are known. */
	status: string | null;
	/** 0: there was no response. */
	statusCode: number | null;
	error: string | null;
	domain: string | null;
	/** The service's value, or else computed from the specification's schedule. */
	nextAttemptAt: Date | null;
	createdAt: Date | null;
}
