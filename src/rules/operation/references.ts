/**
 * The two references that the service stores with an order. `client_ref` is a label that the person chooses.
 * `external_ref` identifies the order. The bot recognizes its own order by this value in the service's records and
 * events. The value is the first of these that exists:
 * - the value that the person gave,
 * - the value in the domain's record at the service,
 * - the bot's own reference, such as `#4K7Q`.
 */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * Returns the references to send with an order, by the rules of `References`. `record`: the domain's record at the
 * service. A renewal sends the values of the record again, because it could otherwise replace or delete them.
 * `operation`: the bot's own reference, such as `#4K7Q`.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
