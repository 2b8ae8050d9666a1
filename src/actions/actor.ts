/** The person who acts, in the input of every action. For this person, other people's data is "not found". */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}
