/** All limits of the API. Money is in cents. Source: docs/service.md, "Limits". */
export const limits = {
	/** Requests of one token in any rolling second. */
	requestsPerSecond: 10,
	/** More refusals than this within `refusalWindowSeconds` block the token for `blockSeconds`. */
	refusalsBeforeBlock: 50,
	refusalWindowSeconds: 10,
	blockSeconds: 300,
	/** Requests of one token that one instance processes or answers at the same time. */
	requestsInFlight: 20,
	/** Names per second that one token may look up or order in batches. A name base counts once per zone. */
	namesPerSecond: 1000,
	/** Size of the stored answers to one token's Idempotency-Keys, per day. */
	keptAnswerBytes: 256 * 1024 * 1024,
	/** The service disconnects a caller that reads less than `bytes` of a waiting answer within `seconds`. */
	reading: { bytes: 512 * 1024, seconds: 30 },
	bodyBytes: 1024 * 1024,
	/** Nesting depth of arrays and objects. No message of the contract is as deep. */
	bodyLevels: 32,
	bodyValues: 100_000,
	/** Time in which a request must arrive, body included. */
	requestSeconds: 30,
	batchItems: 1000,
	years: { min: 1, max: 10 },
	/** A domain can be renewed for this long after its expiry; then it becomes available. */
	renewableDays: 30,
	/** Longest error message. Messages quote the caller's text, and stored answers repeat them. */
	messageCharacters: 500,
	refCharacters: 255,
	idempotencyKey: { characters: 255, hours: 24 },
	ttl: { min: 60, max: 2 ** 31 - 1, default: 3600 },
	priority: { min: 0, max: 65_535 },
	nameservers: { min: 2, max: 13 },
	records: { min: 1, max: 1000 },
	domainsPage: { min: 1, max: 500, default: 100 },
	deliveriesPage: { min: 1, max: 100, default: 10 },
	whitelistEntries: 50,
	tokenBalanceCents: 4000,
	/** A new webhook secret takes effect after this time, unless the owner activates it earlier. */
	secretRotationHours: 24,
	webhook: { attemptSeconds: 10, answerBytes: 16 * 1024, bodyBytes: 64 * 1024 },
} as const;
