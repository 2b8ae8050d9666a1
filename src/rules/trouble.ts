/** Why an action at the service is impossible now. */
export const troubleKinds = [
	/** The person has no connection. */
	"not_connected",
	/** The person is no longer connected to the account that the action is about. */
	"left_account",
	/** The active connection was never verified, because the service was unreachable. */
	"unproved",
	/** 401: the service no longer accepts the token. */
	"unauthorized",
	/** 403: the bot's IP address is not on the account's whitelist. */
	"forbidden",
	/** The service blocked the token (429), although the bot keeps to its rate limit. */
	"rate_limited",
	/** The bot's own rate limit allows no call within the time that a person waits. */
	"paced",
	/** The service did not answer, or a proxy answered instead. */
	"service_down",
	/** The service did not answer within the time that a person waits. */
	"slow",
	/** The service refused with a code that the action does not handle itself. */
	"refused",
] as const;
export type TroubleKind = (typeof troubleKinds)[number];
