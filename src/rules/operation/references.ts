/** The specification's two references: the person's label (`client_ref`) and an external reference (`external_ref`). */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * Returns the references to send with an order. The person's come first, then those in the domain's record, because a
 * renewal would replace them. If no external reference results, the operation's own is sent.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
