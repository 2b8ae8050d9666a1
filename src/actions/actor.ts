/** The person who acts. Every action takes it first. To this person, other people's data is "not found". */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}
