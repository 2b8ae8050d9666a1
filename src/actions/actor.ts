/** The person who acts, in the input of every action. Other people's data is "not found" for this person. */
export interface Actor {
	/** The person's Telegram user id. */
	personId: number;
}
