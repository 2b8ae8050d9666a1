/** The specification's two references: the person's label (`client_ref`) and an external reference (`external_ref`). */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * The references to send with an order: the person's if given, otherwise those of the domain, because a renewal would
 * replace them. If the external reference is still unset, our operation's reference is sent.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
