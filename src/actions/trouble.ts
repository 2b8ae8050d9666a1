/**
 * What can stand between a verb and the service. One shape for every verb, so that a surface explains it in one place.
 * `until` says when it is worth trying again; `addresses` are ours, to be whitelisted; `code` and `message` are the
 * service's own words (shown as a quote, never as ours). `here` says
 * that the token and the API are managed in this very bot; `connectionId` whose trouble it is, where that is not the
 * active connection.
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
	/** Nobody is connected. */
	| "not_connected"
	/** The person is not connected any more to the account that it is about. */
	| "left_account"
	/** The active connection was never proved, because the service could not be asked. */
	| "unproved"
	/** 401: the token is not accepted any more. */
	| "unauthorized"
	/** 403: our address is not on the account's whitelist. */
	| "forbidden"
	/** The service blocked the token, although we keep to its pace. */
	| "rate_limited"
	/** Our own pace leaves no room within the time a person waits. */
	| "paced"
	/** Nobody answered, or the answer was not the service's. */
	| "service_down"
	/** No answer within the time a person waits. */
	| "slow"
	/** The service's error envelope, with a code that the verb gives no meaning of its own. */
	| "refused";
