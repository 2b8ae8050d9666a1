/**
 * `status` is the HTTP status, null if the code refuses only items of a batch. `item` is true if it can refuse such an
 * item.
 */
interface Problem {
	readonly status: number | null;
	readonly item: boolean;
	readonly meaning: string;
}

/** They concern requests and batch items. Source: docs/service.md, "Errors". */
export const problems = {
	bad_request: {
		status: 400,
		item: false,
		meaning:
			"The body is not JSON in UTF-8 or has another content type, the Idempotency-Key is missing, empty or too long, or the path, the headers or the request itself are malformed, too large or too slow.",
	},
	unauthorized: { status: 401, item: false, meaning: "The token is missing, unknown, re-issued or switched off." },
	forbidden: {
		status: 403,
		item: false,
		meaning: "The token is valid, but the whitelist is empty or does not contain the caller's address.",
	},
	not_found: {
		status: 404,
		item: false,
		meaning: "The path does not exist: the base address is wrong, or the domain in it is empty or has a slash.",
	},
	domain_not_found: {
		status: 404,
		item: false,
		meaning: "The domain does not exist, belongs to another account, or, on registration, is taken.",
	},
	method_not_allowed: {
		status: 405,
		item: false,
		meaning: "The path does not support this method; Allow lists its methods.",
	},
	request_in_progress: {
		status: 409,
		item: true,
		meaning: "A request with the same Idempotency-Key is still running.",
	},
	idempotency_key_reused: {
		status: 409,
		item: false,
		meaning: "The Idempotency-Key was used for another path or body.",
	},
	insufficient_funds: { status: 409, item: true, meaning: "The balance does not cover the price." },
	edge_not_configured: {
		status: 409,
		item: false,
		meaning: "The edge profile is missing, disabled or not allowed for the domain's zone.",
	},
	domain_blocked: { status: 409, item: false, meaning: "The domain is blocked: it can only be read and renewed." },
	zone_changed: {
		status: 409,
		item: false,
		meaning: "The records were changed elsewhere since they were last read here. Read them again first.",
	},
	payload_too_large: {
		status: 413,
		item: false,
		meaning: "The body is larger than 1 MiB or has more than 100,000 values.",
	},
	validation_error: {
		status: 422,
		item: true,
		meaning: "A field is missing or out of bounds, or fields contradict each other.",
	},
	invalid_domain: { status: null, item: true, meaning: "The name is malformed, or its zone is not sold." },
	not_available: { status: null, item: true, meaning: "The domain is taken, or, on renewal, not in the account." },
	rate_limited: { status: 429, item: false, meaning: "The token sent too many requests; see Retry-After." },
	provider_error: {
		status: 500,
		item: true,
		meaning: "The registry or another intermediate step failed or timed out.",
	},
} as const satisfies Record<string, Problem>;

export type AnyCode = keyof typeof problems;

/** They can refuse a whole request. */
export type ProblemCode = {
	[Code in AnyCode]: (typeof problems)[Code]["status"] extends number ? Code : never;
}[AnyCode];

export type ItemCode = { [Code in AnyCode]: (typeof problems)[Code]["item"] extends true ? Code : never }[AnyCode];

function isProblemCode(code: AnyCode): code is ProblemCode {
	return problems[code].status !== null;
}

function isItemCode(code: AnyCode): code is ItemCode {
	return problems[code].item;
}

const allCodes = Object.keys(problems) as AnyCode[];

export const problemCodes: readonly ProblemCode[] = allCodes.filter(isProblemCode);
export const itemCodes: readonly ItemCode[] = allCodes.filter(isItemCode);
