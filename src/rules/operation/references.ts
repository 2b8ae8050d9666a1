/** The two references of the specification, if set. */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * The references to send with an order: the person's label and reference if given, otherwise those of the domain,
 * because a renewal would replace them. Our operation's reference is sent if the external reference is still unset.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
