interface Who {
	mine: boolean;
	/** Null if the name is unknown, or the person is deleted. */
	name: string | null;
}

/** The freeze of an account or of one of its domains. */
export interface FreezeState {
	accountId: number;
	/** "" for the whole account. */
	domain: string;
	/** The number of the account; null if the person is no longer connected. */
	userId: number | null;
	/** Undefined if new orders are allowed. `end`: when it ends, and who asked for that; null if no end was requested. */
	freeze: { id: number; by: Who; at: Date; end: { at: Date; by: Who } | null } | undefined;
	/** The references of orders that were confirmed before and are still in progress. */
	orders: readonly string[];
}
