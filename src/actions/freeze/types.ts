interface Who {
	mine: boolean;
	/** The person's Telegram name. Null if it is unknown, or if the person is deleted. */
	name: string | null;
}

/** The freeze of the active account or of one of its domains. */
export interface FreezeLookup extends FreezeState {
	/**
	 * Set if the domain is not in the account. `other`: the person's connection to an account that has the domain; null
	 * if there is none.
	 */
	missing: { other: { connectionId: number; userId: number } | null } | null;
}

/**
 * What a notification about a freeze shows. `kept`: who cancelled the end of the freeze; null for other notifications.
 */
export interface FreezeNotice extends FreezeState {
	kept: Who | null;
}

/**
 * The freeze (stop of new orders) of an account or of one of its domains. Also contains the orders that it does not
 * stop.
 */
export interface FreezeState {
	accountId: number;
	/** The domain, or "" for the whole account. */
	domain: string;
	/** The service's number for the account; null if the person is no longer connected to it. */
	userId: number | null;
	/**
	 * The freeze; undefined if new orders are allowed. `end`: when the freeze ends, and who requested that; null if no
	 * end was requested.
	 */
	freeze: { id: number; by: Who; at: Date; end: { at: Date; by: Who } | null } | undefined;
	/**
	 * The confirmed orders in progress. A freeze does not stop them. `references`: the oldest ten. `more`: the number of
	 * others.
	 */
	orders: { references: readonly string[]; more: number };
}
