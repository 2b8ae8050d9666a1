/**
 * `client_ref` is a label that the person chooses. `external_ref` identifies the order: the bot recognizes its own
 * order by it in records and events. It is the first of these that exists: what the person gave, what the domain's
 * record has, the bot's own reference, such as `#4K7Q`.
 */
export interface References {
	client_ref?: string;
	external_ref?: string;
}

/**
 * `record`: the domain's record at the service. A renewal sends its values again, because it could otherwise replace or
 * delete them. `operation`: the bot's own reference.
 */
export function referencesFor(operation: string, given: References, record: References = {}): References {
	const label = given.client_ref ?? record.client_ref;
	return {
		...(label !== undefined && { client_ref: label }),
		external_ref: given.external_ref ?? record.external_ref ?? operation,
	};
}
