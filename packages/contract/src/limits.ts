/** Money is in cents. Source: docs/service.md, "Limits". */
export const limits = {
	/** With one token, in any rolling second. */
	requestsPerSecond: 10,
	/**
	 * Above this many within `refusalWindowSeconds`, the token is blocked for `blockSeconds`. Only refusals caused by
	 * `requestsPerSecond` count.
	 */
	refusalsBeforeBlock: 50,
	refusalWindowSeconds: 10,
	blockSeconds: 300,
	/** With one token, at the same time in one process. A request counts until the answer is sent. */
	requestsInFlight: 20,
	/**
	 * One token's items: the names in batches and the DNS records in changes. In a batch search, a name without a TLD counts
	 * once per TLD that is sold.
	 */
	namesPerSecond: 1000,
	/** With one token, in 24 hours: answers that are stored to repeat them for the same Idempotency-Key. */
	keptAnswerBytes: 256 * 1024 * 1024,
	/** A caller that reads less than `bytes` in `seconds` is disconnected. */
	reading: { bytes: 512 * 1024, seconds: 30 },
	bodyBytes: 1024 * 1024,
	/** Nesting of arrays and objects. Valid bodies stay far below it. */
	bodyLevels: 32,
	bodyValues: 100_000,
	/** Time to receive a whole request. */
	requestSeconds: 30,
	batchItems: 1000,
	years: { min: 1, max: 10 },
	/** Counted from the expiry. After that, the domain becomes available. */
	renewableDays: 30,
	/** In UTF-16 units. A message quotes the caller's text and may be stored for an Idempotency-Key. */
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
	/** Until a new webhook secret takes effect, unless the owner activates it earlier. */
	secretRotationHours: 24,
	webhook: { attemptSeconds: 10, answerBytes: 16 * 1024, bodyBytes: 64 * 1024 },
} as const;
