/** The two references of the specification, as far as they are set. */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * What goes out with an order: the person's label and reference where given, else those that the domain bears already
 * (a renewal would replace them), and our operation's reference where the service's place for it is still free.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
