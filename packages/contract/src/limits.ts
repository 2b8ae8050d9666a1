/** All limits of the API. Money is in cents. Source: docs/service.md, "Limits". */
export const limits = {
	/** Maximum number of requests with one token in any rolling second. */
	requestsPerSecond: 10,
	/**
	 * If the service refuses more requests than this within `refusalWindowSeconds`, it blocks the token for
	 * `blockSeconds`. Only refusals caused by `requestsPerSecond` count.
	 */
	refusalsBeforeBlock: 50,
	refusalWindowSeconds: 10,
	blockSeconds: 300,
	/**
	 * Maximum number of requests with one token that one process of the service handles at the same time. The service
	 * counts each request until it has sent the answer.
	 */
	requestsInFlight: 20,
	/**
	 * Maximum number of items that one token may send per second. Items are the names in batches and the DNS records in
	 * changes. In a batch search, a name without a TLD counts once per TLD that is sold.
	 */
	namesPerSecond: 1000,
	/**
	 * Maximum total size of one token's answers that the service stores in 24 hours. The service stores answers to repeat
	 * them for the same Idempotency-Key.
	 */
	keptAnswerBytes: 256 * 1024 * 1024,
	/** The service disconnects a caller that reads less than `bytes` of its answer in `seconds`. */
	reading: { bytes: 512 * 1024, seconds: 30 },
	bodyBytes: 1024 * 1024,
	/** Maximum nesting depth of arrays and objects in a body. Valid bodies stay far below it. */
	bodyLevels: 32,
	bodyValues: 100_000,
	/** Time limit for receiving a whole request, in seconds. */
	requestSeconds: 30,
	batchItems: 1000,
	years: { min: 1, max: 10 },
	/** A domain can still be renewed for this many days after its expiry. After that, it becomes available. */
	renewableDays: 30,
	/**
	 * Maximum length of an error message in UTF-16 units. A message needs a limit, because it quotes the caller's text
	 * and may be stored for an Idempotency-Key.
	 */
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
	/** Hours until a new webhook secret takes effect, unless the owner activates it earlier. */
	secretRotationHours: 24,
	webhook: { attemptSeconds: 10, answerBytes: 16 * 1024, bodyBytes: 64 * 1024 },
} as const;
