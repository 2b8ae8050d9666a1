import type { Person } from "./person.ts";

export interface Account {
	userId: number;
	/** The id in the bot's database. */
	id: number;
	/** The service rejects all earlier ones. */
	token: string;
	/** The current one and all earlier ones. */
	tokens: string[];
	/** The service signs the account's events with it. */
	secret: string;
	openingCents: number;
	/** From the start. */
	owned: readonly string[];
	people: Member[];
}

export interface Member extends Person {
	account: Account;
	/**
	 * Null if not set. A payment above `askAboveCents` needs a second confirmation. The bot warns when the balance falls
	 * below `lowBalanceCents`.
	 */
	limits: { dayCapCents: number | null; askAboveCents: number | null; lowBalanceCents: number | null };
}
