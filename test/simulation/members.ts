import type { Person } from "./person.ts";

export interface Account {
	userId: number;
	/** The account's id in the bot's database. */
	id: number;
	/** The current token. The service rejects all earlier ones. */
	token: string;
	/** All tokens of the account: the current one and all earlier ones. */
	tokens: string[];
	/** The secret with which the service signs the account's events. */
	secret: string;
	openingCents: number;
	/** The domains that the account owns from the start. */
	owned: readonly string[];
	people: Member[];
}

export interface Member extends Person {
	account: Account;
	/**
	 * Each limit is null if the person has not set it. `dayCapCents` limits the spending of a day. A payment above
	 * `askAboveCents` needs a second confirmation. The bot warns the person when the balance falls below
	 * `lowBalanceCents`.
	 */
	limits: { dayCapCents: number | null; askAboveCents: number | null; lowBalanceCents: number | null };
}
