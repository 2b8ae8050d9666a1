/** Every bound of the wire in one place. Source: docs/service.md, "Limits". Money is in cents. */
export const limits = {
	/** Requests of one token in any rolling second. */
	requestsPerSecond: 10,
	/** More refusals than this within `refusalWindowSeconds` block the token for `blockSeconds`. */
	refusalsBeforeBlock: 50,
	refusalWindowSeconds: 10,
	blockSeconds: 300,
	/** Requests of one token that one instance works on or sends the answer of at the same time. */
	requestsInFlight: 20,
	/** Names that one token may look up or order in batches; a name base counts once per zone. */
	namesPerSecond: 1000,
	/** Answers of one token that are kept for its Idempotency-Keys, over a day. */
	keptAnswerBytes: 256 * 1024 * 1024,
	/** A caller that takes less than `bytes` of a waiting answer within `seconds` is disconnected. */
	reading: { bytes: 512 * 1024, seconds: 30 },
	bodyBytes: 1024 * 1024,
	/** Arrays and objects inside each other: more than any message of the contract has. */
	bodyLevels: 32,
	bodyValues: 100_000,
	/** A request, body included, that has not arrived after this is given up. */
	requestSeconds: 30,
	batchItems: 1000,
	years: { min: 1, max: 10 },
	/** A domain is renewable this long after its expiry, and gone afterwards. */
	renewableDays: 30,
	/** What a caller sent can be part of a message, and a kept answer repeats it. */
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
	/** A new webhook secret waits this long beside the old one before it is used by itself. */
	secretRotationHours: 24,
	webhook: { attemptSeconds: 10, answerBytes: 16 * 1024, bodyBytes: 64 * 1024 },
} as const;
