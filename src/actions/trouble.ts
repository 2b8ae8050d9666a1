/**
 * Anything that can block an action at the service. All actions share this shape, so a surface explains it in one
 * place. `until`: when a retry makes sense. `addresses`: ours, to be whitelisted. `code` and `message`: the service's
 * own text, shown as a quote and never as ours. `here`: this bot manages the token and the API. `connectionId`: the
 * affected connection, if it is not the active one.
 */
export interface Trouble {
	kind: "trouble";
	trouble: TroubleKind;
	until?: Date;
	code?: string;
	message?: string;
	addresses?: readonly string[];
	here?: boolean;
	connectionId?: number;
}

export type TroubleKind =
	/** The person has no connection. */
	| "not_connected"
	/** The person is no longer connected to the account in question. */
	| "left_account"
	/** The active connection was never verified, because the service was unreachable. */
	| "unproved"
	/** 401: the service no longer accepts the token. */
	| "unauthorized"
	/** 403: our address is not on the account's whitelist. */
	| "forbidden"
	/** The service blocked the token, although we keep to its rate limit. */
	| "rate_limited"
	/** Our own rate limit leaves no slot within the time a person waits. */
	| "paced"
	/** The service did not answer, or the answer was not the service's. */
	| "service_down"
	/** No answer within the time a person waits. */
	| "slow"
	/** The service's error envelope, with a code that the action does not handle itself. */
	| "refused";
