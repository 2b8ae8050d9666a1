/**
 * The two references that the service stores with an order. `client_ref` is a label that the person chooses.
 * `external_ref` identifies the order, so that the bot recognizes it in records and events. It is the operation's
 * reference, unless the person gave another one or the domain's record has one.
 */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * Returns the references to send with an order. The person's own come first. Then come those in the domain's record,
 * which a renewal would otherwise replace. If neither has an external reference, the operation's is sent.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
